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
  });
});

describe('a name', () => {
  it('is kept in one spelling, so that it is found however it was typed', async () => {
    const { id } = await signUp(3, 'A\u0304dams');
    expect(await run(() => users().get(id))).toMatchObject({ firstName: '\u0100dams' });
    const { users: found } = await run(() =>
      world.core.userSearch.page({ search: 'a\u0304dams', sort: 'id', limit: 10 }),
    );
    expect(found.map((user) => user.id)).toEqual([id]);
  });
});

describe('nobody', () => {
  it('is found by an unknown id, nor gets a language', async () => {
    await expect(run(() => users().get(999_999))).rejects.toMatchObject({ code: 'user.notFound' });
    await expect(run(() => users().setLanguage(999_999, 'ru'))).rejects.toMatchObject({ code: 'user.notFound' });
    expect(await run(() => users().findByTelegramId(999_999))).toBeNull();
  });
});
