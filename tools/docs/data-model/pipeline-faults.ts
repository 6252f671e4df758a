import type { PipelineWorker, WakeUp } from './pipeline.ts';

interface Facts {
  readonly pipeline: readonly PipelineWorker[];
  readonly tables: ReadonlySet<string>;
  readonly wakeUps: readonly WakeUp[];
  /** The text of app.ts, which makes the workers. */
  readonly app: string;
}

/** Where what is told of the pipeline is not what the service does. */
export function pipelineFaults({ pipeline, tables, wakeUps, app }: Facts): string[] {
  const made = [...app.matchAll(/\b(?:w|createW)orker\((?:core, )?'([^']+)'/g)].map(([, name = '']) => name);
  const told = pipeline.map(({ name }) => name);
  const named = pipeline.flatMap(({ reads, writes }) => [...reads, ...writes]);
  return [
    ...made.filter((name) => !told.includes(name)).map((name) => `nothing is told of the worker "${name}"`),
    ...told.filter((name) => !made.includes(name)).map((name) => `app.ts makes no worker "${name}"`),
    ...[...new Set(named)].filter((name) => !tables.has(name)).map((name) => `there is no table ${name}`),
    ...wakeUps
      .filter(({ from, worker }) => !pipeline.some(({ name, reads }) => name === worker && reads.includes(from)))
      .map(({ from, worker }) => `${from} wakes "${worker}", which is not told to read it`),
  ];
}
