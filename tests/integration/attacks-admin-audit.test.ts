import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '#core/auth/password-hash.ts';
import { type AdminWorld, openAdminWorld, USER_DEEDS } from '../support/admin-world.ts';
import { OTHER_PASSWORD, PASSWORD } from '../support/passwords.ts';

const SECRET = 'a-word-that-only-the-developers-know';

let world: AdminWorld;
beforeAll(async () => {
  world = await openAdminWorld({ env: { DEV_LOGIN_SECRET: SECRET } });
});
afterAll(() => world.close());

describe('the audit log', () => {
  const ADDRESS = '203.0.113.18';
  const byAdmin = () => ({ actor: `user ${world.admin.id}`, way: 'web', ip: ADDRESS, at: world.clock.now() });

  it('has one line for each deed: who, what, to whom, when, from where', async () => {
    const anna = await world.someone({ role: 'user' });
    const bruno = await world.someone({ role: 'user' });
    for (const [method, deed] of [
      ['PUT', 'promote/basic'],
      ['PUT', 'promote/advanced'],
      ['PUT', 'demote/user'],
      ['DELETE', 'delete/user'],
    ] as const) {
      world.clock.advance(1000);
      const url = `/admin/${deed}/${anna.id}`;
      expect((await world.askFrom(ADDRESS, world.admin, { method, url })).statusCode).toBe(200);
    }
    const lines = await world.audited(anna.id);
    expect(lines.map(({ action }) => action)).toEqual(['user.delete', 'role.user', 'role.advanced', 'role.basic']);
    expect(lines[0]).toEqual({ id: expect.any(Number), action: 'user.delete', ...byAdmin() });
    for (const line of lines) expect(line).toMatchObject({ actor: byAdmin().actor, way: 'web', ip: ADDRESS });
    expect(await world.audited(bruno.id)).toEqual([]);
  });

  it('names nobody whom it concerned: not by number, not alike from line to line', async () => {
    const anna = await world.someone({ role: 'user' });
    for (const deed of ['promote/basic', 'demote/user']) await world.admin.ask('PUT', `/admin/${deed}/${anna.id}`);
    const rows = await world.sql<{ row: string; target_hash: string }>(
      'select admin_audit::text as row, target_hash from admin_audit order by id desc limit 2',
    );
    expect(new Set(rows.map((row) => row.target_hash)).size).toBe(2);
    for (const { row } of rows) expect(row).not.toMatch(new RegExp(`\\b(${anna.id}|${anna.telegramId})\\b`));
  });

  it('has no line for a deed that was refused', async () => {
    const before = (await world.audited()).length;
    const user = await world.someone({ role: 'advanced' });
    for (const [method, deed] of USER_DEEDS) {
      await user.ask(method, `${deed}${user.id}`);
      await world.admin.ask(method, `${deed}${world.admin.id}`);
      await world.admin.ask(method, `${deed}0`);
    }
    expect(await world.audited()).toHaveLength(before);
  });

  it('has a line for each log-in of developers, and for each that was refused', async () => {
    const logIn = (secret: string, telegramId = world.admin.telegramId) =>
      world.call({
        method: 'POST',
        url: '/auth/dev-login',
        remoteAddress: ADDRESS,
        payload: { first_name: 'Ada', telegram_user_id: telegramId, secret },
      });
    const before = (await world.audited())[0]?.id ?? 0;
    expect((await logIn('a wrong one')).statusCode).toBe(401);
    expect((await logIn(SECRET, 999)).statusCode).toBe(401);
    expect((await logIn(SECRET)).statusCode).toBe(200);
    const lines = (await world.audited()).filter(({ id }) => id > before);
    expect(lines.map(({ action }) => action)).toEqual(['login', 'login.refused', 'login.refused']);
    for (const line of lines) expect(line).toMatchObject({ way: 'web', ip: ADDRESS, at: world.clock.now() });
    expect((await world.audited(world.admin.id)).map(({ id }) => id)).toContain(lines[0]?.id);
  });

  it('has a line for each password that was refused', async () => {
    const anna = await world.someone({ role: 'basic' });
    await world.sql(
      "update users set username = 'anna-audit', username_key = 'anna-audit', password_hash = ? where id = ?",
      [await hashPassword(PASSWORD), anna.id],
    );
    const logIn = (password: string) =>
      world.call({
        method: 'POST',
        url: '/auth/password-login',
        remoteAddress: ADDRESS,
        payload: { username: 'anna-audit', password },
      });
    expect((await logIn(OTHER_PASSWORD)).statusCode).toBe(401);
    expect(await world.audited(anna.id)).toMatchObject([{ action: 'login.refused', way: 'web', ip: ADDRESS }]);
    expect((await logIn(PASSWORD)).statusCode).toBe(200);
    expect(await world.audited(anna.id)).toHaveLength(1);
  });
});
