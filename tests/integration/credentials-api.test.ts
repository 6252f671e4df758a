import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Member, type MemberWorld, openMemberWorld } from '../support/member-world.ts';
import { OTHER_PASSWORD as NEW_PASSWORD, PASSWORD } from '../support/passwords.ts';
import { cookieOf, OWN_ORIGIN } from '../support/test-app.ts';

let world: MemberWorld;
beforeAll(async () => {
  world = await openMemberWorld();
});
afterAll(() => world.close());

function changePassword({ headers }: Pick<Member, 'headers'>, change: object): Promise<LightMyRequestResponse> {
  const payload = { currentPassword: PASSWORD, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD, ...change };
  return world.call({ method: 'PUT', url: '/api/user/password', headers, payload });
}

function changeUsername({ headers }: Pick<Member, 'headers'>, change: object): Promise<LightMyRequestResponse> {
  const payload = { username: 'cits_vards', currentPassword: PASSWORD, ...change };
  return world.call({ method: 'PUT', url: '/api/user/username', headers, payload });
}

async function storedUser(id: number): Promise<Record<string, unknown> | undefined> {
  const [row] = await world.sql('select * from users where id = ?', [id]);
  return row;
}

describe('a change of the password', () => {
  it('ends every session but the one that asks, which gets a new token', async () => {
    const anna = await world.aMember('a_nna');
    const other = { cookie: cookieOf(await world.logIn('a_nna', PASSWORD)) };
    const tma = { authorization: `tma ${world.signInitData({ telegramId: anna.telegramId })}` };
    expect(await world.statusOf(tma)).toBe(200);
    world.clock.advance(2000);
    const answer = await changePassword(anna, {});
    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
    expect(await world.statusOf({ cookie: cookieOf(answer) })).toBe(200);
    expect([await world.statusOf(anna.headers), await world.statusOf(other)]).toEqual([401, 401]);
    expect((await world.call({ url: '/api/get/user', headers: tma })).json().code).toBe('auth.reopenApp');
    expect((await world.logIn('a_nna', PASSWORD)).statusCode).toBe(401);
    expect((await world.logIn('a_nna', NEW_PASSWORD)).statusCode).toBe(200);
  });

  it('is told to the user in the chat', async () => {
    const anna = await world.aMember('told_anna');
    await changePassword(anna, { currentPassword: 'not hers at all' });
    await changePassword(anna, {});
    await world.deliver();
    expect(world.sender.toldTo(anna.telegramId)).toEqual(['text account.passwordChanged']);
  });

  it('ends all of them when it is asked by launch data, which has no session', async () => {
    const anna = await world.aMember('an_na');
    const headers = { authorization: `tma ${world.signInitData({ telegramId: anna.telegramId })}` };
    const payload = { currentPassword: PASSWORD, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    const answer = await world.call({ method: 'PUT', url: '/api/user/password', headers, payload });
    expect([answer.statusCode, answer.cookies]).toEqual([200, []]);
    world.clock.advance(1000);
    expect(await world.statusOf(anna.headers)).toBe(401);
  });

  it('stores a hash that costs what it should', async () => {
    const anna = await world.aMember('ann_a');
    await changePassword(anna, {});
    const { password_hash: hash } = (await storedUser(anna.id)) ?? {};
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(hash).not.toContain(NEW_PASSWORD);
  });

  it.each([`${'a1'.repeat(4)}`, 'kalns un leja'.repeat(5).slice(0, 64), 'x'.repeat(128), `${'a'.repeat(72)}b`])(
    'to %j is taken as a whole',
    async (password) => {
      const { headers, username } = await world.aMember('egils#');
      expect((await changePassword({ headers }, { password, confirmPassword: password })).statusCode).toBe(200);
      expect((await world.logIn(username, password)).statusCode).toBe(200);
      expect((await world.logIn(username, `${password.slice(0, -1)}c`)).statusCode).toBe(401);
    },
  );

  it.each([
    ['', 'user.passwordRequired'],
    ['ab12cd3', 'user.passwordTooShort'],
    ['x'.repeat(129), 'user.passwordTooLong'],
    ['ab12\0cd34', 'user.passwordCharacters'],
    ['Password', 'user.passwordCommon'],
  ])('to %j is refused: %s', async (password, code) => {
    const member = await world.aMember('gita#');
    const answer = await changePassword(member, { password, confirmPassword: password });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code, field: 'password' });
    expect(await world.statusOf(member.headers)).toBe(200);
    expect((await world.logIn(member.username, PASSWORD)).statusCode).toBe(200);
  });

  it('is refused without the current password, with another confirmation, and in another form', async () => {
    const member = await world.aMember('hugo');
    const wrong = await changePassword(member, { currentPassword: 'wrong' });
    expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'auth.wrongPassword']);
    const mismatch = await changePassword(member, { confirmPassword: `${NEW_PASSWORD}!` });
    expect([mismatch.statusCode, mismatch.json()]).toMatchObject([400, { field: 'confirmPassword' }]);
    expect((await changePassword(member, { currentPassword: undefined })).statusCode).toBe(400);
    expect((await changePassword(member, { password: 'x'.repeat(1_000_000) })).statusCode).toBe(413);
    expect(await world.statusOf(member.headers)).toBe(200);
    expect((await changePassword({ headers: { cookie: '', origin: OWN_ORIGIN } }, {})).statusCode).toBe(401);
  });

  it('is none for who has no password yet', async () => {
    const headers = await world.loginAs({ telegramId: 890_003 });
    const answer = await changePassword({ headers }, { currentPassword: '' });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'user.noPassword']);
  });

  it('that is asked twice at one moment happens once', async () => {
    const member = await world.aMember('igors');
    const second = { headers: { cookie: cookieOf(await world.logIn('igors', PASSWORD)), origin: OWN_ORIGIN } };
    const passwords = ['viena laba parole', 'otra laba parole'];
    const answers = await Promise.all(
      [member, second].map((browser, number) => {
        const password = passwords[number];
        return changePassword(browser, { password, confirmPassword: password });
      }),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
    const winner = passwords[answers.findIndex(({ statusCode }) => statusCode === 200)];
    expect((await world.logIn('igors', winner)).statusCode).toBe(200);
  });
});

describe('a change of the username', () => {
  it('is stored as it is written, and the old one is free', async () => {
    const member = await world.aMember('linda');
    const answer = await changeUsername(member, { username: 'Linda_B' });
    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
    expect(await storedUser(member.id)).toMatchObject({ username: 'Linda_B', username_key: 'linda_b' });
    expect((await world.logIn('linda', PASSWORD)).statusCode).toBe(401);
    expect((await world.logIn('linda_b', PASSWORD)).statusCode).toBe(200);
    expect((await changeUsername(member, { username: 'LINDA_b' })).statusCode).toBe(200);
    expect((await changeUsername(await world.aMember('zane'), { username: 'linda' })).statusCode).toBe(200);
  });

  it.each([
    ['', 'user.usernameRequired'],
    ['abc', 'user.usernameLength'],
    ['abcdefghijklm', 'user.usernameLength'],
    ['a b c', 'user.usernameCharacters'],
    ['ābols', 'user.usernameCharacters'],
    ['----', 'user.usernameCharacters'],
    ['😀😀😀😀', 'user.usernameCharacters'],
    ['anna\0', 'user.usernameCharacters'],
    ['admin', 'user.usernameReserved'],
    ['s_h-1_t', 'user.usernameInappropriate'],
    ['TAKEN_name', 'user.usernameTaken'],
  ])('to %j is refused: %s', async (username, code) => {
    if (code === 'user.usernameTaken') await world.aMember('taken_name');
    const member = await world.aMember('maris#');
    const answer = await changeUsername(member, { username });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code, field: 'username' });
    expect(await storedUser(member.id)).toMatchObject({ username: member.username });
  });

  it('needs the current password, a session, and that there is a password', async () => {
    const member = await world.aMember('oskars');
    const wrong = await changeUsername(member, { currentPassword: 'wrong' });
    expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'auth.wrongPassword']);
    expect(await world.statusOf(member.headers)).toBe(200);
    expect((await changeUsername(member, { currentPassword: undefined })).statusCode).toBe(400);
    expect((await changeUsername({ headers: { cookie: '', origin: OWN_ORIGIN } }, {})).statusCode).toBe(401);
    const headers = await world.loginAs({ telegramId: 890_004 });
    expect((await changeUsername({ headers }, { currentPassword: '' })).statusCode).toBe(409);
  });

  it('to one name by twenty at one moment is one user’s', async () => {
    const members = await Promise.all(Array.from({ length: 20 }, (_, number) => world.aMember(`many_${number}`)));
    const answers = await Promise.all(members.map((member) => changeUsername(member, { username: 'The_One' })));
    const taken = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(taken).toHaveLength(19);
    for (const answer of taken) expect([answer.statusCode, answer.json().code]).toEqual([400, 'user.usernameTaken']);
  });
});
