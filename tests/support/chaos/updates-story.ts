import { setTimeout as moment } from 'node:timers/promises';
import { expect } from 'vitest';
import { RandomStream } from '#tools/bench/matching/random-stream.ts';
import { openTestDatabase } from '../test-database.ts';
import { UpdatesDriver } from './updates-driver.ts';
import { UpdatesWorld } from './updates-world.ts';

const WRITER = 929_999;

/**
 * Kills the service again and again while people use the bot, and compares what the database holds with what it would
 * hold if each update had been handled once. Half of the kills come while a handler talks to Telegram, the others at
 * any time.
 */
export async function killWhileUpdatesCome(given: { kills: number; updates: number; seed: number }): Promise<void> {
  const random = new RandomStream(given.seed, 1);
  const database = await openTestDatabase();
  const world = await UpdatesWorld.open(database);
  try {
    const subjects = [
      await world.aSubject(0),
      await world.aSubject(1),
      await world.aSubject(2),
      await world.aSubject(3),
    ];
    const driver = new UpdatesDriver(world.telegram, random, subjects);
    let poller = await world.start('updates-0');
    await driver.open();
    for (let kill = 1; kill <= given.kills; kill += 1) {
      const feedback = driver.giveFeedback(WRITER);
      const amid = random.chance(50);
      const struck = amid
        ? world.amidHandler(poller, random.whole(1, 25), () => poller.service.kill())
        : moment(random.whole(0, 600)).then(() => poller.service.kill());
      while (driver.given < (given.updates * kill) / given.kills) await driver.act();
      await struck;
      await poller.service.ended;
      poller = await world.start(`updates-${kill}`);
      await feedback;
    }
    await world.handled(driver.given);
    console.info(`updates ${driver.given}, kills ${given.kills}, seed ${given.seed}`);
    await requireEffects(world, driver);
    expect(world.confirmedEarly).toEqual([]);
  } finally {
    await world.close();
    await database.close();
  }
}

/** The database holds what it would hold if each update had been handled once. */
export async function requireEffects(world: Pick<UpdatesWorld, 'ask'>, driver: UpdatesDriver): Promise<void> {
  for (const [chat, standing] of driver.standings) {
    const [user] = await world.ask<{ id: string; paused: boolean; language: string }>(
      'select id, paused_at is not null as paused, language from users where telegram_id = ?',
      [chat],
    );
    const filters = await world.ask<{ id: string; active: boolean }>(
      'select id, active from filters where user_id = ?',
      [user?.id],
    );
    expect({
      ...{ paused: user?.paused, language: user?.language },
      filters: new Map(filters.map(({ id, active }) => [Number(id), active])),
    }).toEqual(standing);
  }
  const counts = await world.ask<{ telegram_id: string; n: number }>(
    'select telegram_id, count(*)::int as n from users where telegram_id >= 929999 group by telegram_id order by 1',
  );
  expect(counts.map((row) => [Number(row.telegram_id), row.n])).toEqual(
    [WRITER, ...driver.newcomers].map((chat) => [chat, 1]),
  );
  const feedback = await world.ask<{ comment: string }>('select comment from feedback order by id');
  expect(feedback.map(({ comment }) => comment)).toEqual(driver.comments);
}
