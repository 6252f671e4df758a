import { expect, it } from 'vitest';
import { LeaderWatch } from '#tests/support/replicas/leader-watch.ts';
import { ReplicaWorld } from '#tests/support/replicas/replica-world.ts';
import { killLeader, pauseLeader, type TakeOver } from '#tests/support/replicas/take-over.ts';

const ROUNDS = 5;
const TAKE_OVER_MS = 10_000;
const DRAINED_MS = 180_000;
const ADS_PER_S = 2;

it.for([
  ['dies', killLeader],
  ['stands still and wakes', pauseLeader],
] as const)(
  'another replica takes over within ten seconds when the leader %s, and nothing is done twice',
  async ([what, strike], { onTestFinished }) => {
    const world = await ReplicaWorld.open({ bot: 'polling', people: 12, groups: 6 }, onTestFinished);
    for (const name of ['one', 'other']) await world.add(`take-over-${name}`);
    const watch = new LeaderWatch(world.replicas);
    onTestFinished(() => watch.stop());
    const published = new AbortController();
    onTestFinished(() => published.abort());
    const stream = world.feed.stream(ADS_PER_S, published.signal);
    const rounds: TakeOver[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await strike(world, watch));
    published.abort();
    await stream;
    await world.drained(DRAINED_MS);
    await watch.stop();
    const verdict = await world.verdict();
    console.info(`the leader ${what}`, rounds, { ...verdict, overlaps: watch.overlaps });
    for (const { leads, polls, sends } of rounds) {
      expect(leads).toBeLessThan(TAKE_OVER_MS);
      expect(polls).toBeLessThan(TAKE_OVER_MS);
      expect(sends).toBeLessThan(2 * TAKE_OVER_MS);
    }
    expect(watch.overlaps).toEqual([]);
    expect(verdict).toMatchObject({ lost: [], wrong: [] });
    expect(verdict.extra).toBeLessThanOrEqual(rounds.reduce((sum, { inFlight }) => sum + inFlight, 0));
  },
);
