import { expect, it, vi } from 'vitest';
import { PATHS } from '#core/contracts/paths.ts';
import { priceRangeOf } from '#tests/support/chaos/outage-feed.ts';
import { adsIn } from '#tests/support/chaos/outage-verdict.ts';
import { LeaderWatch } from '#tests/support/replicas/leader-watch.ts';
import { PageLoad } from '#tests/support/replicas/page-load.ts';
import { ReplicaWorld } from '#tests/support/replicas/replica-world.ts';

const STOP_MS = 11_000;
const WEB = { ROLE: 'web' };
const ANNA = 910_000;
const NEWCOMER = 940_000;
const WITHIN = { timeout: 60_000, interval: 50 };

it('web replicas serve pages, calls and webhooks, and never lead', async ({ onTestFinished }) => {
  const world = await ReplicaWorld.open({ bot: 'webhook', people: 2, groups: 2, stopDelayS: 1 }, onTestFinished);
  const leader = await world.add('web-leader');
  const one = await world.add('web-one', WEB);
  const two = await world.add('web-two', WEB);
  const watch = new LeaderWatch(world.replicas);
  onTestFinished(() => watch.stop());

  const anna = await world.signIn(ANNA, one.url);
  for (const { url } of [leader, one, two]) {
    expect((await fetch(url + PATHS.filters, { headers: anna })).status).toBe(200);
    expect((await fetch(url, { headers: { accept: 'text/html' } })).status).toBe(200);
  }
  const filters = { filterName: 'others', ...priceRangeOf(1), active: 1 };
  const saved = await fetch(two.url + PATHS.filterNew, {
    ...{ method: 'POST', headers: anna, body: JSON.stringify({ filters }) },
  });
  expect([saved.status, await saved.text()]).toEqual([201, expect.anything()]);
  // What the leader knows of the filters is at most a second old, and an ad comes a second later.
  world.feed.publish(2);
  await toldOf(world, ['ad-1', 'ad-2']);

  const load = await PageLoad.start(world.balancer.url, anna);
  const stops = [await world.restart(one), await world.restart(two)];
  const brokenByStops = [...world.balancer.broken];
  leader.service.kill();
  await leader.service.ended;
  world.feed.publish(2);
  await world.telegram.command('start', { userId: NEWCOMER });
  await vi.waitFor(async () => {
    const calls = await world.telegram.calls('sendMessage');
    expect(calls.filter(({ chatId }) => chatId === NEWCOMER)).toHaveLength(1);
  }, WITHIN);
  // Whoever may lead asks for it all the time, so there is nothing to wait for.
  expect(await world.standingBy()).toEqual([]);
  expect([await one.leads(5_000), await two.leads(5_000)]).toEqual([false, false]);
  const { failed, ...answers } = await load.stop();
  await leader.again();
  await toldOf(world, ['ad-1', 'ad-2', 'ad-3', 'ad-4']);
  await watch.stop();
  console.info('web replicas', { stops: stops.map(({ ms }) => Math.round(ms)), ...answers, failed });
  for (const { code, ms } of stops) {
    expect(code).toBe(0);
    expect(ms).toBeLessThan(STOP_MS);
  }
  expect(watch.overlaps).toEqual([]);
  expect(brokenByStops).toEqual([]);
  // What failed is what the leader had in hand when it was killed, calls of Telegram among it.
  expect(failed.non2xx).toBeLessThanOrEqual(world.balancer.broken.length);
  expect(failed).toMatchObject({ errors: 0, timeouts: 0 });
});

it('a replica that does not poll knows the name of the bot, too, so that people can log in there', async ({
  onTestFinished,
}) => {
  const world = await ReplicaWorld.open({ bot: 'polling', people: 1, groups: 1 }, onTestFinished);
  await world.add('named-leader');
  const web = await world.add('named-web', WEB);
  await vi.waitFor(async () => {
    const begun = await fetch(web.url + PATHS.link, { method: 'POST', headers: { origin: world.balancer.url } });
    expect(begun.status).toBe(200);
  }, WITHIN);
});

async function toldOf(world: ReplicaWorld, ads: readonly string[]): Promise<void> {
  await vi.waitFor(async () => {
    const calls = await world.telegram.calls();
    const told = calls.filter(({ chatId, outcome }) => chatId === ANNA && outcome === 'accepted').flatMap(adsIn);
    expect(told.sort()).toEqual(ads);
  }, WITHIN);
}
