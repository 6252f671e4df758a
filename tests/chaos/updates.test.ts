import { setTimeout as moment } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { killWhileUpdatesCome } from '#tests/support/chaos/updates-story.ts';
import { UpdatesWorld } from '#tests/support/chaos/updates-world.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

const TAKE_OVER_MS = 10_000;
const CONFLICT_MS = 5_000;
const ANNA = 7_001;

it('of people who use the bot have their effect once, whenever the service is killed', async () => {
  await killWhileUpdatesCome({ kills: 5, updates: 200, seed: Date.now() % 1_000_000 });
});

it('are fetched by one process only, and by another within ten seconds when that one is killed or stopped', async () => {
  const database = await openTestDatabase();
  const world = await UpdatesWorld.open(database);
  try {
    const first = await world.start('poller-1');
    await world.pollsSince(first, 0);
    const second = await world.start('poller-2');
    await world.telegram.command('start', { userId: ANNA });
    await world.handled(1);
    expect(world.pollsOf(second)).toBe(0);

    const killedAt = performance.now();
    first.service.kill();
    await world.telegram.command('send-text', { userId: ANNA, text: '/help' });
    const afterKill = (await world.pollsSince(second, killedAt)) - killedAt;
    await world.handled(2);

    const third = await world.start('poller-3');
    await world.telegram.command('send-text', { userId: ANNA, text: '/help' });
    await world.handled(3);
    expect(world.pollsOf(third)).toBe(0);

    const pausedAt = performance.now();
    second.service.pause();
    await world.telegram.command('send-text', { userId: ANNA, text: '/help' });
    const afterPause = (await world.pollsSince(third, pausedAt)) - pausedAt;
    await world.handled(4);

    second.service.resume();
    await moment(CONFLICT_MS);
    await world.telegram.command('send-text', { userId: ANNA, text: '/help' });
    await world.handled(5);
    const conflicts = await world.telegram.view<number>('poll-conflicts');
    console.info('take-over', { afterKill, afterPause, conflicts });
    expect(Math.max(afterKill, afterPause)).toBeLessThan(TAKE_OVER_MS);
    expect(world.overlaps()).toBe(0);
    // The call that the stopped one had left open.
    expect(conflicts).toBeLessThanOrEqual(1);
    expect(world.confirmedEarly).toEqual([]);
    expect((await fetch(`${second.service.url}/readyz`)).status).toBe(200);
  } finally {
    await world.close();
    await database.close();
  }
});

it('wait five seconds while somebody else fetches them, and the pages are served meanwhile', async () => {
  const database = await openTestDatabase();
  const world = await UpdatesWorld.open(database);
  try {
    const poller = await world.start('poller');
    await world.pollsSince(poller, 0);
    const description = 'Conflict: terminated by other getUpdates request';
    await world.telegram.fault({ method: 'getUpdates', kind: 'error', errorCode: 409, description });
    await world.telegram.command('start', { userId: ANNA });
    const refused = await world.refusedPoll(poller);
    expect((await fetch(`${poller.service.url}/healthz`)).status).toBe(200);
    expect((await world.pollsSince(poller, refused + 1)) - refused).toBeGreaterThan(CONFLICT_MS - 50);
    await world.handled(1);
  } finally {
    await world.close();
    await database.close();
  }
});
