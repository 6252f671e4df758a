import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '../support/account-world.ts';
import {
  cookieIn,
  type LoginWorld,
  OVER,
  openLoginWorld,
  outcome,
  PENDING,
  UNKNOWN,
  WORTHLESS,
} from '../support/login-world.ts';

const NOON = '2026-11-20T12:00:00Z';

let world: LoginWorld;
beforeAll(async () => {
  world = await openLoginWorld();
});
afterAll(() => world.close());
beforeEach(() => world.clock.set(NOON));

const remove = (user: Account) => user.ask('DELETE', '/api/user/delete-account');

describe('a log-in', () => {
  it('opens one session, however often the page asks at once', async () => {
    const [anna, browser] = [await world.someone(), await world.aBrowserWaits()];
    await world.decide(browser, anna);
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.look(browser)));
    const states = answers.map((answer) => answer.json().state);
    expect(states.filter((state) => state === 'confirmed')).toHaveLength(1);
    expect(states.filter((state) => state === 'expired')).toHaveLength(19);
    expect(await world.linkSessionsOf(anna)).toHaveLength(1);
  });

  it('lets one user in, however many confirm at once', async () => {
    const [anna, bruno, browser] = [await world.someone(), await world.someone(), await world.aBrowserWaits()];
    const presses = Array.from({ length: 20 }, (_, number) => world.decide(browser, number % 2 ? anna : bruno));
    const decisions = await Promise.all(presses);
    expect(decisions.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(decisions.filter(({ state }) => state === 'confirmed')).toHaveLength(10);
    const winner = decisions[1]?.state === 'confirmed' ? anna : bruno;
    expect((await world.look(browser)).json().user.id).toBe(winner.id);
  });

  it('signs in once, however often the link of the bot is used at once', async () => {
    const anna = await world.someone();
    const token = await world.issue(anna);
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.redeem(token)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await world.linkSessionsOf(anna)).toHaveLength(1);
  });
});

describe('signing out everywhere', () => {
  it('ends the log-ins that were begun before', async () => {
    const [anna, confirmed, asked] = [await world.someone(), await world.aBrowserWaits(), await world.aBrowserWaits()];
    await world.decide(confirmed, anna);
    const token = await world.issue(anna);
    world.clock.advance(1000);
    expect((await anna.ask('DELETE', '/api/user/sessions')).statusCode).toBe(200);
    expect(outcome(await world.look(confirmed))).toEqual(OVER);
    expect(outcome(await world.redeem(token))).toEqual(WORTHLESS);
    expect(await world.decide(asked, anna)).toMatchObject({ state: 'over', isNew: false });
    expect(await world.linkSessionsOf(anna)).toEqual([]);

    const next = await world.aBrowserWaits();
    await world.decide(next, anna);
    expect(await world.whoIs(cookieIn(await world.look(next), 'sid'))).toBe(anna.id);
  });

  it('that is just being done is waited for', async () => {
    const [anna, browser] = [await world.someone(), await world.aBrowserWaits()];
    await world.decide(browser, anna);
    const later = new Date(world.clock.now().getTime() + 1000);
    const leaving = await world.holding('update users set sessions_valid_after = ? where id = ?', [later, anna.id]);
    const answer = world.look(browser);
    await world.somebodyWaits();
    await leaving.commit();
    expect(outcome(await answer)).toEqual(OVER);
    expect(await world.linkSessionsOf(anna)).toEqual([]);
  });

  it('that is just being done keeps out the launch data of before', async () => {
    const anna = await world.someone();
    const initData = world.signInitData({ telegramId: anna.telegramId });
    const later = new Date(world.clock.now().getTime() + 1000);
    const leaving = await world.holding('update users set sessions_valid_after = ? where id = ?', [later, anna.id]);
    world.clock.advance(2000);
    const payload = { telegram_user_id: anna.telegramId, initData };
    const answer = world.call({ method: 'POST', url: '/auth/login', payload });
    await world.somebodyWaits();
    await leaving.commit();
    expect(outcome(await answer)).toEqual([401, 'auth.reopenApp']);
  });
});

describe('the deletion of an account', () => {
  it('takes its log-ins along', async () => {
    const [anna, browser, asked] = [await world.someone(), await world.aBrowserWaits(), await world.aBrowserWaits()];
    await world.decide(browser, anna);
    const token = await world.issue(anna);
    expect((await remove(anna)).statusCode).toBe(200);
    const answer = await world.look(browser);
    expect([...outcome(answer), answer.cookies]).toEqual([...UNKNOWN, []]);
    expect(outcome(await world.redeem(token))).toEqual(WORTHLESS);
    expect(await world.decide(asked, anna)).toMatchObject({ state: 'over', isNew: false });
    await expect(world.issue(anna)).rejects.toMatchObject({ code: 'user.unknown' });
    expect(await world.linksOf(anna)).toEqual([]);
  });

  /** Deletes the account while `other` has begun: both wait for the user, the deletion first. */
  async function beforeItReaches<T>(anna: Account, other: () => Promise<T>): Promise<T> {
    const busy = await world.holding('select from users where id = ? for update', [anna.id]);
    const removed = remove(anna);
    await world.somebodyWaits();
    const result = other();
    await world.somebodyWaits(2);
    await busy.commit();
    expect((await removed).statusCode).toBe(200);
    return result;
  }

  it('that a look comes upon leaves no session', async () => {
    const [anna, browser] = [await world.someone(), await world.aBrowserWaits()];
    await world.decide(browser, anna);
    const answer = await beforeItReaches(anna, () => world.look(browser));
    expect([...outcome(answer), answer.cookies]).toEqual([...OVER, []]);
    expect([await world.linksOf(anna), await world.linkSessionsOf(anna)]).toEqual([[], []]);
  });

  it('that a redeemed link comes upon leaves no session', async () => {
    const anna = await world.someone();
    const token = await world.issue(anna);
    expect(outcome(await beforeItReaches(anna, () => world.redeem(token)))).toEqual(WORTHLESS);
    expect([await world.linksOf(anna), await world.linkSessionsOf(anna)]).toEqual([[], []]);
  });

  it('that a press comes upon lets nobody in', async () => {
    const [anna, browser] = [await world.someone(), await world.aBrowserWaits()];
    const pressed = await beforeItReaches(anna, () => world.decide(browser, anna));
    expect(pressed).toMatchObject({ state: 'over', isNew: false });
    expect(outcome(await world.look(browser))).toEqual(PENDING);
    expect(await world.linksOf(anna)).toEqual([]);
  });

  it('and log-ins at every stage end in one order', async () => {
    for (let time = 0; time < 5; time += 1) {
      const [anna, confirmed, asked] = [
        await world.someone(),
        await world.aBrowserWaits(),
        await world.aBrowserWaits(),
      ];
      await world.decide(confirmed, anna);
      const token = await world.issue(anna);
      const answers = Promise.all([world.look(confirmed), remove(anna), world.redeem(token), world.look(confirmed)]);
      await Promise.all([
        world.decide(asked, anna),
        world.decide(asked, anna),
        world.issue(anna).catch(({ code }) => code),
        world.begin(),
      ]);
      for (const { statusCode } of await answers) expect([200, 400, 404]).toContain(statusCode);
      expect([await world.linksOf(anna), await world.linkSessionsOf(anna)]).toEqual([[], []]);
    }
  });
});
