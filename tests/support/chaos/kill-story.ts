import { setTimeout as moment } from 'node:timers/promises';
import type { RandomStream } from '#tools/bench/matching/random-stream.ts';
import type { FaultMix } from '#tools/telegram-emulator/types.ts';
import type { ChaosWorld } from './chaos-world.ts';
import type { CrashPlace, Fate, ServiceProcess } from './service-process.ts';

const PLACES: readonly CrashPlace[] = [
  'after_claim',
  'after_send',
  'after_ad_insert',
  'after_release',
  'before_commit',
  'after_commit',
];
const PAGE = 100;
const MOST_AT_ONCE = 400;
const A_MOMENT_MS = 100;

/** Lets ads come out, as fast as the service keeps up, and some of their prices fall. */
async function pumpAds(world: ChaosWorld, count: number, signal: AbortSignal): Promise<void> {
  const random = world.randomOf(1);
  const { feed, audience } = world;
  while (feed.ads.length < count && !signal.aborted) {
    if ((await world.backlog()) < MOST_AT_ONCE) {
      feed.keepFrom(await world.firstOpenAd());
      feed.publish(Math.min(PAGE, count - feed.ads.length));
      feed.dropPrices(PAGE / 10, random, (before, after) => audience.wishes.keepsAll(before, after));
    } else await moment(A_MOMENT_MS, undefined, { signal }).catch(() => {});
  }
}

/** What a life may be: so long in milliseconds, unless its fate ends it before. */
export interface Life {
  readonly ms: number;
  readonly fate?: Fate;
  /** Whether its claims lapse as soon as it is dead, as if 30 s had passed. */
  readonly lapse?: boolean;
}

/** Mostly short, so that starts are hit, too; some until a named place is passed. */
export function drawLives(random: RandomStream, count: number, longestMs: number): Life[] {
  return Array.from({ length: count }, () => drawLife(random, longestMs));
}

function drawLife(random: RandomStream, longestMs: number): Life {
  const ms = random.chance(60) ? random.whole(100, 1_000) : random.whole(1_000, longestMs);
  if (random.chance(70)) return { ms };
  const at = PLACES[random.whole(0, PLACES.length - 1)] as CrashPlace;
  return { ms: longestMs, fate: { at, times: random.whole(1, 20) } };
}

/** Lives through lives of the service, one after the other, each of which ends by force. */
async function liveAndDie(world: ChaosWorld, lives: readonly Life[]): Promise<void> {
  for (const { ms, fate, lapse = false } of lives) {
    const service = await world.start(fate ? { fate } : {});
    await world.leads(service);
    const over = new AbortController();
    await Promise.race([service.ended, moment(ms, undefined, { signal: over.signal }).catch(() => {})]);
    over.abort();
    await world.kill(service);
    if (lapse) await world.lapseClaims();
  }
}

interface Trial {
  readonly ads: number;
  readonly lives: readonly Life[];
  /** Milliseconds in which everything has to be told when nobody is killed any more. */
  readonly within: number;
  /** The faults of that time, where they are others. */
  readonly afterwards?: FaultMix;
}

/**
 * Ads come out while the service lives and dies, then all are told, and the market is shown once more.
 * @returns how long claims have outlived their lease at most, in milliseconds.
 * @throws Error if the last process does not end in the orderly way.
 */
export async function liveThrough(world: ChaosWorld, { ads, lives, within, afterwards }: Trial): Promise<number> {
  const ended = new AbortController();
  const overdue = watchLeases(world, ended.signal);
  const story = async () => {
    await liveAndDie(world, lives);
    if (afterwards) await world.telegram.faultMix(afterwards);
    return world.start();
  };
  try {
    const pumping = world.baselined().then(() => pumpAds(world, ads, ended.signal));
    const [last] = await Promise.all([story(), pumping]);
    await world.drained(within);
    await replayAds(world, last);
    await world.drained(within);
    const { code } = await last.stop();
    if (code !== 0) throw new Error(`The service ended with ${code}`);
    return overdue();
  } finally {
    ended.abort();
  }
}

/** Watches how long claims outlive their lease. @returns the longest so far, in milliseconds. */
function watchLeases(world: ChaosWorld, signal: AbortSignal): () => number {
  let longest = 0;
  const watch = async () => {
    while (!signal.aborted) {
      const [row] = await world.ask<{ ms: number | null }>(
        `select (extract(epoch from clock_timestamp() - min(lease_until)) * 1000)::float8 as ms from recipients
         where lease_until < clock_timestamp()
           and user_id in (select user_id from notifications where status = 'sending')`,
      );
      longest = Math.max(longest, row?.ms ?? 0);
      await moment(200, undefined, { signal }).catch(() => {});
    }
  };
  void watch().catch(() => {});
  return () => longest;
}

/** The market is shown once more from the beginning, in another order; resolves when the service has read it. */
async function replayAds(world: ChaosWorld, service: ServiceProcess): Promise<void> {
  const reads = () => world.ask<{ at: string }>("select last_success_at as at from sources where id = 'ndjson'");
  world.feed.showAllShuffled(world.randomOf(2));
  // The read that is under way may still be of the file before.
  for (let read = 0; read < 2; read += 1) {
    const [before] = await reads();
    for (let [now] = await reads(); now?.at === before?.at && service.isAlive; [now] = await reads())
      await moment(A_MOMENT_MS);
  }
}
