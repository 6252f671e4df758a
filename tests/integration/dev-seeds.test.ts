import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '#core/config.ts';
import { type Core, createCore } from '#core/context.ts';
import { fillDatabase } from '#tools/dev/fill-database.ts';
import { DEV_PEOPLE } from '#tools/dev/people.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { testLogger } from '../support/test-log.ts';

let core: Core;

beforeAll(async () => {
  const config = loadConfig({ NODE_ENV: 'test', BOT_MODE: 'off', SIGNUP_ROLE: 'basic' });
  core = await createCore(config, { database: await openTestDatabase(), logger: testLogger() });
});
afterAll(() => core.close());

/** Everything the seeds write, but for times that move when nothing else does. */
function written(): Promise<unknown> {
  return core.run(async () => ({
    users: await core.orm.em.execute('select telegram_id, first_name, role, language from users order by telegram_id'),
    filters: await core.orm.em.execute('select to_jsonb(filters) from filters order by id'),
    letters: await core.orm.em.execute(
      `select user_id, text as what from problems union all select user_id, comment from feedback
       union all select user_id, plan || ' ' || state from plan_requests order by 1, 2`,
    ),
    notifications: await core.orm.em.execute('select kind, user_id, subject_id from notifications order by 1, 2, 3'),
  }));
}

test('the seeds give each role somebody, with filters and letters, and say the same a second time', async () => {
  await fillDatabase(core, DEV_PEOPLE);
  const first = await written();
  expect(first).toMatchObject({ users: { length: 7 }, filters: { length: 6 }, letters: { length: 4 } });
  const roles = await core.run(() => core.orm.em.execute<{ role: string }[]>('select distinct role from users'));
  expect(roles.map(({ role }) => role).sort()).toEqual(['admin', 'advanced', 'basic', 'user']);
  await fillDatabase(core, DEV_PEOPLE);
  expect(await written()).toEqual(first);
});

test('a role that was changed since comes back', async () => {
  await core.run(() => core.orm.em.execute("update users set role = 'advanced' where telegram_id = ?", [5003]));
  await fillDatabase(core, DEV_PEOPLE);
  const [olga] = await core.run(() =>
    core.orm.em.execute<{ role: string }[]>('select role from users where telegram_id = 5003'),
  );
  expect(olga?.role).toBe('user');
});
