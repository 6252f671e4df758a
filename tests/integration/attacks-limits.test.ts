import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp({ env: { RATE_LIMITS: 'on' } });
});
afterAll(() => world.close());

let lastTelegramId = 41_000;
let lastHost = 0;
const anAddress = () => {
  lastHost += 1;
  return `198.51.100.${lastHost}`;
};

/** Somebody new, who asks from a place of the network. */
async function someoneAt(remoteAddress: string) {
  lastTelegramId += 1;
  const telegramId = lastTelegramId;
  const initData = world.signInitData({ telegramId });
  const payload = { telegram_user_id: telegramId, first_name: 'Anna', initData };
  // From elsewhere, so that only what is counted here counts.
  await world.call({ method: 'POST', url: '/auth/signup', payload, remoteAddress: anAddress() });
  await world.core.orm.em.fork().execute("update users set role = 'admin' where telegram_id = ?", [telegramId]);
  const headers = { authorization: `tma ${initData}` };
  const ask = (method: 'GET' | 'POST', url: string, body?: object) =>
    world.call({ method, url, headers, remoteAddress, ...(body && { payload: body }) });
  return { ask, id: (await ask('GET', '/api/get/user')).json().id as number, telegramId };
}

/** Asks so often, and tells what the answers were: `[[201, 30], [429, 1]]`. */
async function counted(times: number, ask: () => Promise<{ statusCode: number }>): Promise<[number, number][]> {
  const counts = new Map<number, number>();
  for (let time = 0; time < times; time += 1) {
    const { statusCode } = await ask();
    counts.set(statusCode, (counts.get(statusCode) ?? 0) + 1);
  }
  return [...counts];
}

const refusal = { statusCode: 429, headers: { 'retry-after': expect.stringMatching(/^[1-9]\d*$/) } };

describe('a user', () => {
  it('makes thirty filters an hour, and hears when they may make the next', async () => {
    const anna = await someoneAt(anAddress());
    let names = 0;
    const create = () => {
      names += 1;
      return anna.ask('POST', '/filters/new', { filters: { filterName: `f${names}`, active: 0 } });
    };
    expect(await counted(31, create)).toEqual([
      [201, 30],
      [429, 1],
    ]);
    const refused = await create();
    expect(refused).toMatchObject(refusal);
    expect(refused.json()).toEqual({ code: 'request.tooMany', message: expect.any(String) });
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3600);
    expect(
      (await (await someoneAt(anAddress())).ask('POST', '/filters/new', { filters: { filterName: 'a', active: 0 } }))
        .statusCode,
    ).toBe(201);
  });

  it('asks a hundred and twenty times a minute, by whatever address', async () => {
    const anna = await someoneAt(anAddress());
    expect(await counted(125, () => anna.ask('GET', '/filters/get/user-info'))).toEqual([
      [200, 119],
      [429, 6],
    ]);
    expect(await anna.ask('GET', '/filters/get/user-info')).toMatchObject(refusal);
  });
});

describe('an address', () => {
  it.each([
    ['filters', '/filters/new', 300],
    ['reports', '/api/report-problem', 50],
    ['opinions', '/api/feedback', 50],
  ])('sends so many %s an hour, whoever is signed in there', async (_, url, most) => {
    const here = anAddress();
    const anna = await someoneAt(here);
    // What is refused for its content, or to one user, counts, too.
    await counted(most, () => anna.ask('POST', url, {}));
    expect(await (await someoneAt(here)).ask('POST', url, {})).toMatchObject(refusal);
    expect((await (await someoneAt(anAddress())).ask('POST', url, {})).statusCode).toBe(400);
  });

  it('asks twelve hundred times a minute in all, and then nobody is looked up any more', async () => {
    const address = anAddress();
    const anna = await someoneAt(address);
    const status = () => world.call({ url: '/api/auth/status', remoteAddress: address });
    expect(await counted(1199, status)).toEqual([
      [200, 600],
      [429, 599],
    ]);
    expect(await anna.ask('GET', '/api/get/user')).toMatchObject(refusal);
  });
});
