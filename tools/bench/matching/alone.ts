import type { AdFacts } from '#core/contracts/ad.ts';
import { type Summary, summarise } from '../summary.ts';
import { preemptions } from './interruptions.ts';
import type { Matcher, MethodName } from './matcher.ts';
import { warmUp } from './turns.ts';

export interface AloneRow {
  readonly name: MethodName;
  readonly summary: Summary;
  /** Filters found, an ad with another. */
  readonly hits: number;
  /** What the time of an ad is made of: a part that is always there, and one for each filter found: least squares. */
  readonly fixedMs: number;
  readonly perHitMs: number;
  /** How much of the time the process had a processor: less than 1 where others worked on the machine. */
  readonly processorShare: number;
  /** How often the system took the processor away. */
  readonly preemptions: number;
}

export const ADS_AT_LEAST = 10;

/** One method, back to back: its data stay in the caches as far as they fit. A slow one stops when patience ends. */
export async function runAlone(matcher: Matcher, ads: readonly AdFacts[], patienceMs: number): Promise<AloneRow> {
  await warmUp(matcher, ads);
  const times: number[] = [];
  const hits: number[] = [];
  const begin = performance.now();
  const [used, preemptedBefore] = [process.cpuUsage(), preemptions()];
  for (const ad of ads) {
    const start = performance.now();
    if (times.length >= ADS_AT_LEAST && start - begin > patienceMs) break;
    const answer = matcher.match(ad);
    const ids = answer instanceof Promise ? await answer : answer;
    times.push(performance.now() - start);
    hits.push(ids.length);
  }
  const { user, system } = process.cpuUsage(used);
  const processorShare = Math.min(1, (user + system) / 1_000 / (performance.now() - begin));
  return {
    name: matcher.name,
    summary: summarise(times),
    hits: mean(hits),
    ...fit(hits, times),
    processorShare,
    preemptions: preemptions() - preemptedBefore,
  };
}

/** Without the slowest ads: what interrupted them has nothing to do with what they found. */
function fit(hits: readonly number[], times: readonly number[]): { fixedMs: number; perHitMs: number } {
  const limit = summarise(times).p95;
  const points = times.map((ms, n) => ({ ms, count: hits[n] ?? 0 })).filter(({ ms }) => ms <= limit);
  const [meanHits, meanMs] = [mean(points.map(({ count }) => count)), mean(points.map(({ ms }) => ms))];
  let [together, squares] = [0, 0];
  for (const { ms, count } of points) {
    together += (count - meanHits) * (ms - meanMs);
    squares += (count - meanHits) ** 2;
  }
  // Where nearly nothing is found the line is chance, and may fall.
  const perHitMs = squares === 0 ? 0 : Math.max(0, together / squares);
  return { fixedMs: Math.max(0, meanMs - perHitMs * meanHits), perHitMs };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
