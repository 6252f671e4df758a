import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { FACT_COLUMNS } from '#core/ads/ad-facts.ts';
import { NO_CRITERIA } from '#core/contracts/filter-criteria.ts';
import { connect, type Database, migrate, pendingMigrations } from '#core/db/open.ts';
import { criteriaColumns } from '#core/filters/filter-criteria.ts';
import { aFilter, aUser } from '#tests/support/builders.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const SEARCHED = FACT_COLUMNS.filter(({ field }) => field !== 'seller');
const columnName = (field: string) => field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

const rows = (query: string) => database.orm.em.fork().execute<Record<string, string>[]>(query);

async function emptyDatabase(): Promise<string> {
  const name = `m_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: `${inject('serverUrl')}postgres` });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  return `${inject('serverUrl')}${name}`;
}

describe('migrations', () => {
  it('say what the entities say', async () => {
    expect(await database.orm.schema.getUpdateSchemaSQL()).toBe('');
    expect(await database.orm.migrator.checkSchema()).toBe(false);
  });

  it('are applied once when several processes start together', async () => {
    const url = await emptyDatabase();
    const orms = await Promise.all([1, 2, 3, 4].map(() => connect(url)));
    const applied = await Promise.all(orms.map(migrate));
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    expect(await pendingMigrations(orms[0] as (typeof orms)[number])).toEqual([]);
    await Promise.all(orms.map((orm) => orm.close(true)));
  });

  it('can be taken back and applied again', async () => {
    const orm = await connect(await emptyDatabase());
    await migrate(orm);
    await orm.migrator.down({ to: 0 });
    expect(await migrate(orm)).not.toEqual([]);
    await orm.close(true);
  });
});

describe('the database itself', () => {
  it.each([
    ['filters_change_log', criteriaColumns(NO_CRITERIA)],
    ['ads_change', Object.fromEntries(SEARCHED.map(({ field }) => [field, null]))],
  ])('notes a change of each column that counts: %s', async (trigger, columns) => {
    const watched = await rows(
      `select a.attname as name from pg_trigger t
         join pg_attribute a on a.attrelid = t.tgrelid and a.attnum = any(t.tgattr) where t.tgname = '${trigger}'`,
    );
    expect(watched.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(columns).map(columnName)));
  });

  it('gives every user a recipient', async () => {
    const user = await aUser(database.orm);
    expect(await rows(`select reachable from recipients where user_id = ${user.id}`)).toEqual([{ reachable: true }]);
  });

  it('logs every change of a filter that concerns matching, in the order of the commits', async () => {
    const user = await aUser(database.orm);
    const filter = await aFilter(database.orm, user.id);
    const logged = async () =>
      (await rows(`select revision from filter_changes where filter_id = ${filter.id}`)).length;
    expect(await logged()).toBe(1);
    await rows(`update filters set price_max = 5000 where id = ${filter.id}`);
    expect(await logged()).toBe(2);
    await rows(`update filters set name = 'other', name_key = 'other' where id = ${filter.id}`);
    expect(await logged()).toBe(2);
    await rows(`delete from users where id = ${user.id}`);
    expect(await logged()).toBe(3);
  });

  it('notes the revision at which a filter became active, and only then', async () => {
    const user = await aUser(database.orm);
    const filter = await aFilter(database.orm, user.id, { active: false });
    const activated = async () =>
      (await rows(`select activated_revision from filters where id = ${filter.id}`))[0]?.activated_revision;
    expect(await activated()).toBeNull();
    await rows(`update filters set active = true where id = ${filter.id}`);
    const first = await activated();
    expect(Number(first)).toBeGreaterThan(0);
    await rows(`update filters set price_max = 7000 where id = ${filter.id}`);
    expect(await activated()).toBe(first);
    await rows(`update filters set active = false where id = ${filter.id}`);
    await rows(`update filters set active = true where id = ${filter.id}`);
    expect(Number(await activated())).toBeGreaterThan(Number(first));
  });

  it('refuses what code must never write', async () => {
    const user = await aUser(database.orm);
    const filter = await aFilter(database.orm, user.id);
    await expect(rows(`update filters set price_min = 9, price_max = 5 where id = ${filter.id}`)).rejects.toThrow();
    await expect(rows(`update users set role = 'root' where id = ${user.id}`)).rejects.toThrow();
    await expect(rows('insert into matcher_state (id) values (2)')).rejects.toThrow();
  });
});
