import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { alertsResponseSchema } from '#core/contracts/alerts.ts';
import { type Account, type AccountWorld, openAccountWorld } from '../support/account-world.ts';
import { aPriceDrop } from '../support/ad-builders.ts';

const NOON = '2026-11-20T12:00:00Z';

let world: AccountWorld;
beforeAll(async () => {
  world = await openAccountWorld();
});
afterAll(() => world.close());
beforeEach(() => world.clock.set(NOON));

const alertsOf = async (user: Account, language = 'en') => {
  const answer = await world.call({ url: '/api/alerts', headers: { ...user.headers, 'accept-language': language } });
  return alertsResponseSchema.parse(answer.json()).alerts;
};

/** Lets a chat's pace pass before and after a delivery. */
async function deliver() {
  world.clock.advance(2000);
  await world.deliver();
}

describe('alerts', () => {
  it('are none for somebody new, and nobody’s for who is not signed in', async () => {
    expect(await alertsOf(await world.someone())).toEqual([]);
    expect((await world.call({ url: '/api/alerts' })).statusCode).toBe(401);
  });

  it('tell what was sent, the newest first, with the ad as it is now', async () => {
    const anna = await world.someone();
    await anna.aFilter('cheap', { priceMax: 10_000 });
    await anna.aFilter('bmw', { carBrand: 'bmw' });
    const first = await world.anAdComesOut({ brand: 'bmw', price: 9000 });
    await deliver();
    const second = await world.anAdComesOut({ price: 5000 });
    await deliver();
    await aPriceDrop(world.core.orm, first, 8000);
    await world.sql('insert into ad_prices (ad_id, seen_at, price) values (?, ?, 9000), (?, ?, 8000)', [
      first,
      '2026-11-19T10:00:00Z',
      first,
      '2026-11-20T12:00:00Z',
    ]);
    await world.match();
    await deliver();
    const alerts = await alertsOf(anna);
    expect(alerts.map(({ ad, occasion, oldPrice, sentAt }) => [ad.id, occasion, oldPrice, sentAt])).toEqual([
      [first, 'price_drop', 9000, '2026-11-20T12:00:06.000Z'],
      [second, 'new', null, '2026-11-20T12:00:04.000Z'],
      [first, 'new', null, '2026-11-20T12:00:02.000Z'],
    ]);
    expect(alerts[0]).toMatchObject({ filterNames: ['cheap', 'bmw'], hidden: false, gone: false });
    expect(alerts[1]?.filterNames).toEqual(['cheap']);
    expect(alerts[2]?.ad).toMatchObject({
      name: 'BMW',
      price: 8000,
      priceHistory: [
        { price: 9000, seenAt: '2026-11-19T10:00:00.000Z' },
        { price: 8000, seenAt: '2026-11-20T12:00:00.000Z' },
      ],
    });
  });

  it('leave out what was not sent and what others were told, and name filters that still exist', async () => {
    const [anna, bruno] = [await world.someone(), await world.someone()];
    const kept = await anna.aFilter('kept');
    const dropped = await anna.aFilter('dropped');
    const ad = await world.anAdComesOut();
    await deliver();
    await world.anAdComesOut();
    await anna.ask('POST', '/api/user/test-alert');
    await anna.ask('DELETE', `/filters/delete/${dropped.id}`);
    await world.sql('update filters set name = ? where id = ?', ['renamed', kept.id]);
    expect(await alertsOf(anna)).toMatchObject([{ filterNames: ['renamed'], ad: { id: ad } }]);
    expect(await alertsOf(bruno)).toEqual([]);
  });

  it('say that an ad has left the market', async () => {
    const anna = await world.someone();
    await anna.aFilter('any');
    const [gone, superseded] = [await world.anAdComesOut(), await world.anAdComesOut()];
    await deliver();
    await deliver();
    await world.sql('update ads set gone_at = now() where id = ?', [gone]);
    await world.sql('update ads set superseded_at = now() where id = ?', [superseded]);
    expect((await alertsOf(anna)).map((alert) => alert.gone)).toEqual([true, true]);
  });

  it('are the latest fifty', async () => {
    const anna = await world.someone();
    const ad = await world.anAdComesOut();
    await world.sql(
      `insert into notifications (kind, subject_id, user_id, ad_id, payload, status, due_at, expires_at, sent_at)
       select 'ad', 100000 + n, ?, ?, '{"occasion":"new","price":1,"oldPrice":null}', 'sent', now(), now(),
         timestamptz '2026-11-01' + n * interval '1 minute' from generate_series(1, 60) n`,
      [anna.id, ad],
    );
    const times = (await alertsOf(anna)).map((alert) => alert.sentAt);
    expect(times).toHaveLength(50);
    expect(times[0]).toBe('2026-11-01T01:00:00.000Z');
    expect(times).toEqual([...times].sort().reverse());
  });
});

describe('hiding an ad', () => {
  const hide = (user: Account, ad: number | string) => user.ask('POST', `/api/ads/${ad}/hide`);
  const unhide = (user: Account, ad: number | string) => user.ask('DELETE', `/api/ads/${ad}/hide`);

  it('concerns one user, can be repeated and undone', async () => {
    const [anna, bruno] = [await world.someone(), await world.someone()];
    for (const user of [anna, bruno]) await user.aFilter('any');
    const ad = await world.anAdComesOut();
    await deliver();
    for (let time = 0; time < 2; time += 1) {
      const answer = await hide(anna, ad);
      expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
    }
    expect((await alertsOf(anna))[0]?.hidden).toBe(true);
    expect((await alertsOf(bruno))[0]?.hidden).toBe(false);
    await aPriceDrop(world.core.orm, ad, 4000);
    await world.match();
    await deliver();
    expect(anna.told()).toEqual([`alert ${ad}`]);
    expect(bruno.told()).toHaveLength(2);
    for (let time = 0; time < 2; time += 1) expect((await unhide(anna, ad)).statusCode).toBe(200);
    expect((await alertsOf(anna))[0]?.hidden).toBe(false);
  });

  it('is refused for an ad that there is not, and for what is no id', async () => {
    const anna = await world.someone();
    const answer = await hide(anna, 999_999_999);
    expect(answer.statusCode).toBe(404);
    expect(answer.json().code).toBe('ad.notFound');
    for (const id of ['0', '-1', '1e3', 'abc', '9007199254740993', '%00'])
      for (const method of [hide, unhide]) expect((await method(anna, id)).statusCode, id).toBe(400);
    expect((await world.call({ method: 'POST', url: '/api/ads/1/hide' })).statusCode).toBe(401);
  });
});
