import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD } from '../support/passwords.ts';
import {
  aForm,
  aTelegramId,
  openVerificationWorld,
  outcome,
  tally,
  type VerificationWorld,
  waitingOf,
  wrong,
} from '../support/verification-world.ts';

const NOON = '2026-11-20T12:00:00Z';
const MINUTE_MS = 60_000;
const INVALID = [400, 'verification.codeInvalid'];

let world: VerificationWorld;
beforeAll(async () => {
  world = await openVerificationWorld();
});
afterAll(() => world.close());
beforeEach(() => world.clock.set(NOON));

/** A registration whose code is known. */
async function begun() {
  const own = world.browser();
  const waiting = waitingOf(await own.register(aForm()));
  const telegramId = aTelegramId();
  const { code } = await world.open(waiting, telegramId);
  return { own, waiting, telegramId, code };
}

describe('a code', () => {
  it('may be typed with blanks and counts once', async () => {
    const { own, waiting, code } = await begun();
    expect((await own.verify(waiting, ` ${code.slice(0, 3)} ${code.slice(3)} `)).statusCode).toBe(200);
    const again = await own.verify(waiting, code);
    expect(outcome(again)).toEqual(INVALID);
    expect(again.json().message).toBe('Invalid or expired code.');
  });

  it('has five tries; the sixth is refused even if it is right', async () => {
    const { own, waiting, telegramId, code } = await begun();
    for (const guess of [wrong(code), '', 'x'.repeat(5000), `${code}0`, '\u0000'])
      expect(outcome(await own.verify(waiting, guess))).toEqual(INVALID);
    world.clock.advance(4 * MINUTE_MS);
    const sixth = await own.verify(waiting, code);
    expect([sixth.statusCode, sixth.json().code]).toEqual([429, 'verification.tooManyTries']);
    expect(sixth.headers['retry-after']).toBe('360');
    expect(await world.refusal(waiting, telegramId)).toBe('verification.notFound');
  });

  it('keeps its tries over all rounds', async () => {
    const { own, waiting, telegramId } = await begun();
    for (let round = 0; round < 5; round += 1) {
      const { code } = await world.open(waiting, telegramId);
      expect(outcome(await own.verify(waiting, wrong(code)))).toEqual(INVALID);
    }
    expect(outcome(await own.verify(waiting, '000000'))).toEqual([429, 'verification.tooManyTries']);
  });

  it('is guessed five times at most, however many guess at once', async () => {
    const { own, waiting, code } = await begun();
    const answers = await Promise.all(Array.from({ length: 15 }, () => own.verify(waiting, wrong(code))));
    expect(tally(answers)).toEqual({ '400 verification.codeInvalid': 5, '429 verification.tooManyTries': 10 });
    expect((await own.verify(waiting, code)).statusCode).toBe(429);
  });

  it('is over after ten minutes', async () => {
    const [early, late] = [await begun(), await begun()];
    world.clock.advance(10 * MINUTE_MS - 1);
    expect((await early.own.verify(early.waiting, early.code)).statusCode).toBe(200);
    world.clock.advance(1);
    expect(outcome(await late.own.verify(late.waiting, late.code))).toEqual(INVALID);
    expect(await world.refusal(late.waiting, late.telegramId)).toBe('verification.notFound');
    await world.browser().register(aForm());
    expect(await world.sql('select from verifications where token_hash = ?', [late.waiting.id])).toEqual([]);
  });

  it('works in no other browser', async () => {
    const { own, waiting, code } = await begun();
    const stranger = world.browser();
    expect(outcome(await stranger.verify(waiting, code))).toEqual(INVALID);
    await stranger.register(aForm());
    expect(outcome(await stranger.verify(waiting, code))).toEqual(INVALID);
    expect((await own.verify(waiting, code)).statusCode).toBe(200);
  });

  it('still works in a browser that has signed in since', async () => {
    const { form } = await world.registered();
    const { own, waiting, code } = await begun();
    expect((await world.logIn(own, form.username, PASSWORD)).statusCode).toBe(200);
    expect((await own.verify(waiting, code)).statusCode).toBe(200);
  });

  it('ends with the next round, and belongs to the chat that opened last', async () => {
    const { own, waiting, code } = await begun();
    const other = aTelegramId();
    const { code: newer } = await world.open(waiting, other);
    expect(newer).not.toBe(code);
    expect(outcome(await own.verify(waiting, code))).toEqual(INVALID);
    expect((await own.verify(waiting, newer)).statusCode).toBe(200);
    expect(await world.sql('select from users where telegram_id = ?', [other])).toHaveLength(1);
  });

  it('stands nowhere', async () => {
    const { code } = await begun();
    const rows = await world.sql('select * from verifications');
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it.each([
    { verificationId: '', code: '000000' },
    { verificationId: '\u0000', code: '000000' },
    { verificationId: 'x'.repeat(43), code: '000000' },
    { verificationId: "' or true --", code: '000000' },
    { verificationId: 7, code: 7 },
    { code: '000000' },
    {},
    [],
  ])('never breaks the service: %o', async (body) => {
    expect((await world.browser().ask('POST', '/auth/verify', body)).statusCode).toBe(400);
  });
});
