import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingsResponseSchema } from '#core/contracts/settings.ts';
import { createI18n } from '#core/i18n/create-i18n.ts';
import { LOCALES } from '#core/i18n/locales.ts';
import { loadResources } from '#core/i18n/node-resources.ts';
import { type Account, type AccountWorld, openAccountWorld } from '../support/account-world.ts';
import { OPERATOR } from '../support/actors.ts';

const NOON = '2026-11-20T12:00:00Z';
const HOUR_MS = 3_600_000;
const FRESH = {
  language: 'lv',
  alerts: true,
  delivery: 'instant',
  quietFrom: null,
  quietTo: null,
  timeZone: 'Europe/Riga',
  reachable: true,
  testAlert: null,
};

let world: AccountWorld;
beforeAll(async () => {
  world = await openAccountWorld();
});
afterAll(() => world.close());

const settingsOf = async (user: Account) =>
  settingsResponseSchema.parse((await user.ask('GET', '/api/user/settings')).json());

async function change(user: Account, payload: object) {
  const answer = await user.ask('PUT', '/api/user/settings', payload);
  expect(answer.statusCode, answer.body).toBe(200);
  return settingsResponseSchema.parse(answer.json());
}

/** Somebody whose one filter matches every ad, at noon. */
async function aListener() {
  world.clock.set(NOON);
  const user = await world.someone();
  await user.aFilter('any car');
  return user;
}

describe('settings', () => {
  it('are those of somebody new, and only for who is signed in', async () => {
    expect(await settingsOf(await world.someone())).toEqual(FRESH);
    for (const method of ['GET', 'PUT'] as const)
      expect((await world.call({ method, url: '/api/user/settings' })).statusCode).toBe(401);
  });

  it('change only what is named', async () => {
    const [anna, bruno] = [await world.someone(), await world.someone()];
    const night = { quietFrom: '22:30', quietTo: '07:05' };
    expect(await change(anna, { language: 'ru' })).toEqual({ ...FRESH, language: 'ru' });
    expect(await change(anna, night)).toEqual({ ...FRESH, language: 'ru', ...night });
    expect(await change(anna, { delivery: 'daily', timeZone: 'europe/london' })).toMatchObject({
      language: 'ru',
      delivery: 'daily',
      ...night,
      timeZone: 'Europe/London',
    });
    expect(await change(anna, {})).toMatchObject({ delivery: 'daily', ...night });
    const late = { quietFrom: '22:30', quietTo: '09:00' };
    expect(await change(anna, { quietTo: '09:00' })).toMatchObject(late);
    expect(await change(anna, { quietFrom: null, quietTo: null })).toMatchObject({ quietFrom: null, quietTo: null });
    expect(await settingsOf(bruno)).toEqual(FRESH);
  });

  it('speak one language with the session and the bot', async () => {
    const anna = await world.someone();
    await change(anna, { language: 'en' });
    expect((await anna.ask('GET', '/api/get/user')).json().language).toBe('en');
    await anna.ask('POST', '/api/user/test-alert');
    await world.deliver();
    expect(world.sender.arrived.at(-1)).toMatchObject({ chatId: anna.telegramId, locale: 'en' });
  });

  it.each([
    [{ quietFrom: '22:00' }, 'settings.quietIncomplete', 'quietTo'],
    [{ quietTo: '07:00' }, 'settings.quietIncomplete', 'quietFrom'],
    [{ quietFrom: '07:00', quietTo: '07:00' }, 'settings.quietEmpty', 'quietTo'],
    [{ quietFrom: '24:00', quietTo: '07:00' }, 'settings.timeInvalid', 'quietFrom'],
    [{ quietFrom: '7:00', quietTo: '08:00' }, 'settings.timeInvalid', 'quietFrom'],
    [{ timeZone: 'Europe/Nowhere' }, 'settings.timeZoneUnknown', 'timeZone'],
    [{ timeZone: '+02:00' }, 'settings.timeZoneUnknown', 'timeZone'],
    [{ timeZone: 'Europe/Riga\u0000' }, 'settings.timeZoneUnknown', 'timeZone'],
    [{ delivery: 'weekly' }, 'request.invalid', 'delivery'],
    [{ language: 'de' }, 'request.invalid', 'language'],
    [{ alerts: 1 }, 'request.invalid', 'alerts'],
    [{ alerts: null }, 'request.invalid', 'alerts'],
    [{ theme: 'dark' }, 'request.invalid', 'theme'],
  ])('refuse %j, and nothing changes', async (wrong, code, field) => {
    const anna = await world.someone();
    const answer = await anna.ask('PUT', '/api/user/settings', { language: 'ru', alerts: false, ...wrong });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code, field, message: expect.stringMatching(/\w/) });
    expect(await settingsOf(anna)).toEqual(FRESH);
  });

  it('keep quiet hours whole when both ends are changed at once', async () => {
    const anna = await world.someone();
    await change(anna, { quietFrom: '22:00', quietTo: '07:00' });
    const changes = [{ quietFrom: null, quietTo: null }, { quietTo: '08:00' }, { quietFrom: '21:00' }];
    const answers = await Promise.all(changes.map((each) => anna.ask('PUT', '/api/user/settings', each)));
    for (const { statusCode } of answers) expect([200, 400]).toContain(statusCode);
    const { quietFrom, quietTo } = await settingsOf(anna);
    expect(quietFrom === null).toBe(quietTo === null);
  });
});

describe('alerts', () => {
  it('that are switched off wait no more; switched on they tell what was missed, once', async () => {
    const anna = await aListener();
    await world.anAdComesOut();
    expect(await change(anna, { alerts: false })).toMatchObject({ alerts: false });
    await world.deliver();
    expect(anna.told()).toEqual([]);
    expect(await world.sql('select status, error from notifications where user_id = ?', [anna.id])).toEqual([
      { status: 'cancelled', error: 'paused' },
    ]);
    world.clock.advance(1000);
    await world.anAdComesOut();
    expect(await change(anna, { alerts: false })).not.toHaveProperty('missed');
    expect(await change(anna, { alerts: true, delivery: 'hourly' })).toMatchObject({ alerts: true, missed: 1 });
    expect(await change(anna, { alerts: true })).not.toHaveProperty('missed');
    expect(await settingsOf(anna)).not.toHaveProperty('missed');
  });

  it('that wait for a digest go out when delivery becomes instant', async () => {
    const anna = await aListener();
    await change(anna, { delivery: 'daily' });
    const ad = await world.anAdComesOut();
    await world.deliver();
    await world.deliver();
    expect(anna.told()).toEqual([]);
    await change(anna, { delivery: 'instant' });
    await world.deliver();
    expect(anna.told()).toEqual([`alert ${ad}`]);
  });

  it('that wait for a daily digest come with the next hourly one', async () => {
    const anna = await aListener();
    await change(anna, { delivery: 'daily' });
    world.clock.advance(60_000);
    const ad = await world.anAdComesOut();
    await world.deliver();
    await change(anna, { delivery: 'hourly' });
    await world.deliver();
    expect(anna.told()).toEqual([]);
    world.clock.advance(HOUR_MS - 60_000);
    await world.deliver();
    expect(anna.told()).toEqual([`alert ${ad}`]);
  });

  it('that wait for the end of quiet hours go out when these end sooner, also by another time zone', async () => {
    const anna = await aListener();
    // Noon UTC is 14:00 in Riga.
    await change(anna, { quietFrom: '13:00', quietTo: '18:00' });
    const first = await world.anAdComesOut();
    await world.deliver();
    expect(anna.told()).toEqual([]);
    await change(anna, { quietTo: '14:00' });
    await world.deliver();
    expect(anna.told()).toEqual([`alert ${first}`]);

    world.clock.advance(2000);
    await change(anna, { quietFrom: '13:00', quietTo: '18:00' });
    const second = await world.anAdComesOut();
    await world.deliver();
    await change(anna, { timeZone: 'UTC' });
    await world.deliver();
    expect(anna.told()).toEqual([`alert ${first}`, `alert ${second}`]);
  });

  it('stay put off by what did not change', async () => {
    const anna = await aListener();
    await change(anna, { delivery: 'daily', quietFrom: '08:00', quietTo: '10:00' });
    await world.anAdComesOut();
    await world.deliver();
    const due = () => world.sql('select due_at from notifications where user_id = ?', [anna.id]);
    const before = await due();
    await change(anna, { language: 'en', delivery: 'daily', quietFrom: '08:00' });
    expect(await due()).toEqual(before);
    await change(anna, { quietFrom: null, quietTo: null });
    await world.deliver();
    expect(anna.told()).toEqual([]);
    expect(new Date(String((await due())[0]?.due_at))).toEqual(new Date('2026-11-21T07:00:00Z'));
  });

  it('put off by a claim of the old settings are released by the new ones', async () => {
    const anna = await aListener();
    await change(anna, { delivery: 'daily' });
    const ad = await world.anAdComesOut();
    // As delivery claims: the recipient is locked, and the alerts are put off by the settings read before.
    const claim = await world.holding('select from recipients where user_id = ? for update', [anna.id]);
    const changed = change(anna, { delivery: 'instant' });
    await world.somebodyWaits();
    await world.core.outbox.reschedule(claim, anna.id, new Date('2026-11-21T07:00:00Z'));
    await claim.commit();
    await changed;
    await world.deliver();
    expect(anna.told()).toEqual([`alert ${ad}`]);
  });

  it('keep what an hour allows when their time is set anew', async () => {
    const capped = await openAccountWorld({ env: { ALERTS_PER_HOUR: '1' } });
    try {
      const anna = await capped.someone();
      await anna.aFilter('any car');
      for (let ad = 0; ad < 3; ad += 1) await capped.anAdComesOut();
      for (let second = 0; second < 3; second += 1) {
        await capped.deliver();
        capped.clock.advance(1000);
      }
      expect(anna.told()).toHaveLength(1);
      await anna.ask('PUT', '/api/user/settings', { quietFrom: '02:00', quietTo: '03:00' });
      await capped.deliver();
      expect(anna.told()).toHaveLength(1);
      capped.clock.advance(HOUR_MS);
      await capped.deliver();
      expect(anna.told()).toHaveLength(2);
    } finally {
      await capped.close();
    }
  });
});

describe('a test alert', () => {
  const states = async (user: Account) => (await settingsOf(user)).testAlert;

  it('reaches the own chat, also while alerts are off and in quiet hours', async () => {
    const [anna, bruno] = [await aListener(), await world.someone()];
    await change(anna, { alerts: false, delivery: 'daily', quietFrom: '00:00', quietTo: '23:59' });
    const asked = await anna.ask('POST', '/api/user/test-alert');
    expect([asked.statusCode, asked.json()]).toEqual([200, {}]);
    expect(await states(anna)).toEqual({ state: 'waiting', at: '2026-11-20T12:00:00.000Z' });
    world.clock.advance(5000);
    await world.deliver();
    expect(anna.told()).toEqual(['text testAlert']);
    expect(await states(anna)).toEqual({ state: 'sent', at: '2026-11-20T12:00:05.000Z' });
    expect(await states(bruno)).toBeNull();
  });

  it('has a text in every language', () => {
    const texts = createI18n(loadResources());
    for (const locale of LOCALES) expect(texts.getFixedT(locale, 'bot')('testAlert')).toMatch(/\n/);
  });

  it('tells what became of the latest one, whatever else the bot said', async () => {
    const anna = await aListener();
    world.sender.answerChat(anna.telegramId, { outcome: 'rejected', reason: 'bad request' });
    await anna.ask('POST', '/api/user/test-alert');
    await world.deliver();
    expect(await states(anna)).toMatchObject({ state: 'failed' });
    world.clock.advance(2000);
    await world.core.run(() => world.core.userRoles.demote(OPERATOR, anna.id, 'basic'));
    await anna.ask('POST', '/api/user/test-alert');
    expect(await states(anna)).toMatchObject({ state: 'waiting' });
  });

  it('is refused to who blocked the bot', async () => {
    const anna = await world.someone();
    await world.core.run(() => world.core.alerts.markUnreachable(anna.telegramId, 'blocked'));
    const answer = await anna.ask('POST', '/api/user/test-alert');
    expect(answer.statusCode).toBe(400);
    expect(answer.json().code).toBe('alert.unreachable');
    expect(await settingsOf(anna)).toMatchObject({ reachable: false, testAlert: null });
  });

  it('can be asked for five times an hour, by everybody', async () => {
    const limited = await openAccountWorld({ env: { RATE_LIMITS: 'on' } });
    try {
      const [anna, bruno] = [await limited.someone(), await limited.someone()];
      for (let time = 0; time < 5; time += 1)
        expect((await anna.ask('POST', '/api/user/test-alert')).statusCode).toBe(200);
      const refused = await anna.ask('POST', '/api/user/test-alert');
      expect(refused.statusCode).toBe(429);
      expect(refused.json().code).toBe('request.tooMany');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect((await bruno.ask('POST', '/api/user/test-alert')).statusCode).toBe(200);
    } finally {
      await limited.close();
    }
  });
});
