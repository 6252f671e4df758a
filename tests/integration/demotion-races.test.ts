import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actingUser } from '#core/audit/actor.ts';
import { type FilterClient, someone } from '../support/filter-client.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const ROUNDS = 20;
const FILTERS = 30;
const EDITED_FROM = '2026-11-01T12:00:00Z';

let world: TestApp;
let ada: FilterClient;
let anna: FilterClient;
let ids: number[];
beforeAll(async () => {
  world = await createTestApp();
  ada = await someone(world, 'admin');
  anna = await someone(world, 'advanced');
  ids = await anna.createMany(FILTERS, 0);
});
afterAll(() => world.close());

const sql = <T>(statement: string, params: unknown[]): Promise<T[]> =>
  world.core.orm.em.fork().execute(statement, params);
const activeIds = async () =>
  (await sql<{ id: string }>('select id from filters where user_id = ? and active order by id', [anna.userId])).map(
    ({ id }) => Number(id),
  );
const demote = () =>
  world.core.run(() => world.core.userRoles.demote(actingUser(ada.userId, 'web', '192.0.2.1'), anna.userId, 'basic'));

/** Advanced again, with the first so many filters on; each was edited a second before the one after it. */
async function startAnew(active: number): Promise<void> {
  await sql("update users set role = 'advanced' where id = ?", [anna.userId]);
  await sql(
    `update filters set active = place <= ?, edited_at = ?::timestamptz + place * interval '1 second'
     from (select id, row_number() over (order by id) as place from filters where user_id = ?) as placed
     where filters.id = placed.id`,
    [active, EDITED_FROM, anna.userId],
  );
}

/** Looks at role and filters, each time in one statement, until the deeds are over; answers what was seen. */
async function watchDuring(deeds: Promise<unknown>): Promise<{ role: string; active: number }[]> {
  const seen: { role: string; active: number }[] = [];
  let isOver = false;
  const look = async () => {
    const [now] = await sql<{ role: string; active: number }>(
      `select role, (select count(*)::int from filters where user_id = users.id and active) as active
       from users where id = ?`,
      [anna.userId],
    );
    if (now) seen.push(now);
  };
  const watching = (async () => {
    while (!isOver) await look();
    await look();
  })();
  await deeds.finally(() => {
    isOver = true;
  });
  await watching;
  return seen;
}

/** So many filters are on; twenty others are switched on at once, and after so many of these calls comes the demotion. */
async function race(active: number, demotedAfter: number) {
  await startAnew(active);
  const switchOn = (id: number) => anna.update(id, { filterName: `f${id}` });
  const others = ids.slice(-20);
  const earlier = others.slice(0, demotedAfter).map(switchOn);
  const demoted = demote();
  const answers = Promise.all([...earlier, ...others.slice(demotedAfter).map(switchOn)]);
  const seen = await watchDuring(Promise.all([answers, demoted]));
  return { answers: await answers, seen };
}

describe('a demotion', () => {
  it('with ten active filters leaves the five that were edited last', async () => {
    await startAnew(10);
    await demote();
    expect(await activeIds()).toEqual(ids.slice(5, 10));
  });

  it('leaves the same ones while the user is switching on twenty others', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { answers, seen } = await race(10, round);
      expect(answers.map((answer) => answer.json().code)).toEqual(Array(20).fill('filter.limitReached'));
      expect(await activeIds()).toEqual(ids.slice(5, 10));
      // In one transaction: nobody sees the role without what it means, nor the other way round.
      for (const { role, active } of seen) expect(active).toBe(role === 'basic' ? 5 : 10);
      expect(seen.at(-1)).toEqual({ role: 'basic', active: 5 });
    }
  }, 60_000);

  it('never leaves more on than the role allows while some of the twenty come first', async () => {
    for (let round = 0; round < ROUNDS; round += 2) {
      const { seen } = await race(3, round);
      for (const { role, active } of seen) expect(active).toBeLessThanOrEqual(role === 'basic' ? 5 : 10);
      expect(seen.at(-1)).toEqual({ role: 'basic', active: 5 });
      expect(await anna.activeCount()).toBe(5);
    }
  }, 60_000);
});
