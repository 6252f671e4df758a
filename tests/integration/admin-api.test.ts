import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figuresResponseSchema } from '#core/contracts/admin-figures.ts';
import { cleanFirstName } from '#core/users/user-service.ts';
import { type AdminWorld, openAdminWorld } from '../support/admin-world.ts';
import { createTestApp } from '../support/test-app.ts';

let world: AdminWorld;
beforeAll(async () => {
  world = await openAdminWorld();
});
afterAll(() => world.close());

const LIMITS = { user: 0, basic: 5, advanced: 10, admin: 20 };

describe('the table of users', () => {
  it('tells who there is, the newest first, with what their role allows', async () => {
    const anna = await world.someone({ role: 'basic', firstName: 'Anna' });
    await anna.aFilter('one');
    await anna.aFilter('two');
    const bruno = await world.someone({ role: 'user', firstName: 'Bruno' });
    const page = await world.users();
    expect(page.allUsers.slice(0, 2)).toEqual([
      {
        id: bruno.id,
        telegram_user_id: bruno.telegramId,
        first_name: 'Bruno',
        role: 'user',
        activeFilters: 0,
        filterLimit: 0,
      },
      {
        id: anna.id,
        telegram_user_id: anna.telegramId,
        first_name: 'Anna',
        role: 'basic',
        activeFilters: 2,
        filterLimit: 5,
      },
    ]);
    expect(page.limits).toEqual(LIMITS);
    expect(page.total).toBe(page.allUsers.length);
  });

  it('is gone through page by page, without a gap and without anybody twice', async () => {
    for (let count = 0; count < 7; count += 1) await world.someone({ firstName: `Paged ${count % 3}` });
    for (const sort of ['id', '-id', 'first_name', '-role', 'telegram_user_id']) {
      const whole = await world.users({ search: 'Paged', sort });
      expect(whole).toMatchObject({ total: 7, nextCursor: null });
      const seen: number[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page = await world.users({ search: 'Paged', sort, limit: 3, ...(cursor && { cursor }) });
        expect(page.total).toBe(7);
        seen.push(...page.allUsers.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      expect(seen).toEqual(whole.allUsers.map(({ id }) => id));
    }
  });

  it('goes on after the longest name that there can be', async () => {
    const firstName = cleanFirstName('क्षि'.repeat(300));
    for (const role of ['user', 'basic'] as const) await world.someone({ role, firstName });
    const query = { search: 'क्षिक्षि', sort: 'first_name', limit: 1 };
    const first = await world.users(query);
    expect(await world.users({ ...query, cursor: String(first.nextCursor) })).toMatchObject({
      allUsers: [{ first_name: firstName, role: 'basic' }],
      nextCursor: null,
    });
  });

  it('is searched by name, by either id, and by role', async () => {
    const zane = await world.someone({ role: 'advanced', firstName: 'Zane Zīle' });
    await world.someone({ role: 'basic', firstName: 'Zanete Zīle' });
    const found = async (query: Record<string, string | number>) =>
      (await world.users(query)).allUsers.map(({ first_name }) => first_name);
    expect(await found({ search: 'zīle', sort: 'first_name' })).toEqual(['Zane Zīle', 'Zanete Zīle']);
    expect(await found({ search: 'zīle', role: 'advanced' })).toEqual(['Zane Zīle']);
    expect(await found({ search: zane.telegramId })).toEqual(['Zane Zīle']);
    expect(await found({ search: zane.id })).toContain('Zane Zīle');
    const { byRole, total } = await world.users({ search: 'zīle', role: 'advanced' });
    expect([total, byRole]).toEqual([1, { user: 0, basic: 1, advanced: 1, admin: 0 }]);
  });

  it.each([
    ['en', 'Invalid role specified.'],
    ['lv', 'Norādīta nederīga loma.'],
    ['ru', 'Указана недопустимая роль.'],
  ])('knows the roles that there are, and says so in the language of the reader: %s', async (language, message) => {
    const headers = { ...world.admin.headers, 'accept-language': language };
    for (const role of ['owner', '', '__proto__', 'admin,user', 'Admin']) {
      const url = `/admin/get/users?role=${encodeURIComponent(role)}`;
      const answer = await world.call({ url, headers });
      expect([answer.statusCode, answer.json()]).toEqual([400, { code: 'user.roleUnknown', message, field: 'role' }]);
    }
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
    ['limit=1e2', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=10&limit=20', 'limit'],
    ['sort=password_hash', 'sort'],
    ['sort=-', 'sort'],
    [`search=${'a'.repeat(101)}`, 'search'],
    ['cursor=nobody', 'cursor'],
    ['cursor=', 'cursor'],
    ['cursor=%00', 'cursor'],
    [`cursor=${'a'.repeat(1201)}`, 'cursor'],
    ['page=2', 'page'],
    ['role=basic&role=admin', 'role'],
  ])('refuses the query %s and names its field', async (query, field) => {
    const answer = await world.admin.ask('GET', `/admin/get/users?${query}`);
    expect([answer.statusCode, answer.json().field]).toEqual([400, field]);
  });

  it('does not take the cursor of another order', async () => {
    const { nextCursor } = await world.users({ sort: 'first_name', limit: 1 });
    const query = new URLSearchParams({ sort: 'id', cursor: String(nextCursor) });
    const answer = await world.admin.ask('GET', `/admin/get/users?${query}`);
    expect([answer.statusCode, answer.json().field]).toEqual([400, 'cursor']);
  });
});

describe('a role', () => {
  it('is given and taken: the next request knows it, filters beyond the limit go off, and the user is told', async () => {
    const anna = await world.someone({ role: 'user', firstName: 'Anna' });
    const limit = async () => (await anna.ask('GET', '/filters/get/filter-limit')).json();
    const deeds = [
      ['/admin/promote/basic/', 'basic'],
      ['/admin/promote/advanced/', 'advanced'],
      ['/admin/demote/basic/', 'basic'],
      ['/admin/promote/advanced/', 'advanced'],
      ['/admin/demote/user/', 'user'],
    ] as const;
    for (const [path, role] of deeds) {
      if (role === 'user') await anna.aFilter('on');
      const answer = await world.admin.ask('PUT', `${path}${anna.id}`);
      expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
      expect(await limit()).toEqual({ role, limit: LIMITS[role] });
    }
    expect((await anna.ask('GET', '/filters/get/combined-count')).json()).toEqual({ combinedCount: 0 });
    await world.deliver();
    expect(anna.told().length).toBeGreaterThan(0);
  });

  it.each([
    ['en', 'The role cannot be changed in this way.'],
    ['lv', 'Šādu lomas maiņu veikt nevar.'],
    ['ru', 'Так изменить роль нельзя.'],
  ])('that cannot be given is refused in the language of the reader: %s', async (language, message) => {
    const anna = await world.someone({ role: 'advanced' });
    const headers = { ...world.admin.headers, 'accept-language': language };
    const answer = await world.call({ method: 'PUT', url: `/admin/promote/basic/${anna.id}`, headers });
    expect([answer.statusCode, answer.json()]).toEqual([409, { code: 'user.roleNotAllowed', message }]);
  });
});

describe('a user', () => {
  it('is deleted with everything of theirs, and signed out at once', async () => {
    const anna = await world.someone({ role: 'basic' });
    await anna.aFilter('gone');
    const answer = await world.admin.ask('DELETE', `/admin/delete/user/${anna.id}`);
    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
    expect((await anna.ask('GET', '/api/get/user')).statusCode).toBe(401);
    expect(await world.roleOf(anna.id)).toBeUndefined();
    expect(await world.sql('select from filters where user_id = ?', [anna.id])).toEqual([]);
    const again = await world.admin.ask('DELETE', `/admin/delete/user/${anna.id}`);
    expect([again.statusCode, again.json().code]).toEqual([404, 'user.notFound']);
  });
});

it('the figures are those of this moment', async () => {
  const before = (await world.admin.ask('GET', '/admin/get/figures')).json();
  expect(figuresResponseSchema.parse(before)).toEqual(before);
  expect(before.at).toBe(world.clock.now().toISOString());
  const anna = await world.someone({ role: 'basic' });
  await anna.aFilter('counted');
  const { users, filters } = (await world.admin.ask('GET', '/admin/get/figures')).json();
  expect(users.total).toBe(before.users.total + 1);
  expect(users.byRole.basic).toBe(before.users.byRole.basic + 1);
  expect(filters.active).toBe(before.filters.active + 1);
});

describe('who asks', () => {
  it('is who has the session, whoever the launch data beside it are of', async () => {
    const anna = await world.someone({ role: 'basic' });
    const launchDataOf = ({ telegramId }: { telegramId: number }) => ({
      authorization: `tma ${world.signInitData({ telegramId })}`,
    });
    const ask = async (cookie: string, launch: Record<string, string>) => {
      const answer = await world.call({ url: '/admin/get/users?limit=1', headers: { cookie, ...launch } });
      return [answer.statusCode, answer.json().code];
    };
    expect(await ask(world.admin.headers.cookie, launchDataOf(anna))).toEqual([200, undefined]);
    expect(await ask(world.admin.headers.cookie, { authorization: 'tma junk' })).toEqual([200, undefined]);
    expect(await ask(anna.headers.cookie, launchDataOf(world.admin))).toEqual([403, 'auth.notAdmin']);
    expect(await ask('sid=nobody', launchDataOf(world.admin))).toEqual([401, 'auth.sessionExpired']);
    expect(await ask('', launchDataOf(world.admin))).toEqual([401, 'auth.unauthenticated']);
  });

  it('is counted as who has the session', async () => {
    const limited = await createTestApp({ env: { RATE_LIMITS: 'on' } });
    try {
      const { cookie } = await limited.loginAs({ telegramId: 1, role: 'admin' });
      await limited.loginAs({ telegramId: 2 });
      const left = async (telegramId: number) => {
        const authorization = `tma ${limited.signInitData({ telegramId })}`;
        const answer = await limited.call({ url: '/admin/get/figures', headers: { cookie, authorization } });
        return Number(answer.headers['x-ratelimit-remaining']);
      };
      expect([await left(1), await left(2), await left(1)]).toEqual([119, 118, 117]);
    } finally {
      await limited.close();
    }
  });
});
