import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SendResult } from './message-sender.ts';
import { MAX_ATTEMPTS, retryDelayMs, settle } from './retry-policy.ts';

const calm = { outage: false, isDigest: false, random: () => 0.5 };
const tried = (attempts: number, error: string | null = null) => ({ attempts, error });
const failed: SendResult = { outcome: 'failed', failure: 'timeout', ambiguous: true, reason: 'timeout' };

it('waits between one second and ten minutes, longer after each attempt', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (attempts, draw) => {
        const delay = retryDelayMs(attempts, () => draw);
        expect(delay).toBeGreaterThanOrEqual(1000);
        expect(delay).toBeLessThanOrEqual(600_000);
        expect(retryDelayMs(attempts + 1, () => draw)).toBeGreaterThanOrEqual(delay);
      },
    ),
  );
});

it('outlasts an outage of five minutes on average', () => {
  const total = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => retryDelayMs(index + 1, () => 0.5));
  expect(total.reduce((sum, delay) => sum + delay, 0)).toBeGreaterThan(2 * 300_000);
});

it('gives a row up at the eighth attempt that counts', () => {
  expect(settle(failed, tried(6), calm).row).toMatchObject({ status: 'pending', attempts: 7, error: 'timeout' });
  expect(settle(failed, tried(7), calm).row).toMatchObject({ status: 'dead', attempts: 8, error: 'timeout' });
});

it('counts neither a 429, nor a refused token, nor what cannot have arrived while Telegram answers nobody', () => {
  expect(settle({ outcome: 'throttled', afterMs: 3000 }, tried(7), calm)).toMatchObject({
    row: { status: 'pending', attempts: 7 },
    holdMs: 3000,
  });
  expect(settle({ outcome: 'unauthorized' }, tried(7), calm).row).toMatchObject({ status: 'pending', attempts: 7 });
  const unsent = { ...failed, ambiguous: false };
  expect(settle(unsent, tried(7), { ...calm, outage: true }).row).toMatchObject({ status: 'pending', attempts: 7 });
  expect(settle(failed, tried(7), { ...calm, outage: true }).row).toMatchObject({ status: 'dead', attempts: 8 });
});

it('keeps the pace of the chat after a message', () => {
  expect(settle({ outcome: 'sent', messageId: 5 }, tried(0), calm)).toEqual({
    row: { status: 'sent', attempts: 0, error: null, messageId: 5 },
    holdMs: 1000,
  });
});

it('ends what can never pass', () => {
  expect(settle({ outcome: 'unreachable', reason: 'blocked' }, tried(0), calm).row).toMatchObject({
    status: 'cancelled',
  });
  expect(settle({ outcome: 'rejected', reason: 'bad' }, tried(0), calm).row).toMatchObject({
    status: 'dead',
    attempts: 1,
    error: 'bad',
  });
});

it('condemns no row for a digest that is refused, but tries none for ever', () => {
  const refused: SendResult = { outcome: 'rejected', reason: 'bad' };
  const digest = { ...calm, isDigest: true };
  expect(settle(refused, tried(0), digest).row).toMatchObject({
    status: 'pending',
    attempts: 1,
    error: 'in a digest: bad',
  });
  expect(settle(refused, tried(7), digest).row).toMatchObject({ status: 'dead', attempts: 8, error: 'bad' });
});

it('remembers that a digest was refused, whatever happens until the row is settled', () => {
  const row = tried(1, 'in a digest: bad');
  expect(settle({ outcome: 'throttled', afterMs: 3000 }, row, calm).row.error).toBe('in a digest: bad');
  expect(settle({ outcome: 'unauthorized' }, row, calm).row.error).toBe('in a digest: bad');
  expect(settle(failed, row, calm).row).toMatchObject({ attempts: 2, error: 'in a digest: bad' });
  expect(settle(failed, { ...row, attempts: 7 }, calm).row).toMatchObject({ status: 'dead', error: 'timeout' });
  expect(settle({ outcome: 'sent', messageId: 5 }, row, calm).row.error).toBeNull();
});

it('condemns what we fail to write, but no row of a digest for another', () => {
  const unwritten: SendResult = { outcome: 'unwritten', reason: 'no text' };
  expect(settle(unwritten, tried(0), calm).row).toMatchObject({ status: 'dead', error: 'no text' });
  const { row } = settle(unwritten, tried(0), { ...calm, isDigest: true });
  expect(row).toMatchObject({ status: 'pending', error: 'in a digest: no text' });
});
