import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const PROXY = '10.7.0.1';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp({ env: { RATE_LIMITS: 'on', TRUSTED_PROXY: `${PROXY}, 192.168.0.0/16` } });
});
afterAll(() => world.close());

/** How the wrong log-ins of a crowd are answered, each from its address. */
async function statusesOf(crowd: readonly { from: string; forwardedFor?: string; username: string }[]) {
  const statuses: number[] = [];
  for (const { from, forwardedFor, username } of crowd) {
    const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
    const payload = { username, password: 'wrong' };
    const request = { method: 'POST', url: '/auth/password-login', remoteAddress: from, headers, payload } as const;
    statuses.push((await world.call(request)).statusCode);
  }
  return statuses;
}

const elevenTimes = <Value>(make: (number: number) => Value) => Array.from({ length: 11 }, (_, number) => make(number));
const allSeen = Array(11).fill(401);
const lastRefused = [...Array(10).fill(401), 429];

describe('who asks through the proxy of the operator', () => {
  it('is counted by the address that the proxy names, and not with everybody else', async () => {
    const crowd = (from: string) =>
      elevenTimes((number) => ({ from, forwardedFor: `198.51.100.${number}`, username: 'crowd' }));
    expect(await statusesOf(crowd(PROXY))).toEqual(allSeen);
    expect(await statusesOf(crowd('192.168.4.4'))).toEqual(allSeen);
  });

  it('cannot hide behind an address of their own invention', async () => {
    const liar = elevenTimes((number) => ({
      from: PROXY,
      forwardedFor: `10.9.9.${number}, 203.0.113.7`,
      username: 'liar',
    }));
    expect(await statusesOf(liar)).toEqual(lastRefused);
    const past = elevenTimes((number) => ({ from: '203.0.113.8', forwardedFor: `10.9.9.${number}`, username: 'past' }));
    expect(await statusesOf(past)).toEqual(lastRefused);
  });
});

describe('who has a whole network of addresses', () => {
  it('is counted as one', async () => {
    const neighbours = elevenTimes((number) => ({ from: `2001:db8:1:2::${number + 1}`, username: 'network' }));
    expect(await statusesOf(neighbours)).toEqual(lastRefused);
    expect(await statusesOf([{ from: '2001:db8:1:3::1', username: 'network' }])).toEqual([401]);
  });

  it('is not confused with those whose old address is written the new way', async () => {
    const mapped = elevenTimes((number) => ({ from: `::ffff:198.51.100.${number}`, username: 'mapped' }));
    expect(await statusesOf(mapped)).toEqual(allSeen);
  });
});
