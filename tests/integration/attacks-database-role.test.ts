import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { connect, migrate } from '#core/db/open.ts';
import { ROLE_PASSWORD, roleStatements } from '../support/database-roles.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const id = randomUUID().slice(0, 8);
const [database, owner, app] = [`t_roles_${id}`, `owner_${id}`, `app_${id}`] as const;

let admin: pg.Client;
let world: TestApp;
let client: pg.Client;

const at = (user: string, name: string): string => {
  const url = new URL(`${inject('serverUrl')}${name}`);
  if (user !== '') Object.assign(url, { username: user, password: ROLE_PASSWORD });
  return url.href;
};

beforeAll(async () => {
  admin = new pg.Client({ connectionString: at('', 'postgres') });
  await admin.connect();
  await admin.query(`create database ${database}`);
  const inside = new pg.Client({ connectionString: at('', database) });
  await inside.connect();
  for (const statement of roleStatements({ owner, app, database })) await inside.query(statement);
  await inside.end();
  const orm = await connect(at(owner, database));
  await migrate(orm);
  await orm.close(true);
  world = await createTestApp({ databaseUrl: at(app, database) });
  client = new pg.Client({ connectionString: at(app, database) });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await world.close();
  await admin.query(`drop database ${database} with (force)`);
  await admin.query(`drop role ${owner}`);
  await admin.query(`drop role ${app}`);
  await admin.end();
});

it('the role that serves has what the service needs', async () => {
  expect(await world.core.databaseState()).toBe('up');
  const headers = await world.loginAs({ telegramId: 1, role: 'basic' });
  const payload = { filters: { filterName: 'A', active: 1 } };
  expect((await world.call({ method: 'POST', url: '/filters/new', headers, payload })).statusCode).toBe(201);
  expect((await world.call({ url: '/filters/get/filters', headers })).statusCode).toBe(200);
  expect((await world.call({ method: 'DELETE', url: '/api/user/delete-account', headers })).statusCode).toBe(200);
});

it.each([
  'drop table users',
  'truncate users',
  'alter table users add column x text',
  'alter table users disable trigger all',
  'create table x()',
  'create function x() returns int language sql as $$select 1$$',
  'create schema x',
  'create role x superuser',
  `create database x_${id}`,
  `alter role ${app} superuser`,
  `set role ${owner}`,
  "copy users to program 'id'",
  "copy users from '/etc/passwd'",
  "select pg_read_file('/etc/passwd')",
  'alter system set fsync = off',
])('and may not %s', async (statement) => {
  await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
});
