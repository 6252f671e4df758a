import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountExportSchema } from '#core/contracts/account-export.ts';
import { type AccountWorld, openAccountWorld } from '../support/account-world.ts';
import { BUSY, somebodyBusy } from '../support/busy-account.ts';

let world: AccountWorld;
beforeAll(async () => {
  world = await openAccountWorld();
});
afterAll(() => world.close());
beforeEach(() => world.clock.set('2026-11-20T12:00:00Z'));

describe('the export', () => {
  it('holds everything that is stored about the user, and nothing secret', async () => {
    const { busy, sent, waiting } = await somebodyBusy(world);
    const times = { createdAt: expect.any(String), lastUsedAt: expect.any(String), expiresAt: expect.any(String) };
    const answer = await busy.ask('GET', '/api/user/export');
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="vanags-${busy.id}.json"`);
    expect(answer.headers['content-type']).toContain('application/json');
    const { exportedAt, ...all } = accountExportSchema.parse(answer.json());
    expect(exportedAt).toBe(world.clock.now().toISOString());
    expect(all).toMatchObject({
      account: {
        id: busy.id,
        telegramUserId: busy.telegramId,
        ...BUSY,
        role: 'basic',
      },
      settings: { language: 'lv', alertsPausedAt: null, delivery: 'instant', quietFrom: null, reachable: true },
      filters: [
        { filterName: 'any', carBrand: '0', yearMin: '-', active: true },
        { filterName: 'other', active: false },
      ],
      alerts: [
        { adId: sent, occasion: 'new', price: 9000, oldPrice: null, status: 'sent' },
        { adId: waiting, status: 'pending', sentAt: null },
      ],
      messages: [{ text: 'testAlert', values: {}, status: 'pending' }],
      hiddenAds: [{ adId: sent }],
      problems: [{ text: 'The map does not open' }],
      feedback: [{ rating: 4, email: BUSY.email, comment: 'Nice' }],
      planRequests: [{ plan: 'advanced', state: 'open' }],
    });
    expect(all.alerts[0]?.filterIds).toEqual([all.filters[0]?.id]);
    expect(all.sessions).toEqual([
      { way: 'telegram', client: null, ...times },
      { way: 'password', client: 'Chrome · Windows', ...times },
    ]);
    for (const secret of ['hash', 'Hash', busy.headers.cookie.split('=')[1] ?? ''])
      expect(answer.body).not.toContain(secret);
    await busy.ask('DELETE', '/api/user/delete-account');
    expect((await busy.ask('GET', '/api/user/export')).statusCode).toBe(401);
  });

  it('holds only what is the user’s own', async () => {
    const [anna, bruno] = [await world.someone({ firstName: 'Anna' }), await world.someone({ firstName: 'Bruno' })];
    for (const user of [anna, bruno]) await user.aFilter(`of ${user.id}`);
    await world.anAdComesOut();
    const own = accountExportSchema.parse((await bruno.ask('GET', '/api/user/export')).json());
    expect(own.filters.map((filter) => filter.filterName)).toEqual([`of ${bruno.id}`]);
    expect(own.alerts).toHaveLength(1);
    expect(JSON.stringify(own)).not.toContain('Anna');
  });

  it('is given once an hour, and never to another site', async () => {
    const limited = await openAccountWorld({ env: { RATE_LIMITS: 'on' } });
    try {
      const anna = await limited.someone();
      const headers = { ...anna.headers, 'sec-fetch-site': 'cross-site' };
      for (let time = 0; time < 2; time += 1)
        expect((await limited.call({ url: '/api/user/export', headers })).statusCode).toBe(403);
      expect((await anna.ask('GET', '/api/user/export')).statusCode).toBe(200);
      const refused = await anna.ask('GET', '/api/user/export');
      expect(refused.statusCode).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    } finally {
      await limited.close();
    }
  });
});
