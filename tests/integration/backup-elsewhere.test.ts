import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connect, migrate, pendingMigrations } from '#core/db/open.ts';
import { aFolder, askAt, emptyDatabase, fillDatabase } from '#tests/support/backup-world.ts';
import { aUser } from '#tests/support/builders.ts';
import { commandLine } from '#tests/support/cli-world.ts';
import { ROLE_PASSWORD, roleStatements } from '#tests/support/database-roles.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

let folder: string;
let file: string;
const ends: (() => void)[] = [];

beforeAll(async () => {
  const database = await openTestDatabase();
  await fillDatabase(database.orm);
  folder = aFolder((end) => ends.push(end));
  file = path.join(folder, 'whole');
  expect(await commandLine(database.url)(['backup', file])).toMatchObject({ code: 0, err: '' });
  await database.close();
});
afterAll(() => {
  for (const end of ends) end();
});

describe('a backup of an older release', () => {
  const OLD = 'Migration20261121130000_change_log';

  it.each(['an empty database', 'one of this release', 'one that is older still'])('goes into %s', async (into) => {
    const [from, to] = [await emptyDatabase(), await emptyDatabase()];
    const old = await connect(from);
    await old.migrator.up({ to: OLD });
    await old.close(true);
    await askAt(from, "insert into users (telegram_id, role, first_name, language) values (77, 'basic', 'Old', 'lv')");
    const target = path.join(folder, randomUUID());
    expect(await commandLine(from)(['backup', target])).toMatchObject({ code: 0 });
    const orm = await connect(to);
    if (into === 'one of this release') {
      await migrate(orm);
      await aUser(orm);
    }
    if (into === 'one that is older still') await orm.migrator.up({ to: 'Migration20261121125616_initial' });
    await orm.close(true);
    expect(await commandLine(to)(['restore', target, '--yes'])).toMatchObject({ code: 0, err: '' });
    const copy = await connect(to);
    expect(await pendingMigrations(copy)).toEqual([]);
    expect(await copy.schema.getUpdateSchemaSQL()).toBe('');
    await copy.close(true);
    expect(await askAt(to, 'select telegram_id, returned_in_claim from users join recipients on user_id = id')).toEqual(
      [{ telegram_id: '77', returned_in_claim: null }],
    );
    expect(await askAt(to, 'select id from market_state')).toEqual([{ id: 1 }]);
  });
});

it('a role that only owns the schema restores, and the one that serves can take backups', async () => {
  const id = randomUUID().slice(0, 8);
  const url = new URL(await emptyDatabase());
  const names = { owner: `owner_${id}`, app: `app_${id}`, database: url.pathname.slice(1) };
  for (const statement of roleStatements(names)) await askAt(url.href, statement);
  const as = (username: string) => Object.assign(new URL(url), { username, password: ROLE_PASSWORD }).href;
  const serve = new URL(as(names.app));
  expect(await commandLine(as(names.app))(['restore', file])).toMatchObject({ code: 1, err: /./ });
  expect(await commandLine(as(names.owner))(['restore', file])).toMatchObject({ code: 0, err: '' });
  expect(await commandLine(as(names.owner))(['restore', file, '--yes'])).toMatchObject({ code: 0, err: '' });
  expect(await commandLine(serve.href)(['backup', path.join(folder, 'served')])).toMatchObject({ code: 0, err: '' });
  expect(await commandLine(serve.href)(['restore', file, '--yes'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('owner of the schema'),
  });
  const server = `${inject('serverUrl')}postgres`;
  await askAt(server, `drop database ${names.database} with (force)`);
  await askAt(server, `drop role ${names.owner}, ${names.app}`);
});
