import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Notification } from '#core/notifications/notification.entity.ts';
import { someone } from '../support/filter-client.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const FULL = {
  filterName: 'Ģimenes auto',
  carBrand: 'bmw',
  carModel: ['3-series', '520'],
  priceMin: 5000,
  priceMax: 15_000,
  yearMin: 2015,
  yearMax: '-',
  volumeMin: 1.6,
  volumeMax: 2.0,
  runMin: null,
  runMax: 200_000,
  engine: ['diesel', 'gasoline'],
  bodyType: ['universal'],
  color: ['black', 'blue'],
  area: ['riga', 'yurmala'],
  gearBox: 'automatic',
  dealType: 'sell',
  checkup: '04.2027',
  active: 1,
};

const UNSET = {
  carBrand: '0',
  carModel: [],
  priceMin: null,
  priceMax: null,
  yearMin: '-',
  yearMax: '-',
  volumeMin: null,
  volumeMax: null,
  runMin: null,
  runMax: null,
  engine: [],
  bodyType: [],
  color: [],
  area: [],
  gearBox: '0',
  dealType: '0',
  checkup: 'any',
};

describe('a filter', () => {
  it('comes back as it was sent', async () => {
    const anna = await someone(world, 'basic');
    const created = await anna.create(FULL);
    expect(created.statusCode).toBe(201);
    expect(created.json()).toEqual({ filterId: expect.any(Number), active: 1 });
    expect(await anna.filters()).toMatchObject({ [created.json().filterId]: [FULL] });
  });

  it('asks nothing where nothing was said', async () => {
    const anna = await someone(world, 'basic');
    const { filterId } = (await anna.create({ filterName: 'Viss' })).json();
    expect(await anna.filters()).toMatchObject({ [filterId]: [{ filterName: 'Viss', ...UNSET, active: 1 }] });
  });

  it('is changed and switched, and removed once', async () => {
    const anna = await someone(world, 'basic');
    const { filterId } = (await anna.create(FULL)).json();
    const changed = await anna.update(filterId, { filterName: 'Cits', priceMax: 9000, active: 0 });
    expect(changed.statusCode).toBe(200);
    expect(changed.json()).toEqual({ active: 0 });
    const stored = (await anna.filters())[filterId]?.[0];
    expect(stored).toMatchObject({ filterName: 'Cits', ...UNSET, priceMax: 9000, active: 0 });
    const removed = await anna.remove(filterId);
    expect(removed.statusCode).toBe(200);
    expect(removed.json()).toEqual({});
    expect((await anna.remove(filterId)).statusCode).toBe(404);
    expect((await anna.update(filterId, FULL)).statusCode).toBe(404);
    expect(await anna.filters()).toEqual({});
  });

  it('of somebody else is not found and stays as it is', async () => {
    const [anna, boris] = [await someone(world, 'basic'), await someone(world, 'basic')];
    const { filterId } = (await boris.create(FULL)).json();
    for (const answer of [await anna.update(filterId, { filterName: 'Mans' }), await anna.remove(filterId)]) {
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toEqual({ code: 'filter.notFound', message: 'Filter not found.' });
    }
    expect((await boris.filters())[filterId]).toMatchObject([FULL]);
  });

  it('keeps the inspection month that has passed', async () => {
    const now = world.clock.now();
    world.clock.set('2026-11-29T12:00:00Z');
    const anna = await someone(world, 'basic');
    const { filterId } = (await anna.create({ filterName: 'A', checkup: '11.2026' })).json();
    world.clock.set('2026-12-02T12:00:00Z');
    const answers = [
      await anna.update(filterId, { filterName: 'B', checkup: '11.2026' }),
      await anna.update(filterId, { filterName: 'B', checkup: '10.2026' }),
      await anna.create({ filterName: 'C', checkup: '11.2026' }),
    ];
    world.clock.set(now);
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 400, 400]);
    expect(answers[1]?.json()).toMatchObject({ code: 'filter.checkupOutOfRange', field: 'checkup', active: 1 });
  });
});

describe('the list of filters', () => {
  const DAY_MS = 86_400_000;
  let lastSubject = 0;

  /** Stores an alert about an ad that these filters matched, sent so many days ago. */
  async function alerted(userId: number, filterIds: number[], sentDaysAgo: number | null): Promise<void> {
    const now = world.clock.now();
    const sentAt = sentDaysAgo === null ? null : new Date(now.getTime() - sentDaysAgo * DAY_MS);
    lastSubject += 1;
    await world.core.orm.em.fork().insert(Notification, {
      kind: 'ad',
      subjectId: lastSubject,
      userId,
      adId: lastSubject,
      filterIds,
      payload: { occasion: 'new', price: 9_000, oldPrice: null },
      status: sentAt ? 'sent' : 'pending',
      dueAt: now,
      expiresAt: now,
      sentAt,
    });
  }

  it('names make, models and groups in the language of the request', async () => {
    const anna = await someone(world, 'basic');
    await anna.create({ filterName: 'A', carBrand: 'bmw', carModel: ['3-series', '520', 'other'] });
    await anna.create({ filterName: 'B', carBrand: 'volkswagen', carModel: ['golf'] });
    await anna.create({ filterName: 'C' });
    const names = async (language: string) =>
      Object.values(await anna.filters(language)).map(([filter]) => [filter?.brandName, ...(filter?.modelNames ?? [])]);
    expect(await names('lv')).toEqual([['BMW', '3. sērija', '520', 'cits modelis'], ['Volkswagen', 'Golf'], [null]]);
    expect(await names('en')).toEqual([['BMW', '3 Series', '520', 'other model'], ['Volkswagen', 'Golf'], [null]]);
    expect(await names('ru')).toEqual([['BMW', '3 серия', '520', 'другая модель'], ['Volkswagen', 'Golf'], [null]]);
  });

  it('counts the alerts of a week and tells when the last one was sent', async () => {
    const [anna, boris] = [await someone(world, 'basic'), await someone(world, 'basic')];
    const [first = 0, second = 0, third = 0] = await anna.createMany(3, 1);
    await alerted(anna.userId, [first], 1);
    await alerted(anna.userId, [first, second], 6.9);
    await alerted(anna.userId, [second], 7.1);
    await alerted(anna.userId, [first, third], null);
    await alerted(boris.userId, [first], 0);
    const at = (daysAgo: number) => new Date(world.clock.now().getTime() - daysAgo * DAY_MS).toISOString();
    expect(await anna.filters()).toMatchObject({
      [first]: [{ alertsThisWeek: 2, lastAlertAt: at(1) }],
      [second]: [{ alertsThisWeek: 1, lastAlertAt: at(6.9) }],
      [third]: [{ alertsThisWeek: 0, lastAlertAt: null }],
    });
  });
});

describe('the user calls', () => {
  it('tell role, limit, name and the number of active filters', async () => {
    const anna = await someone(world, 'advanced');
    await anna.createMany(2, 1);
    await anna.createMany(1, 0);
    expect((await anna.get('/filters/get/filter-limit')).json()).toEqual({ role: 'advanced', limit: 10 });
    expect((await anna.get('/filters/get/combined-count')).json()).toEqual({ combinedCount: 2 });
    expect((await anna.get('/filters/get/user-info')).json()).toEqual({ firstName: 'Anna' });
  });
});

describe('the name of a filter', () => {
  it('is unique for its user, in whatever case, form or spacing', async () => {
    const [anna, boris] = [await someone(world, 'basic'), await someone(world, 'basic')];
    const { filterId } = (await anna.create({ filterName: 'Café' })).json();
    for (const filterName of ['Café', 'CAFÉ', 'Cafe\u0301', '  Café ', 'Ca\u200bfé']) {
      const answer = await anna.create({ filterName });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual({
        code: 'filter.nameTaken',
        message: 'Filter name must be unique.',
        field: 'filterName',
      });
    }
    expect((await anna.update(filterId, { filterName: 'CAFÉ' })).statusCode).toBe(200);
    expect((await boris.create({ filterName: 'Café' })).statusCode).toBe(201);
  });

  it('tells the stored position of the switch when a change is refused', async () => {
    const anna = await someone(world, 'basic');
    await anna.create({ filterName: 'A' });
    const { filterId } = (await anna.create({ filterName: 'B', active: 0 })).json();
    const answer = await anna.update(filterId, { filterName: 'a', active: 1 });
    expect(answer.json()).toMatchObject({ code: 'filter.nameTaken', active: 0 });
    expect(await anna.activeCount()).toBe(1);
  });

  it('goes to one of twenty who want it at once', async () => {
    const anna = await someone(world, 'admin');
    const answers = await Promise.all(Array.from({ length: 20 }, () => anna.create({ filterName: 'Viens' })));
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([201, ...Array(19).fill(400)]);
  });
});
