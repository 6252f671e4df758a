import { IsolationLevel } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#core/db/open.ts';
import { FilterChanges } from '#core/matching/filter-changes.ts';
import { NOBODY } from '#core/matching/filter-owners.ts';
import { anAd, anAdEvent, unknownCar } from '#tests/support/ad-builders.ts';
import { aFilter, aUser } from '#tests/support/builders.ts';
import { aMatcher, emptyMarket, storedAlerts } from '#tests/support/matching-world.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

/** More than two pages of a cold build, and than one of changes. */
const MANY = 4_500;
const FOR_EVER = Number.MAX_SAFE_INTEGER;

let database: Database;
let anna: number;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyMarket(database);
  anna = (await aUser(database.orm)).id;
});

const sql = <T = Record<string, string>>(statement: string, params: unknown[] = []): Promise<T[]> =>
  database.orm.em.fork().execute(statement, params);

/** Active filters that every car satisfies. */
function someFilters(userId: number, count: number) {
  return sql(
    `insert into filters (user_id, name, name_key, active, edited_at)
     select ?, 'filter ' || n, 'filter ' || n, true, now() from generate_series(1, ?) as n`,
    [userId, count],
  );
}

function inSnapshot<T>(work: (em: EntityManager) => Promise<T>): Promise<T> {
  return database.orm.em.fork().transactional(work, { isolationLevel: IsolationLevel.REPEATABLE_READ });
}

/** What the index says of a car that only open filters want, with the filters' owners. */
const seen = (changes: FilterChanges) =>
  [...changes.index.match(unknownCar)].map((id) => `${id} of ${changes.owners.ownerAt(id, FOR_EVER)}`).sort();
const stored = async () =>
  (await sql('select id, user_id from filters where active')).map((row) => `${row.id} of ${row.user_id}`).sort();

describe('a cold build', () => {
  it('holds the filters of one moment, whatever changes between its pages, and catches up with the rest', async () => {
    await someFilters(anna, MANY);
    const changes = new FilterChanges();
    const before = await inSnapshot(async (em) => {
      await em.execute('select from filters limit 1');
      const before = await stored();
      await sql('delete from filters where id % 3 = 0');
      await sql('update filters set active = false where id % 3 = 1');
      await someFilters((await aUser(database.orm)).id, 50);
      await changes.apply(em);
      return before;
    });
    expect(before).toHaveLength(MANY);
    expect(seen(changes)).toEqual(before);
    await inSnapshot((em) => changes.apply(em));
    expect(seen(changes)).toEqual(await stored());
    expect(changes.owners.size).toBe(changes.index.size);
  });

  it('comes again where the database was set back to before what the index holds', async () => {
    await someFilters(anna, 3);
    const changes = new FilterChanges();
    await inSnapshot((em) => changes.apply(em));
    await inSnapshot(async (em) => {
      await em.execute("set local session_replication_role = 'replica'");
      await em.execute('delete from filters where id = (select max(id) from filters)');
      await em.execute('delete from filter_changes where revision = (select max(revision) from filter_changes)');
    });
    await inSnapshot((em) => changes.apply(em));
    expect(seen(changes)).toEqual(await stored());
  });

  it('that ends half-way leaves nothing to match with, and the next one begins anew', async () => {
    await someFilters(anna, MANY);
    const changes = new FilterChanges();
    const abort = new AbortController();
    abort.abort(new Error('stopped'));
    await expect(inSnapshot((em) => changes.apply(em, abort.signal))).rejects.toThrow('stopped');
    expect([changes.isWarm, changes.revision]).toEqual([false, 0]);
    await sql('delete from filters where id % 2 = 0');
    await inSnapshot((em) => changes.apply(em));
    expect(changes.isWarm).toBe(true);
    expect(seen(changes)).toEqual(await stored());
  });

  it('gives the database a way to fail that the caller hears of', async () => {
    await someFilters(anna, MANY);
    const changes = new FilterChanges();
    const failing = inSnapshot(async (em) => {
      await em.execute('set local statement_timeout = 1');
      await changes.apply(em);
    });
    await expect(failing).rejects.toThrow('timeout');
    await inSnapshot((em) => changes.apply(em));
    expect(seen(changes)).toHaveLength(MANY);
  });
});

describe('the owners of filters', () => {
  it('follow a filter that changes hands, is switched on again, and goes', async () => {
    const bruno = (await aUser(database.orm)).id;
    const { id } = await aFilter(database.orm, anna);
    const changes = new FilterChanges();
    const apply = () => inSnapshot((em) => changes.apply(em));
    await apply();
    const first = changes.revision;
    expect(changes.owners.ownerAt(id, first)).toBe(anna);
    expect(changes.owners.ownerAt(id, first - 1)).toBe(NOBODY);
    await sql('update filters set user_id = ? where id = ?', [bruno, id]);
    await apply();
    expect(changes.owners.ownerAt(id, first)).toBe(bruno);
    await sql('update filters set active = false where id = ?', [id]);
    await apply();
    expect(changes.owners.ownerAt(id, FOR_EVER)).toBe(NOBODY);
    await sql('update filters set active = true where id = ?', [id]);
    await apply();
    expect(changes.owners.ownerAt(id, changes.revision - 1)).toBe(NOBODY);
    expect(changes.owners.ownerAt(id, changes.revision)).toBe(bruno);
    await sql('delete from users where id = ?', [bruno]);
    await apply();
    expect([changes.owners.size, changes.index.size]).toEqual([0, 0]);
  });

  it('decide who is told: the user of now, and not by a filter switched on again since the release', async () => {
    const bruno = (await aUser(database.orm)).id;
    const given = await aFilter(database.orm, anna);
    const again = await aFilter(database.orm, anna);
    const matcher = aMatcher(database.orm);
    await matcher.drain();
    const event = await anAdEvent(database.orm, await anAd(database.orm));
    await sql('update filters set user_id = ? where id = ?', [bruno, given.id]);
    await sql('update filters set active = false where id = ?', [again.id]);
    await sql('update filters set active = true where id = ?', [again.id]);
    await matcher.drain();
    expect(await storedAlerts(database)).toMatchObject([{ event, user: bruno, filters: [given.id] }]);
    const later = await anAdEvent(database.orm, await anAd(database.orm));
    await matcher.drain();
    expect((await storedAlerts(database)).map((alert) => [alert.event, alert.user])).toEqual([
      [later, anna],
      [event, bruno],
      [later, bruno],
    ]);
  });
});
