import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '#core/audit/actor.ts';
import type { Account } from '../support/account-world.ts';
import { type AdminWorld, openAdminWorld, USER_DEEDS } from '../support/admin-world.ts';
import { createTestApp } from '../support/test-app.ts';

const SHELL = '<html><head></head><body>Vanags</body></html>';
const HTML = { accept: 'text/html,*/*' };
const OPERATOR: Actor = { userId: null, name: 'operator', way: 'cli', ip: null };

let folder: string;
let world: AdminWorld;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vanags-admin-'));
  await writeFile(path.join(folder, 'index.html'), SHELL);
  world = await openAdminWorld({ staticDir: folder });
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const outcome = async ({ ask }: Account, method: 'GET' | 'PUT' | 'DELETE', url: string) => {
  const answer = await ask(method, url);
  return [answer.statusCode, answer.json().code];
};

describe('the pages of administrators', () => {
  it.each([
    ['/admin', 200],
    ['/admin/console', 200],
    ['/admin/reported-problems', 200],
    ['/admin/nothing', 404],
  ])('%s hold no data, whoever asks, and are framed by nobody', async (url, status) => {
    const user = await world.someone({ role: 'user', firstName: 'Nekurnestāvošā' });
    for (const headers of [{}, user.headers, world.admin.headers]) {
      const page = await world.call({ url, headers: { ...headers, ...HTML } });
      expect([page.statusCode, page.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
      expect(page.body.replace(/\s*<meta name="telegram-web-origin"[^>]*>/, '')).toBe(SHELL);
      expect(String(page.headers['content-security-policy']).split(';')).toContain("frame-ancestors 'none'");
    }
  });
});

describe('a role that changes', () => {
  it('counts from the very next request of an open session', async () => {
    const boss = await world.someone({ role: 'admin' });
    const anna = await world.someone({ role: 'user' });
    expect(await outcome(boss, 'GET', '/admin/get/users')).toEqual([200, undefined]);
    await world.core.run(() => world.core.userRoles.demote(OPERATOR, boss.id, 'advanced'));
    expect(await outcome(boss, 'GET', '/admin/get/users')).toEqual([403, 'auth.notAdmin']);
    expect(await outcome(boss, 'PUT', `/admin/promote/basic/${anna.id}`)).toEqual([403, 'auth.notAdmin']);
    expect(await outcome(boss, 'DELETE', `/admin/delete/user/${anna.id}`)).toEqual([403, 'auth.notAdmin']);
    expect(await world.roleOf(anna.id)).toBe('user');
    expect((await boss.ask('GET', '/filters/get/filter-limit')).json()).toEqual({ role: 'advanced', limit: 10 });
  });

  it('counts for a deed that has begun already', async () => {
    for (const [method, deed] of USER_DEEDS) {
      const boss = await world.someone({ role: 'admin' });
      const anna = await world.someone({ role: 'basic' });
      const demotion = await world.holding("update users set role = 'user' where id = ?", [boss.id]);
      const answer = outcome(boss, method, `${deed}${anna.id}`);
      await world.somebodyWaits();
      await demotion.commit();
      expect(await answer).toEqual([403, 'auth.notAdmin']);
      expect(await world.roleOf(anna.id)).toBe('basic');
      expect(await world.audited(anna.id)).toEqual([]);
    }
  });
});

describe('an administrator', () => {
  it('is changed by no other, and deleted by none', async () => {
    const boss = await world.someone({ role: 'admin' });
    for (const [method, deed] of USER_DEEDS) {
      const code = method === 'DELETE' ? 'user.adminDelete' : 'user.adminImmutable';
      expect(await outcome(world.admin, method, `${deed}${boss.id}`)).toEqual([409, code]);
    }
    expect(await world.roleOf(boss.id)).toBe('admin');
    expect(await outcome(boss, 'GET', '/admin/get/users')).toEqual([200, undefined]);
    expect(await world.audited(boss.id)).toEqual([]);
  });

  it('changes and deletes everybody but themselves', async () => {
    for (const [method, deed] of USER_DEEDS)
      expect(await outcome(world.admin, method, `${deed}${world.admin.id}`)).toEqual([409, 'user.self']);
    expect(await world.roleOf(world.admin.id)).toBe('admin');
  });

  it('is nobody before the command line makes one, whatever their name and their number', async () => {
    const fresh = await createTestApp();
    try {
      const admins = () => fresh.core.orm.em.fork().execute("select from users where role = 'admin'");
      expect(await admins()).toEqual([]);
      for (const telegramId of [1, 2, 777_000]) {
        const headers = await fresh.loginAs({ telegramId, firstName: 'admin' });
        const answer = await fresh.call({ url: '/admin/get/users', headers });
        expect([answer.statusCode, answer.json().code]).toEqual([403, 'auth.notAdmin']);
      }
      expect(await admins()).toEqual([]);
    } finally {
      await fresh.close();
    }
  });
});

describe('a deed that makes no sense', () => {
  it.each([
    ['user', 'promote/user'],
    ['user', 'demote/user'],
    ['user', 'demote/basic'],
    ['basic', 'promote/basic'],
    ['basic', 'demote/basic'],
    ['advanced', 'promote/basic'],
    ['advanced', 'promote/advanced'],
    ['user', 'promote/admin'],
    ['advanced', 'demote/advanced'],
  ] as const)('of %s by %s changes nothing', async (role, deed) => {
    const anna = await world.someone({ role });
    const answer = await world.admin.ask('PUT', `/admin/${deed}/${anna.id}`);
    const isRoute = ['promote/basic', 'promote/advanced', 'demote/basic', 'demote/user'].includes(deed);
    const expected = isRoute ? [409, 'user.roleNotAllowed'] : [404, 'request.notFound'];
    expect([answer.statusCode, answer.json().code]).toEqual(expected);
    expect(answer.json().message).not.toBe('');
    expect(await world.roleOf(anna.id)).toBe(role);
    expect(await world.audited(anna.id)).toEqual([]);
  });

  it.each(['0', '-1', 'abc', '1.5', '1e3', '0x10', '9223372036854775808', '9007199254740992', '%00', '1%00', '1;2'])(
    'to the user %s is refused',
    async (id) => {
      for (const [method, deed] of USER_DEEDS) {
        const answer = await world.admin.ask(method, `${deed}${id}`);
        expect([answer.statusCode, answer.json()]).toEqual([
          400,
          expect.objectContaining({ code: 'request.invalid', field: 'userId' }),
        ]);
      }
    },
  );

  it('to a user whom there is not is refused', async () => {
    for (const [method, deed] of USER_DEEDS)
      expect(await outcome(world.admin, method, `${deed}9007199254740991`)).toEqual([404, 'user.notFound']);
  });
});
