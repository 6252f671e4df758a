import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RATES } from '#api/plugins/rate-limits.ts';
import { Ad } from '#core/ads/ad.entity.ts';
import type { AdFacts } from '#core/contracts/ad.ts';
import { histogramResponseSchema, previewResponseSchema } from '#core/contracts/filter-answers.ts';
import { PATHS } from '#core/contracts/paths.ts';
import { anAd, anAdEvent } from '../support/ad-builders.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const BOTH = [PATHS.preview, PATHS.histogram];

let world: TestApp;
let own: { cookie: string; origin: string };
beforeAll(async () => {
  world = await createTestApp();
  own = await world.loginAs({ telegramId: 1, role: 'basic' });
});
afterAll(() => world.close());
beforeEach(() => world.core.orm.em.fork().execute('delete from ads'));

const ask = (url: string, filters: unknown, language = 'en', cookies = own) =>
  world.call({ method: 'POST', url, headers: { ...cookies, 'accept-language': language }, payload: { filters } });
const preview = async (filters: unknown, language?: string) =>
  previewResponseSchema.parse((await ask(PATHS.preview, filters, language)).json());

/** Stores an ad that came a day ago by the clock of the tests. */
async function stored(facts: Partial<AdFacts>, more: { title?: string; photo?: string } = {}): Promise<number> {
  const id = await anAd(world.core.orm, facts);
  const firstSeenAt = new Date(world.clock.now().getTime() - 86_400_000);
  await world.core.orm.em.fork().nativeUpdate(Ad, { id }, { firstSeenAt, ...more });
  await anAdEvent(world.core.orm, id);
  return id;
}

describe('the preview', () => {
  it('counts and shows the ads that match', async () => {
    const facts = { brand: 'bmw', model: '320', price: 9_500, year: 2015, volume: 2, checkup: '04.2027' };
    const id = await stored(facts, { title: ' BMW 320d Touring ', photo: 'https://market.test/1.jpg' });
    await stored({ brand: 'bmw', model: '320', price: 11_000 });
    await world.core.orm.em
      .fork()
      .execute(
        "insert into ad_prices (ad_id, seen_at, price) values (?, '2026-11-18', 9900), (?, '2026-11-19', 9500)",
        [id, id],
      );
    const eightDaysAgo = new Date(world.clock.now().getTime() - 8 * 86_400_000);
    await world.core.orm.em.fork().nativeUpdate(Ad, { price: 11_000 }, { firstSeenAt: eightDaysAgo });
    const answer = await ask(PATHS.preview, { carBrand: 'bmw', priceMax: 10_000 });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      matching: 1,
      perWeek: 0.3,
      sample: [
        {
          id,
          source: 'test',
          externalId: expect.any(String),
          name: 'BMW 320',
          url: expect.stringContaining('https://market.test/'),
          title: 'BMW 320d Touring',
          photo: 'https://market.test/1.jpg',
          ...facts,
          ...{ mileage: null, engine: null, bodyType: null, color: null, area: null },
          ...{ gearBox: null, dealType: null, seller: null },
          firstSeenAt: '2026-11-19T12:00:00.000Z',
          postedAt: null,
          priceHistory: [
            { price: 9_900, seenAt: '2026-11-18T00:00:00.000Z' },
            { price: 9_500, seenAt: '2026-11-19T00:00:00.000Z' },
          ],
        },
      ],
    });
  });

  it('takes a group of models for all its members', async () => {
    await stored({ brand: 'bmw', model: '320' });
    await stored({ brand: 'bmw', model: '3-series-other' });
    await stored({ brand: 'bmw', model: '520' });
    expect((await preview({ carBrand: 'bmw', carModel: ['3-series'] })).matching).toBe(2);
  });

  it('names ads in the language of the request', async () => {
    await stored({ brand: 'bmw', model: '3-series-other' });
    await stored({ brand: 'bmw', model: 'other' });
    await stored({ brand: null }, { title: 'Pašbūvēts bagijs' });
    await stored({ brand: null }, { title: '  ' });
    const names = async (language: string) => (await preview({}, language)).sample.map(({ name }) => name).reverse();
    expect(await names('lv')).toEqual(['BMW 3. sērija', 'BMW', 'Pašbūvēts bagijs', null]);
    expect(await names('en')).toEqual(['BMW 3 Series', 'BMW', 'Pašbūvēts bagijs', null]);
    expect(await names('ru')).toEqual(['BMW 3 серия', 'BMW', 'Pašbūvēts bagijs', null]);
  });

  it('takes the body of a whole filter, whatever its name and switch, also where nothing is known yet', async () => {
    const taken = { filterName: '', active: 1, carBrand: '0', yearMin: '-', checkup: 'any', engine: ['0'] };
    expect(await preview(taken)).toEqual({ matching: 0, perWeek: null, sample: [] });
  });
});

it('the histogram leaves out the ranges of price and year', async () => {
  for (let n = 0; n < 20; n += 1) await stored({ brand: 'bmw', price: 1_000 * (n + 1), year: 2005 + n });
  await stored({ brand: 'audi', price: 5, year: 1991 });
  const answer = await ask(PATHS.histogram, { carBrand: 'bmw', priceMax: 2_000, yearMin: 2020 });
  expect(answer.statusCode).toBe(200);
  const { price, year } = histogramResponseSchema.parse(answer.json());
  expect(price).toMatchObject({ total: 20, median: 10_000 });
  expect(price?.bars[0]).toEqual({ from: 1_000, to: 2_000, count: 1 });
  expect(year?.bars).toHaveLength(20);
  expect((await ask(PATHS.histogram, { carBrand: 'audi' })).json()).toEqual({ price: null, year: null });
});

describe('both calls', () => {
  it('refuse what could not be saved, with the same codes', async () => {
    const wrong = [
      [{ carBrand: 'tesl' }, 'filter.brandUnknown', 'carBrand'],
      [{ carBrand: 'bmw', carModel: ['golf'] }, 'filter.modelUnknown', 'carModel'],
      [{ carModel: ['320'] }, 'filter.modelUnknown', 'carModel'],
      [{ priceMin: 5, priceMax: 4 }, 'filter.priceReversed', 'priceMin'],
      [{ runMax: -1 }, 'filter.negative', 'runMax'],
      [{ yearMax: 2027 }, 'filter.yearOutOfRange', 'yearMax'],
      [{ checkup: '10.2026' }, 'filter.checkupOutOfRange', 'checkup'],
      [{ engine: ['steam'] }, 'request.invalid', 'engine'],
      [{ color: null, wheels: 4 }, 'request.invalid', 'color'],
    ] as const;
    for (const [filters, code, field] of wrong) {
      const saved = await ask(PATHS.filterNew, { filterName: 'Tāds pats', active: 1, ...filters });
      expect(saved.json()).toMatchObject({ code, field });
      for (const url of BOTH) {
        const answer = await ask(url, filters);
        expect(answer.statusCode).toBe(400);
        expect(answer.json()).toEqual(saved.json());
      }
    }
  });

  it('refuse in the language of the request', async () => {
    const messages = await Promise.all(
      ['lv', 'en', 'ru'].map(async (language) => (await ask(PATHS.preview, { carBrand: 'tesl' }, language)).json()),
    );
    expect(new Set(messages.map(({ message }) => message)).size).toBe(3);
    expect(messages.every(({ code }) => code === 'filter.brandUnknown')).toBe(true);
  });

  it('take a month that has passed where an own filter stores it', async () => {
    const now = world.clock.now();
    world.clock.set('2026-11-29T12:00:00Z');
    const anna = await world.loginAs({ telegramId: 3, role: 'basic' });
    const boris = await world.loginAs({ telegramId: 4, role: 'basic' });
    await ask(PATHS.filterNew, { filterName: 'Vecs', active: 0, checkup: '11.2026' }, 'en', anna);
    world.clock.set('2026-12-02T12:00:00Z');
    const answers = [
      await ask(PATHS.preview, { checkup: '11.2026' }, 'en', anna),
      await ask(PATHS.histogram, { checkup: '11.2026' }, 'en', anna),
      await ask(PATHS.preview, { checkup: '10.2026' }, 'en', anna),
      await ask(PATHS.preview, { checkup: '11.2026' }, 'en', boris),
    ];
    world.clock.set(now);
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 400, 400]);
  });

  it('are for who is signed in', async () => {
    for (const url of BOTH) {
      const answer = await world.call({ method: 'POST', url, payload: { filters: {} } });
      expect(answer.statusCode).toBe(401);
      expect(answer.json().code).toBe('auth.unauthenticated');
    }
  });

  it('write nothing', async () => {
    await stored({ brand: 'bmw', price: 1_000 });
    const written = async () => {
      const [counts] = await world.core.orm.em.fork().execute<unknown[]>(
        `select (select count(*) from filters) as filters, (select count(*) from filter_changes) as changes,
          (select max(xmin::text::bigint) from ads) as ads, (select count(*) from notifications) as alerts`,
      );
      return counts;
    };
    const before = await written();
    for (const url of BOTH) expect((await ask(url, { filterName: 'Nekas', active: 1 })).statusCode).toBe(200);
    expect(await written()).toEqual(before);
  });

  it('slow down who asks without end', async () => {
    const limited = await createTestApp({ env: { RATE_LIMITS: 'on' } });
    const headers = await limited.loginAs({ telegramId: 2, role: 'basic' });
    const call = () => limited.call({ method: 'POST', url: PATHS.preview, headers, payload: { filters: {} } });
    const statuses: number[] = [];
    for (let count = 0; count <= RATES.preview.max; count += 1) statuses.push((await call()).statusCode);
    await limited.close();
    expect(statuses.filter((status) => status === 200)).toHaveLength(RATES.preview.max);
    expect(statuses.at(-1)).toBe(429);
  });
});
