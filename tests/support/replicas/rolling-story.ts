import { setTimeout as moment } from 'node:timers/promises';
import { expect } from 'vitest';
import { RandomStream } from '#tools/bench/matching/random-stream.ts';
import type { OnEnd } from '../chaos/alert-world.ts';
import { UpdatesDriver } from '../chaos/updates-driver.ts';
import { requireEffects } from '../chaos/updates-story.ts';
import { LeaderWatch } from './leader-watch.ts';
import { PageLoad } from './page-load.ts';
import { ReplicaWorld } from './replica-world.ts';

const ROUNDS = 3;
const STOP_DELAY_S = 1;
const STOP_MS = 10_000 + STOP_DELAY_S * 1000;
const DRAINED_MS = 180_000;
const ADS_PER_S = 2;
/** Somebody writes or presses; beside them somebody answers the bot's questions as soon as they come. */
const UPDATE_EVERY_MS = 200;
/** So many updates may wait to be handled; a machine that is slow gets fewer. */
const AHEAD = 5;
const WRITER = 929_999;

/** Restarts two replicas in turns while pages are used, the chat is written in and ads come. */
export async function restartInTurns(bot: 'polling' | 'webhook', onEnd: OnEnd): Promise<void> {
  const world = await ReplicaWorld.open({ bot, people: 12, groups: 6, stopDelayS: STOP_DELAY_S }, onEnd);
  for (const name of ['one', 'other']) await world.add(`${bot}-${name}`);
  const watch = new LeaderWatch(world.replicas);
  onEnd(() => watch.stop());
  const stream = publish(world, onEnd);
  const chats = await chatIn(world, onEnd);
  const load = await PageLoad.start(world.balancer.url, await world.signIn(910_000, world.balancer.url));
  const stops = [];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const replica of world.replicas) stops.push(await world.restart(replica));
  const { failed, ...answers } = await load.stop();
  await stream.stop();
  const driver = await chats.stop();
  await world.handled(driver.given + world.people.length);
  await world.drained(DRAINED_MS);
  await watch.stop();
  const verdict = await world.verdict();
  const { broken, retried } = world.balancer;
  console.info(`rolling restart, ${bot}`, {
    ...{ stops: stops.map(({ ms }) => Math.round(ms)), ...answers, retried, alerts: verdict.expected },
    ...{ updates: driver.given, extra: verdict.extra },
  });
  expect(broken).toEqual([]);
  expect(failed).toEqual({ errors: 0, timeouts: 0, non2xx: 0, mismatches: 0 });
  for (const { code, ms } of stops) {
    expect(code).toBe(0);
    expect(ms).toBeLessThan(STOP_MS);
  }
  expect(verdict).toMatchObject({ lost: [], extra: 0, wrong: [] });
  expect(watch.overlaps).toEqual([]);
  // Those of its questions name their values by a question mark.
  await requireEffects({ ask: (query, params) => world.ask(query.replace('?', '$1'), params) }, driver);
  await requireOneAnswerEach(world, driver);
}

function publish(world: ReplicaWorld, onEnd: OnEnd): { stop(): Promise<void> } {
  const published = new AbortController();
  onEnd(() => published.abort());
  const stream = world.feed.stream(ADS_PER_S, published.signal);
  return {
    async stop() {
      published.abort();
      await stream;
    },
  };
}

/** People write and press buttons, one after the other, until they are stopped. */
async function chatIn(world: ReplicaWorld, onEnd: OnEnd): Promise<{ stop(): Promise<UpdatesDriver> }> {
  const seed = Date.now() % 1_000_000;
  const driver = new UpdatesDriver(world.telegram, new RandomStream(seed, 1), await world.subjects(4));
  await driver.open();
  let isOver = false;
  onEnd(() => {
    isOver = true;
  });
  const acting = (async () => {
    while (!isOver)
      await Promise.all([
        driver.act(),
        moment(UPDATE_EVERY_MS),
        world.handled(driver.given + world.people.length - AHEAD),
      ]);
  })();
  const writing = (async () => {
    while (!isOver) await driver.giveFeedback(WRITER);
  })();
  return {
    async stop() {
      isOver = true;
      await Promise.all([acting, writing]);
      return driver;
    },
  };
}

/** Whoever opened the chat for the first time was greeted once, and each press was answered once. */
async function requireOneAnswerEach(world: ReplicaWorld, driver: UpdatesDriver): Promise<void> {
  const calls = await world.telegram.calls();
  const greetings = driver.newcomers.map(
    (chat) => calls.filter(({ method, chatId }) => method === 'sendMessage' && chatId === chat).length,
  );
  expect(greetings).toEqual(driver.newcomers.map(() => 1));
  const answered = calls
    .filter(({ method }) => method === 'answerCallbackQuery')
    .map(({ payload }) => payload.callback_query_id);
  expect(answered).toHaveLength(new Set(answered).size);
}
