import { many, timeText } from '../summary.ts';
import { atLeast, atMost, type Target } from '../targets.ts';
import type { AloneRow } from './alone.ts';
import type { MethodName } from './matcher.ts';
import type { MatchingFigures } from './matching-figures.ts';
import type { StageFigures } from './stage.ts';
import type { TurnRow } from './turns.ts';
import type { ChangeRow, Upkeep } from './upkeep.ts';

const MILLION = 1_000_000;
const MEGABYTE = 1_000_000;
const MICROSECOND = 0.001;

/** All of them in a full run; a small one can only say whether something was wrong. */
export function targetsOf({ stages, edges, upkeep }: MatchingFigures): Target[] {
  const wrong = stages.reduce((sum, { turns, exactness }) => sum + (turns[0]?.wrong ?? 0) + exactness.wrong, 0);
  const exact = atMost({
    what: 'other filters found than by the definition',
    limit: 0,
    value: wrong + edges.wrong + upkeep.exactness.wrong,
    text: (count) => `${many(count)} ads`,
  });
  const million = stages.find(({ size }) => size.saved === MILLION);
  return million ? [exact, ...timeTargets(million), ...ratioTargets(million), ...upkeepTargets(upkeep)] : [exact];
}

function timeTargets({ alone: [alone], turns: [turn] }: StageFigures): Target[] {
  if (!alone || !turn) return [];
  const [inAloneRun, inTurns] = [aloneProfile(alone), turnProfile(turn)];
  const limits = [
    ['an ad at 1M saved filters, alone, median', 50, alone.summary.p50, inAloneRun],
    ['an ad at 1M saved filters, alone, p99', 150, alone.summary.p99, inAloneRun],
    ['an ad at 1M saved filters, in turns, median', 200, turn.summary.p50, inTurns],
    ['an ad at 1M saved filters, in turns, p99', 400, turn.summary.p99, inTurns],
  ] as const;
  return limits.map(([what, limit, value, profile]) =>
    atMost({ what, limit: limit * MICROSECOND, value, text: timeText, profile }),
  );
}

function aloneProfile({ summary, hits, fixedMs, perHitMs, processorShare, preemptions }: AloneRow): string {
  return `an ad takes ${timeText(fixedMs)} at least, and each of the ${many(Math.round(hits))} filters that one finds adds \
${timeText(perHitMs)}; the process had a processor for ${Math.round(processorShare * 100)} % of the time, and during the \
${many(summary.samples)} ads the system took it away ${many(preemptions)} times.`;
}

function turnProfile({ summary, undisturbed }: TurnRow): string {
  return `in ${many(summary.samples - undisturbed.samples)} of the ${many(summary.samples)} ads the system took the \
processor away; of the others the median was ${timeText(undisturbed.p50)}, p99 ${timeText(undisturbed.p99)}.`;
}

function ratioTargets({ turns }: StageFigures): Target[] {
  const targetOf = (name: MethodName, limit: number) => {
    const row = turns.find((turn) => turn.name === name);
    return row ? [ratioTarget(row, limit, turns[0]?.summary.p50 ?? 0)] : [];
  };
  return [...targetOf('naive loop', 300), ...targetOf('best SQL', 60)];
}

function ratioTarget({ name, ratioOfMedians, summary }: TurnRow, limit: number, indexMs: number): Target {
  return atLeast({
    what: `${name} by the index at 1M saved filters, medians in turns`,
    limit,
    value: ratioOfMedians,
    text: (ratio) => `${many(Math.floor(ratio))} ×`,
    profile: `its median was ${timeText(summary.p50)}, that of the index ${timeText(indexMs)}.`,
  });
}

function upkeepTargets(upkeep: Upkeep): Target[] {
  const { changes, memory, preemptions } = upkeep;
  const [edit] = changes;
  const slowest = changes.toSorted((a, b) => b.summary.worst - a.summary.worst)[0];
  if (!edit || !slowest) return [];
  const profile = `the system took the processor away ${many(preemptions)} times during all changes; ${worstText(slowest)}`;
  const limits = [
    ['an edit at 1M saved filters, median', 12, edit.summary.p50],
    ['an edit at 1M saved filters, p99', 80, edit.summary.p99],
    ['the slowest change of any kind at 1M saved filters', 5_000, slowest.summary.worst],
  ] as const;
  return [
    ...limits.map(([what, limit, value]) =>
      atMost({ what, limit: limit * MICROSECOND, value, text: timeText, profile }),
    ),
    atMost({
      what: 'memory at 1M saved filters',
      limit: 250 * MEGABYTE,
      value: bytesOf(upkeep),
      text: megabytes,
      profile: `${megabytes(memory.buffers)} are typed arrays, ${megabytes(memory.objects)} objects.`,
    }),
  ];
}

function worstText({ name, summary, collectedInWorstMs }: ChangeRow): string {
  const collector =
    collectedInWorstMs > 0
      ? `the garbage collector worked for ${timeText(collectedInWorstMs)} of it`
      : 'the garbage collector did not work in it';
  return `the slowest (${name}) took ${timeText(summary.worst)}, and ${collector}.`;
}

export function bytesOf({ memory }: Upkeep): number {
  return memory.objects + memory.buffers;
}

export function megabytes(bytes: number): string {
  return `${many(Math.round(bytes / MEGABYTE))} MB`;
}
