import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BRANDS } from '#core/catalog/brands.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let world: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  world = await createTestApp();
  headers = { ...(await world.loginAs({ telegramId: 1, role: 'admin' })), 'content-type': 'application/json' };
});
afterAll(() => world.close());

const family = '👨‍👩‍👧‍👦';

const sendRaw = (payload: string | Buffer | undefined, extra: Record<string, string> = {}) =>
  world.call({
    method: 'POST',
    url: '/filters/new',
    headers: { ...headers, ...extra },
    ...(payload !== undefined && { payload }),
  });

let count = 0;
const send = (fields: object) => {
  count += 1;
  return sendRaw(JSON.stringify({ filters: { filterName: `f${count}`, active: 0, ...fields } }));
};

/** What is stored of the fields that were sent; the filter goes again, so that there is room for the next. */
async function stored(fields: object): Promise<unknown> {
  const { filterId } = (await send(fields)).json();
  const all = (await world.call({ url: '/filters/get/filters', headers })).json();
  await world.call({ method: 'DELETE', url: `/filters/delete/${filterId}`, headers: withoutType() });
  return all[filterId]?.[0];
}

function withoutType() {
  const { 'content-type': _, ...rest } = headers;
  return rest;
}

async function storedCount(): Promise<number> {
  const all = (await world.call({ url: '/filters/get/filters', headers })).json();
  return Object.keys(all).length;
}

describe('a body that is no filter is refused', () => {
  const valid = '"filterName":"x","active":0';
  it.each<[string, string | Buffer | undefined, number?]>([
    ['nothing', undefined],
    ['an empty text', ''],
    ...['null', '5', '"x"', '[]', '{}', '{"filters":null}', '{"filters":[]}', '{"filters":{'].map(
      (text): [string, string] => [text, text],
    ),
    ...['NaN', 'Infinity', 'undefined', "{'filters':{}}", `{"filters":{${valid},}}`, `{"filters":{${valid}}/**/}`].map(
      (text): [string, string] => [text, text],
    ),
    ['UTF-16', Buffer.from(`{"filters":{${valid}}}`, 'utf16le')],
    [
      'bytes that are not UTF-8',
      Buffer.concat([Buffer.from('{"filters":{"active":0,"filterName":"'), Buffer.from([0xff]), Buffer.from('"}}')]),
    ],
    ['a prototype', `{"__proto__":{},"filters":{${valid}}}`],
    ['a constructor', `{"constructor":{"prototype":{}},"filters":{${valid}}}`],
    ['a nested prototype', `{"filters":{"__proto__":{"x":1},${valid}}}`],
    ['a field too many', `{"filters":{${valid},"user_id":2}}`],
    ['an object in a field too many', `{"filters":{${valid},"user":{"id":2}}}`],
    ['a field too many beside', `{"filters":{${valid}},"id":7}`],
    ['8,000 brackets', `{"filters":${'['.repeat(7900)}${']'.repeat(7900)}}`],
    ['1 MB', `{"filters":{"filterName":"${'x'.repeat(1_000_000)}"}}`, 413],
  ])('such as %s', async (_, body, status = 400) => {
    const before = await storedCount();
    const answer = await sendRaw(body);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toEqual(expect.objectContaining({ code: expect.any(String), message: expect.any(String) }));
    expect(await storedCount()).toBe(before);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonp'])(
    'as %s',
    async (type) => {
      const answer = await sendRaw(`{"filters":{${valid}}}`, { 'content-type': type });
      expect(answer.statusCode).toBe(415);
      expect(answer.json().code).toBe('request.unsupportedType');
    },
  );

  it('but a byte order mark and the last of two equal keys are fine', async () => {
    const answer = await sendRaw(`\ufeff{"filters":{${valid},"priceMin":1,"priceMin":99}}`);
    expect(answer.statusCode).toBe(201);
    const all = (await world.call({ url: '/filters/get/filters', headers })).json();
    expect(all[answer.json().filterId][0].priceMin).toBe(99);
  });
});

describe('a field that is wrong is named and nothing is stored', () => {
  const model = BRANDS.find((brand) => brand.key === 'audi')?.models[0]?.key;
  const numbers = ['priceMin', 'runMax', 'volumeMin'];
  const cases: [string, unknown, string?][] = [
    ['filterName', undefined, 'filter.nameEmpty'],
    ...['', '   ', '\u00a0\u00a0', '\u200b', '\u3164'].map((name): [string, unknown, string] => [
      'filterName',
      name,
      'filter.nameEmpty',
    ]),
    ...['x'.repeat(16), family.repeat(15), '😀'.repeat(16), `z${'\u0301'.repeat(1000)}`].map(
      (name): [string, unknown, string] => ['filterName', name, 'filter.nameTooLong'],
    ),
    ...['a\u0000b', 'a\ud800', 'a\u202eb', 'a\nb', 'a\tb', 'a\u2028b'].map((name): [string, unknown, string] => [
      'filterName',
      name,
      'filter.nameCharacters',
    ]),
    ...[5, ['a'], {}, true, null].map((name): [string, unknown] => ['filterName', name]),
    ...numbers.map((field): [string, unknown, string] => [field, -1, 'filter.negative']),
    ...numbers.flatMap((field) => ['5', '', true, [7], {}].map((value): [string, unknown] => [field, value])),
    ...[10.999, 1e308, 2 ** 53 + 1, 99_999_999_999].map((value): [string, unknown, string] => [
      'priceMax',
      value,
      'filter.priceOutOfRange',
    ]),
    ...[1.5, 100_000_001].map((value): [string, unknown, string] => ['runMin', value, 'filter.runOutOfRange']),
    ...[1.65, 0.05, 20.1, 1e-9, 3e-141].map((value): [string, unknown, string] => [
      'volumeMax',
      value,
      'filter.volumeOutOfRange',
    ]),
    ['volumeMin', 0, 'filter.volumeZero'],
    ['runMax', 0, 'filter.runZero'],
    ...[1899, 2027, 3000].map((year): [string, unknown, string] => ['yearMin', year, 'filter.yearOutOfRange']),
    ...['2020', 2020.5, '20e2', '٢٠٢٠', null].map((year): [string, unknown] => ['yearMax', year]),
    ...['13.2026', '00.2026', '1.2027', '2027.01', '01-2027', '01.27', 'ANY', '10.2026', '01.2029'].map(
      (month): [string, unknown, string] => ['checkup', month, 'filter.checkupOutOfRange'],
    ),
    ...[null, 5].map((month): [string, unknown] => ['checkup', month]),
    ...['trabant-x', 'toString', 'hasOwnProperty', '__proto__', 'BMW', 'a\u0000', "'; DROP TABLE filters"].map(
      (brand): [string, unknown, string] => ['carBrand', brand, 'filter.brandUnknown'],
    ),
    ...[0, null, ['bmw']].map((brand): [string, unknown] => ['carBrand', brand]),
    ['carModel', [model], 'filter.modelUnknown'],
    ['carModel', ['toString'], 'filter.modelUnknown'],
    ...[['purple-ish'], 'red', [null], [{}], [['red']], ['Red']].map((colors): [string, unknown] => ['color', colors]),
    ['area', ['Rīga']],
    ['area', Array(400).fill('riga')],
    ['bodyType', ['<b>suv</b>']],
    ['gearBox', ['automatic']],
    ...['lease', 'SELL', 0].map((deal): [string, unknown] => ['dealType', deal]),
    ...[2, -1, '1', true, null, undefined, 99].map((active): [string, unknown] => ['active', active]),
  ];

  it.each(cases)('%s: %j', async (field, value, code = 'request.invalid') => {
    const before = await storedCount();
    const answer = await send({ [field]: value });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code, field });
    expect(await storedCount()).toBe(before);
  });

  it('also a number too large for JSON', async () => {
    const answer = await sendRaw('{"filters":{"filterName":"x","active":0,"priceMin":1e400}}');
    expect(answer.json()).toMatchObject({ code: 'request.invalid', field: 'priceMin' });
  });

  it('also a model of another brand', async () => {
    const answer = await send({ carBrand: 'bmw', carModel: [model] });
    expect(answer.json()).toMatchObject({ code: 'filter.modelUnknown', field: 'carModel' });
  });

  it.each([
    ['price', { priceMin: 2, priceMax: 1 }],
    ['year', { yearMin: 2020, yearMax: 2019 }],
    ['volume', { volumeMin: 2, volumeMax: 1.9 }],
    ['run', { runMin: 2, runMax: 1 }],
  ])('also a %s range the wrong way round', async (name, range) => {
    const answer = await send(range);
    expect(answer.json()).toMatchObject({ code: `filter.${name}Reversed`, field: Object.keys(range)[0] });
  });
});

describe('a field that is right is stored in one form', () => {
  it.each<[object, object]>([
    [{ filterName: '<b>x</b>' }, { filterName: '<b>x</b>' }],
    [{ filterName: "'; DROP TABLE" }, { filterName: "'; DROP TABLE" }],
    [{ filterName: family.repeat(3) }, { filterName: family.repeat(3) }],
    [{ filterName: ' e\u0301\u00a0' }, { filterName: 'é' }],
    [{ filterName: 'х'.repeat(15) }, { filterName: 'х'.repeat(15) }],
    [{ priceMin: -0 }, { priceMin: 0 }],
    [
      { priceMin: 5, priceMax: 5 },
      { priceMin: 5, priceMax: 5 },
    ],
    [
      { runMin: null, runMax: 100_000_000 },
      { runMin: null, runMax: 100_000_000 },
    ],
    [
      { volumeMin: 0.1 + 0.2, volumeMax: 20 },
      { volumeMin: 0.3, volumeMax: 20 },
    ],
    [
      { volumeMin: 0.1, engine: ['electric'] },
      { volumeMin: null, engine: ['electric'] },
    ],
    [
      { volumeMin: 2, volumeMax: 1, engine: ['electric', 'electric'] },
      { volumeMax: null, engine: ['electric'] },
    ],
    [
      { volumeMin: 1.6, engine: ['electric', 'hybrid'] },
      { volumeMin: 1.6, engine: ['electric', 'hybrid'] },
    ],
    [
      { yearMin: '-', yearMax: 2000 },
      { yearMin: '-', yearMax: 2000 },
    ],
    [
      { yearMin: 1900, yearMax: 2026 },
      { yearMin: 1900, yearMax: 2026 },
    ],
    [{ checkup: '11.2026' }, { checkup: '11.2026' }],
    [{ checkup: '12.2028' }, { checkup: '12.2028' }],
    [{ color: ['red', 'blue', 'red'] }, { color: ['red', 'blue'] }],
    [
      { color: ['red', '0'], area: ['0'] },
      { color: [], area: [] },
    ],
    [{ carModel: ['0'] }, { carBrand: '0', carModel: [] }],
    [{ carBrand: 'bmw', carModel: ['3-series', '0'] }, { carModel: [] }],
    [{ carBrand: 'bmw', carModel: ['3-series', '320', '320'] }, { carModel: ['3-series', '320'] }],
  ])('such as %j', async (sent, expected) => {
    expect(await stored(sent)).toMatchObject(expected);
  });

  it('the months at the turn of the year are those of Latvia', async () => {
    const now = world.clock.now();
    world.clock.set('2026-12-31T22:30:00Z');
    headers = { ...headers, ...(await world.loginAs({ telegramId: 1 })) };
    const months = ['12.2026', '01.2027', '02.2029', '03.2029'];
    const answers = await Promise.all(months.map((checkup) => send({ checkup, yearMax: 2027 })));
    world.clock.set(now);
    headers = { ...headers, ...(await world.loginAs({ telegramId: 1 })) };
    expect(answers.map((answer) => answer.statusCode)).toEqual([400, 201, 201, 400]);
  });
});

describe('an id in a path that is none', () => {
  it.each<[string, number]>([
    ...['0', '-1', 'abc', '1e3', '1.0', '9223372036854775808', '%00', '%zz', '1;', '1%2F2'].map(
      (id): [string, number] => [id, 400],
    ),
    ['../x', 404],
    ['9'.repeat(101), 414],
    ['9001?id=1&id=2', 404],
    ['9007199254740991', 404],
  ])('by %s', async (id, status) => {
    const url = `/filters/delete/${id}`;
    const answer = await world.call({ method: 'DELETE', url, headers: withoutType() });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toHaveProperty('code');
  });

  it('or a method that the path does not know', async () => {
    const answer = await world.call({ method: 'PATCH', url: '/filters/new', headers, payload: '{}' });
    expect(answer.statusCode).toBe(404);
  });
});
