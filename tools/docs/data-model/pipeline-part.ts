import { readdirSync, readFileSync } from 'node:fs';
import { table } from '../generated.ts';
import {
  IN_THE_DIAGRAM,
  ON_THE_WAY,
  OUTSIDE,
  PIPELINE,
  type PipelineWorker,
  type WakeUp,
  WRITTEN_BY_PEOPLE,
  WRITTEN_BY_TRIGGER,
} from './pipeline.ts';
import { pipelineFaults } from './pipeline-faults.ts';

const ROOT = new URL('../../../', import.meta.url);

const SAYS = `Workers joined only by rows: each hand-over is one committed transaction. Thick arrows are also wake-up calls: a trigger
sends a NOTIFY at the commit. Any of them may be missed, for every worker looks by itself, too. A worker that is woken by
rows also marks in them that it is done. The diagram shows the way of an alert, the table below it all workers.
[architecture.md](architecture.md#the-pipeline) tells the steps.`;

/** The pipeline as a diagram and as a table. @throws where it is not what app.ts and the migrations make */
export function pipelinePart(tables: ReadonlySet<string>): string {
  const wakeUps = readWakeUps();
  const faults = pipelineFaults({
    pipeline: PIPELINE,
    tables,
    wakeUps,
    app: readFileSync(new URL('app.ts', ROOT), 'utf8'),
  });
  if (faults.length > 0) throw new Error(`tools/docs/data-model/pipeline.ts: ${faults.join('; ')}`);
  return ['## The pipeline', SAYS, flowchart(wakeUps), workersTable(wakeUps)].join('\n\n');
}

/** The wake-up calls that the migrations set up. */
function readWakeUps(): WakeUp[] {
  const folder = new URL('migrations/', ROOT);
  const sources = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'));
  const trigger =
    /create trigger \w+ after [\w\s]+? on (\w+)\s+for each statement execute function wake_worker\('([^']+)'\)/g;
  return sources.flatMap((source) =>
    [...source.matchAll(trigger)].map(([, from = '', worker = '']) => ({ from, worker })),
  );
}

function flowchart(wakeUps: readonly WakeUp[]): string {
  const workers = PIPELINE.filter(({ name }) => (IN_THE_DIAGRAM as readonly string[]).includes(name));
  return [
    '```mermaid',
    'flowchart TB',
    ...Object.entries(OUTSIDE).map(([id, name]) => `  ${id}([${name}])`),
    ...ON_THE_WAY.map((name) => `  ${name}[(${name})]`),
    ...workers.map(({ name }) => `  ${name}[${name}]:::worker`),
    ...WRITTEN_BY_PEOPLE.map((to) => `  people --> ${to}`),
    ...WRITTEN_BY_TRIGGER.map(({ from, to }) => `  ${from} -. trigger .-> ${to}`),
    ...workers.flatMap((worker) => edgesOf(worker, wakeUps)),
    '  classDef worker stroke-width:3px',
    '```',
  ].join('\n');
}

function edgesOf({ name, reads, writes, asks, tells }: PipelineWorker, wakeUps: readonly WakeUp[]): string[] {
  const isOnTheWay = (each: string) => (ON_THE_WAY as readonly string[]).includes(each);
  const wakes = (from: string) => wakeUps.some((wakeUp) => wakeUp.from === from && wakeUp.worker === name);
  const edge = (from: string) => {
    if (wakes(from)) return `  ${from} ==> ${name}`;
    return writes.includes(from) ? `  ${name} <--> ${from}` : `  ${from} --> ${name}`;
  };
  return [
    ...(asks ? [`  ${asks} --> ${name}`] : []),
    ...reads.filter(isOnTheWay).map(edge),
    ...writes.filter((to) => isOnTheWay(to) && !reads.includes(to)).map((to) => `  ${name} --> ${to}`),
    ...(tells ? [`  ${name} --> ${tells}`] : []),
  ];
}

function workersTable(wakeUps: readonly WakeUp[]): string {
  const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
  return table(
    ['Worker', 'What it does', 'Runs on', 'Reads', 'Writes', 'Woken by'],
    PIPELINE.map(({ name, does, runs, reads, writes }) => [
      name,
      does,
      runs === 'leader' ? 'the leader' : 'every replica',
      code(reads),
      code(writes),
      code(wakeUps.filter(({ worker }) => worker === name).map(({ from }) => from)),
    ]),
  );
}
