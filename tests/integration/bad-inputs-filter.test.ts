import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BRANDS } from '#core/catalog/brands.ts';
import { type FilterClient, someone } from '../support/filter-client.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let world: TestApp;
let anna: FilterClient;
let headers: { cookie: string; origin: string };
beforeAll(async () => {
  world = await createTestApp();
  anna = await someone(world, 'admin');
  headers = await world.loginAs({ telegramId: 1, role: 'admin' });
});
afterAll(() => world.close());

const BODY = JSON.stringify({ filters: { filterName: 'x', active: 0 } });

async function stored(): Promise<number> {
  return Object.keys((await world.call({ url: '/filters/get/filters', headers })).json()).length;
}

describe('the type of a body', () => {
  const send = (type: Record<string, string>, payload = BODY) =>
    world.call({ method: 'POST', url: '/filters/new', headers: { ...headers, ...type }, payload });

  it('that names another encoding than its own is read as what it is', async () => {
    const answer = await send({ 'content-type': 'application/json; charset=utf-16' });
    expect(answer.statusCode).toBe(201);
    await world.call({ method: 'DELETE', url: `/filters/delete/${answer.json().filterId}`, headers });
  });

  it.each<Record<string, string>>([
    {},
    { 'content-type': '' },
    { 'content-type': 'json' },
    { 'content-type': '*/*' },
    { 'content-type': 'application/vnd.api+json' },
    { 'content-type': 'text/json' },
    { 'content-type': 'application/jsonp' },
    { 'content-type': 'application/xml' },
  ])('such as %j is refused', async (type) => {
    const answer = await send(type);
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'request.unsupportedType']);
    expect(await stored()).toBe(0);
  });
});

describe('a list', () => {
  it.each([
    ['of ten thousand', { area: Array(10_000).fill('riga') }, 413, 'request.tooLarge'],
    ['of more than there are', { area: Array(1000).fill('riga') }, 400, 'request.invalid'],
    ['of ten thousand nothings', { color: Array(3000).fill('') }, 400, 'request.invalid'],
  ])('%s is refused', async (_, fields, status, code) => {
    const answer = await anna.create({ filterName: 'long', ...fields });
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });
});

it('no brand of the catalogue calls all of its models "all", and none is found by that', async () => {
  expect(BRANDS.flatMap((brand) => brand.models).filter((model) => model.key === 'all')).toEqual([]);
  const answer = await anna.create({ filterName: 'all', carBrand: 'bmw', carModel: ['all'] });
  expect(answer.json()).toMatchObject({ code: 'filter.modelUnknown', field: 'carModel' });
});

describe('two changes of one filter at once', () => {
  it('leave the whole of one of them', async () => {
    const one = { filterName: 'One', carBrand: 'bmw', priceMin: 1, priceMax: 11, color: ['red'], yearMin: 2001 };
    const other = { filterName: 'Other', carBrand: 'audi', priceMin: 2, priceMax: 22, color: ['blue'], yearMin: 2002 };
    const [id = 0] = await anna.createMany(1, 0);
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all([anna.update(id, one), anna.update(id, other), anna.update(id, one)]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
      const filter = (await anna.filters())[id]?.[0];
      expect(filter).toMatchObject(filter?.filterName === 'One' ? one : other);
    }
    await anna.remove(id);
  });

  it('of which one deletes it leave nothing, and no fault', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [id = 0] = await anna.createMany(1, 0);
      const [changed, removed] = await Promise.all([anna.update(id, { filterName: 'late' }), anna.remove(id)]);
      expect([200, 404]).toContain(changed?.statusCode);
      expect(removed?.statusCode).toBe(200);
      expect((await anna.update(id, { filterName: 'later' })).statusCode).toBe(404);
      expect(await anna.filters()).toEqual({});
    }
  });
});

describe('somebody else’s filter', () => {
  it('is not found by its id, nor by whichever id is tried', async () => {
    const boris = await someone(world, 'basic');
    const [own = 0] = await boris.createMany(1, 1);
    const before = await boris.filters();
    const changed = { filterName: 'Mans', active: 0 };
    const answers: LightMyRequestResponse[] = [];
    for (let id = 1; id <= 200; id += 2)
      answers.push(...(await Promise.all([anna.update(id, changed), anna.remove(id + 1)])));
    expect(own).toBeLessThan(200);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
    // Nobody learns which of them there are.
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await boris.filters()).toEqual(before);
  });
});

describe('a language that is none', () => {
  it.each(['xx', 'lv;q=a', '*', ',;,;', 'e'.repeat(10_000), ' ', '\u00ff'])('%j is Latvian', async (language) => {
    const answer = await world.call({ url: '/api/get/user', headers: { 'accept-language': language } });
    expect(answer.statusCode).toBe(401);
    expect(answer.json().message).toBe(
      (await world.call({ url: '/api/get/user', headers: { 'accept-language': 'lv' } })).json().message,
    );
  });

  it('but the one that the menu spells "rus" is Russian', async () => {
    const said = async (language: string) =>
      (await world.call({ url: '/api/get/user', headers: { 'accept-language': language } })).json().message;
    expect(await said('rus')).toBe(await said('ru'));
    expect(await said('rus')).not.toBe(await said('lv'));
  });
});

describe('a cookie', () => {
  it.each([
    'sid=a; sid=b',
    `sid=${'x'.repeat(8000)}`,
    'sid="quo\\"ted"',
    'sid=\u00e4\u00f6',
    'sid=%',
    'sid=%00; __proto__=x; constructor=y',
    ';;;===;',
    'SID=x',
  ])('such as %j signs nobody in, and is no fault of ours', async (cookie) => {
    const answer = await world.call({ url: '/api/get/user', headers: { cookie } });
    expect([answer.statusCode, answer.json().code.split('.')[0]]).toEqual([401, 'auth']);
  });

  it('beside another of its name does not take the place of the one that counts', async () => {
    for (const cookie of [`${headers.cookie}; sid=x`, `${headers.cookie}; bid=%; x="`])
      expect((await world.call({ url: '/api/get/user', headers: { cookie } })).statusCode).toBe(200);
  });
});
