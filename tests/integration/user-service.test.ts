import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp({ env: { SIGNUP_ROLE: 'basic' } });
});
afterAll(() => world.close());

const users = () => world.core.users;
const run = <T>(work: () => Promise<T>) => world.core.run(work);
const signUp = async (telegramId: number, firstName = 'Anna') =>
  (await run(() => users().signUp({ telegramId, firstName, languageCode: 'lv' }))).user;

describe('signing up', () => {
  it('gives the role of the settings and keeps a changed name', async () => {
    const user = await signUp(1, 'Anna');
    expect(user).toMatchObject({ role: 'basic', language: 'lv', firstName: 'Anna' });
    const again = await run(() => users().signUp({ telegramId: 1, firstName: 'Anna Marija', languageCode: 'en' }));
    expect(again).toMatchObject({ created: false, user: { id: user.id, firstName: 'Anna Marija', language: 'lv' } });
  });

  it('keeps the language that was chosen', async () => {
    const { id } = await signUp(2);
    await run(() => users().setLanguage(id, 'ru'));
    expect((await run(() => users().get(id))).language).toBe('ru');
    await expect(run(() => users().setLanguage(999_999, 'ru'))).rejects.toMatchObject({ code: 'user.notFound' });
  });
});

describe('a role', () => {
  it('goes up and down, and the user is told', async () => {
    const { id } = await signUp(11);
    expect((await run(() => users().promote(id, 'advanced'))).role).toBe('advanced');
    expect((await run(() => users().demote(id, 'user'))).role).toBe('user');
    const told = await run(() =>
      world.core.orm.em.execute<{ payload: unknown }[]>(
        'select payload from notifications where user_id = ? order by subject_id',
        [id],
      ),
    );
    expect(told.map((row) => row.payload)).toEqual([
      { textKey: 'role.changed', values: { role: 'advanced', limit: 10 } },
      { textKey: 'role.changed', values: { role: 'user', limit: 0 } },
    ]);
  });

  it.each([
    ['basic', 'user.roleNotAllowed'],
    ['admin', 'user.roleNotAllowed'],
    ['owner', 'user.roleUnknown'],
  ])('cannot be promoted to %s', async (role, code) => {
    const { id } = await signUp(12);
    await expect(run(() => users().promote(id, role))).rejects.toMatchObject({ code });
    expect((await run(() => users().get(id))).role).toBe('basic');
  });

  it('of nobody cannot be changed', async () => {
    await expect(run(() => users().promote(999_999, 'basic'))).rejects.toMatchObject({ code: 'user.notFound' });
  });
});

describe('an administrator', () => {
  it('is made by the messaging ID, known or not, and cannot be changed by others', async () => {
    const known = await signUp(21, 'Ivo');
    expect(await run(() => users().grantAdmin(21))).toMatchObject({ id: known.id, firstName: 'Ivo', role: 'admin' });
    const stranger = await run(() => users().grantAdmin(22));
    expect(stranger).toMatchObject({ telegramId: 22, role: 'admin' });
    await expect(run(() => users().demote(known.id, 'user'))).rejects.toMatchObject({ code: 'user.adminImmutable' });
    expect((await signUp(22, 'Zane')).firstName).toBe('Zane');
  });

  it('is always left, also when all are demoted at once', async () => {
    const admins = await run(() => users().list({ role: 'admin', limit: 100 }));
    expect(admins).toHaveLength(2);
    const outcomes = await Promise.allSettled(
      admins.map(({ id }) => run(() => users().demote(id, 'user', { byCli: true }))),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map((outcome) => outcome.reason.code)).toEqual(['user.lastAdmin']);
    expect(await run(() => users().list({ role: 'admin', limit: 100 }))).toHaveLength(1);
  });
});

describe('the list', () => {
  it('is read in pages, by name, id and role', async () => {
    const percent = await signUp(31, '100% Kārlis');
    const search = (text: string) => run(() => users().list({ search: text, limit: 10 }));
    expect((await search('0% KĀR')).map((user) => user.id)).toEqual([percent.id]);
    expect(await search('_ Kārlis')).toEqual([]);
    expect((await search('31')).map((user) => user.telegramId)).toContain(31);
    const first = await run(() => users().list({ limit: 2 }));
    const next = await run(() => users().list({ limit: 2, afterId: first[1]?.id ?? 0 }));
    expect(next[0]?.id).toBeGreaterThan(first[1]?.id ?? 0);
    await expect(run(() => users().list({ role: 'owner', limit: 1 }))).rejects.toMatchObject({
      code: 'user.roleUnknown',
    });
  });
});
