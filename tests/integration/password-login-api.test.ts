import { createHook } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '#core/auth/password-hash.ts';
import { type MemberWorld, openMemberWorld } from '../support/member-world.ts';
import { OTHER_PASSWORD, PASSWORD } from '../support/passwords.ts';
import { cookieOf } from '../support/test-app.ts';

let world: MemberWorld;
let guarded: MemberWorld;
beforeAll(async () => {
  [world, guarded] = await Promise.all([openMemberWorld(), openMemberWorld({ env: { RATE_LIMITS: 'on' } })]);
});
afterAll(async () => {
  await Promise.all([world.close(), guarded.close()]);
});

describe('a log-in by password', () => {
  it('opens a session of the user, however the username is written', async () => {
    const anna = await world.aMember('Anna_B');
    const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36';
    for (const username of ['Anna_B', 'ANNA_b', ' anna_b ']) {
      const answer = await world.logIn(username, PASSWORD, { headers: { 'user-agent': agent } });
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual({ user: { id: anna.id, telegram_user_id: anna.telegramId, first_name: 'Anna' } });
      const headers = { cookie: cookieOf(answer) };
      expect((await world.call({ url: '/api/get/user', headers })).json()).toMatchObject({ username: 'Anna_B' });
      const [session] = (await world.call({ url: '/api/user/sessions', headers })).json().sessions;
      expect(session).toMatchObject({ way: 'password', client: 'Chrome · Windows', current: true });
    }
  });

  it('takes a password whose letters another keyboard writes in parts', async () => {
    const berta = await world.aMember('berta');
    const password = 'ābols ķirsis';
    const hash = await hashPassword(password);
    await world.sql('update users set password_hash = ? where id = ?', [hash, berta.id]);
    expect((await world.logIn('berta', password.normalize('NFD'))).statusCode).toBe(200);
  });

  it('replaces the session that the browser had', async () => {
    const { headers } = await world.aMember('dace');
    const answer = await world.logIn('dace', PASSWORD, { headers });
    expect(await world.statusOf(headers)).toBe(401);
    expect(await world.statusOf({ cookie: cookieOf(answer) })).toBe(200);
  });

  it.each(['', 'x', 'ilze', 'ilz\0e', '\u212Ailze', "' or 1=1 --", 'ābols', '%', 'a'.repeat(5000)])(
    'as %j answers like a wrong password',
    async (username) => {
      const member = await world.aMember('ilze#');
      const unknown = await world.logIn(username, PASSWORD);
      const wrong = await world.logIn(member.username, 'wrong');
      expect(unknown.statusCode).toBe(401);
      expect(unknown.json().code).toBe('auth.invalidCredentials');
      expect([unknown.statusCode, unknown.body]).toEqual([wrong.statusCode, wrong.body]);
      expect(unknown.cookies).toEqual([]);
    },
  );

  it.each(['', 'short', `${PASSWORD}\0`, '\ud800', 'a'.repeat(5000), PASSWORD.toUpperCase()])(
    'with the password %j is refused, whatever its length',
    async (password) => {
      const { username } = await world.aMember('juris#');
      expect((await world.logIn(username, password)).json().code).toBe('auth.invalidCredentials');
    },
  );

  it('costs one hash, whether there is such a user or not', async () => {
    await world.aMember('karlis');
    await world.loginAs({ telegramId: 890_001 });
    for (const username of ['karlis', 'nobody', 'not a name', '']) {
      let hashes = 0;
      const hook = createHook({
        init: (_, type) => {
          if (type === 'ARGON2REQUEST') hashes += 1;
        },
      }).enable();
      await world.logIn(username, 'wrong');
      hook.disable();
      expect(hashes).toBe(1);
    }
  });

  it('of a user who came by Telegram only is no log-in', async () => {
    await world.loginAs({ telegramId: 890_002 });
    for (const username of ['', 'null', '890002']) expect((await world.logIn(username, '')).statusCode).toBe(401);
  });

  it.each([
    [{ username: 'anna' }, 'password'],
    [{ password: 'x' }, 'username'],
    [{ username: 5, password: 'x' }, 'username'],
    [{ username: null, password: 'x' }, 'username'],
    [{ username: 'anna', password: ['x'] }, 'password'],
    [{ username: 'anna', password: 'x', id: 1 }, 'id'],
  ])('of another form is invalid: %j', async (payload, field) => {
    const answer = await world.call({ method: 'POST', url: '/auth/password-login', payload });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'request.invalid', field });
  });

  it('that races a change of the password leaves nobody signed in by the old one', async () => {
    const { id } = await world.aMember('laura');
    const newHash = await hashPassword(OTHER_PASSWORD);
    const changed = await world.holding('update users set password_hash = ? where id = ?', [newHash, id]);
    const late = world.logIn('laura', PASSWORD);
    await world.somebodyWaits();
    await changed.commit();
    expect((await late).json().code).toBe('auth.invalidCredentials');
    expect(await world.sql('select way from sessions where user_id = ?', [id])).toEqual([{ way: 'telegram' }]);
  });
});

describe('wrong log-ins', () => {
  const wrong = (username: string, remoteAddress: string) =>
    guarded.logIn(username, 'wrong', { remoteAddress }).then(({ statusCode }) => statusCode);
  const right = (username: string, remoteAddress: string) => guarded.logIn(username, PASSWORD, { remoteAddress });

  it('are refused unseen after ten for an account from an address, and nobody else is kept out', async () => {
    const { telegramId } = await guarded.aMember('marta');
    const statuses: number[] = [];
    for (let tries = 0; tries < 50; tries += 1) statuses.push(await wrong('marta', '192.0.2.1'));
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(40).fill(429)]);
    const refused = await right('Marta', '192.0.2.1');
    expect(refused.json().code).toBe('auth.tooManyAttempts');
    expect(refused.headers['retry-after']).toBe('900');
    expect((await right('marta', '192.0.2.2')).statusCode).toBe(200);
    const payload = { telegram_user_id: telegramId, initData: guarded.signInitData({ telegramId }) };
    const byTelegram = await guarded.call({
      method: 'POST',
      url: '/auth/login',
      payload,
      remoteAddress: '192.0.2.1',
    });
    expect(byTelegram.statusCode).toBe(200);
    guarded.clock.advance(15 * 60_000);
    expect((await right('marta', '192.0.2.1')).statusCode).toBe(200);
  });

  it('are refused after thirty for an account from everywhere', async () => {
    await guarded.aMember('nora');
    const statuses: number[] = [];
    for (let tries = 0; tries < 31; tries += 1) statuses.push(await wrong('nora', `198.51.100.${tries % 8}`));
    expect(statuses).toEqual([...Array(30).fill(401), 429]);
  });

  it('are refused after sixty from an address, over all accounts', async () => {
    const { username } = await guarded.aMember('olga');
    const statuses: number[] = [];
    for (let tries = 0; tries < 61; tries += 1) statuses.push(await wrong(`name${tries}`, '203.0.113.5'));
    expect(statuses).toEqual([...Array(60).fill(401), 429]);
    expect((await right(username, '203.0.113.5')).statusCode).toBe(429);
    expect((await right(username, '203.0.113.6')).statusCode).toBe(200);
  });

  it('at one moment are not looked at more often', async () => {
    await guarded.aMember('paula');
    const statuses = await Promise.all(Array.from({ length: 30 }, () => wrong('paula', '203.0.113.9')));
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
  });

  it('are not counted when they were right', async () => {
    await guarded.aMember('renate');
    for (let times = 0; times < 12; times += 1) expect((await right('renate', '203.0.113.20')).statusCode).toBe(200);
  });

  it('of the current password are refused after ten', async () => {
    const { headers } = await guarded.aMember('santa');
    const attempt = async (currentPassword: string) => {
      const payload = { username: 'santa_2', currentPassword };
      return guarded.call({ method: 'PUT', url: '/api/user/username', headers, payload });
    };
    for (let tries = 0; tries < 10; tries += 1) expect((await attempt('wrong')).json().code).toBe('auth.wrongPassword');
    const refused = await attempt(PASSWORD);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await guarded.statusOf(headers)).toBe(200);
  });
});
