import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type GuessBudget, GuessLimiter } from '#core/auth/guess-limiter.ts';
import { runInFork } from '#core/db/open.ts';
import { TooManyError } from '#core/errors.ts';
import { createTestClock } from '../support/test-clock.ts';
import { openTestDatabase } from '../support/test-database.ts';

const MINUTE_MS = 60_000;
const clock = createTestClock();

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let limiter: GuessLimiter;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  limiter = aLimiter();
  await rows('truncate guess_limits');
});
afterAll(() => database.close());

function aLimiter(isOn = true): GuessLimiter {
  return new GuessLimiter({ em: database.orm.em, clock, isOn });
}

function rows(sql: string): Promise<Record<string, unknown>[]> {
  return database.orm.em.fork().execute(sql);
}

/** Whether the guess may be looked at; else how long to wait, in seconds. */
async function guess(budgets: readonly GuessBudget[], by = limiter): Promise<true | number> {
  try {
    await runInFork(database.orm, () => by.spend(budgets));
    return true;
  } catch (error) {
    if (!(error instanceof TooManyError)) throw error;
    expect(error.code).toBe('auth.tooManyAttempts');
    return error.retryAfterS;
  }
}

describe('guesses', () => {
  it('are counted for a quarter of an hour, whichever process counts them', async () => {
    const budgets = [{ key: 'anna', max: 3 }];
    expect([await guess(budgets), await guess(budgets, aLimiter()), await guess(budgets)]).toEqual([true, true, true]);
    clock.advance(5 * MINUTE_MS);
    expect(await guess(budgets)).toBe(600);
    expect(await guess([{ key: 'berta', max: 3 }])).toBe(true);
    clock.advance(10 * MINUTE_MS - 1);
    expect(await guess(budgets, aLimiter())).toBe(1);
    clock.advance(1);
    expect(await guess(budgets)).toBe(true);
  });

  it('are refused when one of the budgets is used up, until the last of those is free again', async () => {
    const account = { key: 'account', max: 1 };
    const address = { key: 'address', max: 1 };
    await guess([account]);
    clock.advance(MINUTE_MS);
    await guess([address]);
    expect(await guess([account, { key: 'other', max: 9 }])).toBe(14 * 60);
    expect(await guess([account, address])).toBe(15 * 60);
  });

  it('that are refused use up nothing else', async () => {
    const [near, far] = [
      { key: 'account and address', max: 2 },
      { key: 'account', max: 4 },
    ];
    for (let tries = 0; tries < 20; tries += 1) await guess([near, far]);
    expect([await guess([far]), await guess([far]), await guess([far])]).toEqual([true, true, 15 * 60]);
  });

  it('that were right are taken back', async () => {
    const budgets = [
      { key: 'b', max: 1 },
      { key: 'a', max: 1 },
    ];
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await guess(budgets)).toBe(true);
      await runInFork(database.orm, () => limiter.refund(budgets));
    }
    await runInFork(database.orm, () => limiter.refund(budgets));
    expect([await guess(budgets), await guess(budgets)]).toEqual([true, 15 * 60]);
  });

  it('at one moment are let through no more often than alone, and wait for each other in no circle', async () => {
    const account = { key: 'account', max: 10 };
    const address = { key: 'address', max: 1000 };
    const guesses = Array.from({ length: 60 }, (_, number) =>
      guess(number % 2 === 0 ? [account, address] : [address, account]),
    );
    const outcomes = await Promise.all(guesses);
    expect(outcomes.filter((outcome) => outcome === true).length).toBeLessThanOrEqual(10);
    expect(outcomes.filter((outcome) => outcome === true).length).toBeGreaterThan(0);
  });

  it('are stored by the hash of what they guess at, and only while they count', async () => {
    await guess([{ key: 'log-in as anna from 192.0.2.7', max: 9 }]);
    const [stored] = await rows('select key, count from guess_limits');
    expect(stored).toEqual({ key: expect.stringMatching(/^[\w-]{43}$/), count: 1 });
    clock.advance(15 * MINUTE_MS);
    await guess([{ key: 'berta', max: 9 }]);
    expect(await rows('select key from guess_limits')).toHaveLength(1);
  });

  it('are not counted where limits are off', async () => {
    const off = aLimiter(false);
    for (let tries = 0; tries < 3; tries += 1) expect(await guess([{ key: 'anna', max: 0 }], off)).toBe(true);
    await off.refund([{ key: 'anna', max: 0 }]);
    expect(await rows('select key from guess_limits')).toEqual([]);
  });
});
