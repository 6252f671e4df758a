import { GrammyError, HttpError } from 'grammy';
import { describe, expect, it } from 'vitest';
import { probeAnswerOf, sendResultOf } from './send-result.ts';

const refusal = (answer: object) =>
  new GrammyError("Call to 'sendMessage' failed!", { ok: false, ...answer } as never, 'sendMessage', {});
const network = (cause: object) => new HttpError("Network request for 'sendMessage' failed!", cause);

describe('a 429', () => {
  it.each([
    ['the seconds it names', { retry_after: 35 }, 35_000],
    ['a second where it names none', {}, 1000],
    ['a second for none at all', { retry_after: 0 }, 1000],
    ['a second for less than nothing', { retry_after: -5 }, 1000],
    ['a second for what is no number', { retry_after: 'soon' }, 1000],
    ['a number in quotes', { retry_after: '4' }, 4000],
    ['a day at most', { retry_after: 1e300 }, 86_400_000],
  ])('holds the chat for %s', (_, parameters, afterMs) => {
    const error = refusal({ error_code: 429, description: 'Too Many Requests', parameters });
    expect(sendResultOf(error)).toEqual({ outcome: 'throttled', afterMs });
  });
});

describe('a refusal', () => {
  it.each([
    [403, 'Forbidden: bot was blocked by the user'],
    [403, 'Forbidden: user is deactivated'],
    [403, "Forbidden: bot can't initiate conversation with a user"],
    [403, "Forbidden: bots can't send messages to bots"],
    [403, 'Forbidden: the group chat was deleted'],
    [400, 'Bad Request: chat not found'],
    [400, 'Bad Request: user not found'],
    [400, 'Bad Request: PEER_ID_INVALID'],
    [400, 'Bad Request: CHAT_WRITE_FORBIDDEN'],
    [400, 'Bad Request: INPUT_USER_DEACTIVATED'],
    [400, 'Bad Request: group chat was upgraded to a supergroup chat'],
  ])('%i means that the user cannot be reached: %s', (error_code, description) => {
    expect(sendResultOf(refusal({ error_code, description }))).toMatchObject({ outcome: 'unreachable' });
  });

  it.each([
    "Bad Request: can't parse entities: Unsupported start tag",
    'Bad Request: message is too long',
    'Bad Request: message text is empty',
    'Bad Request: BUTTON_URL_INVALID',
    'Bad Request: wrong file identifier/HTTP URL specified',
  ])('400 is the fault of the message: %s', (description) => {
    expect(sendResultOf(refusal({ error_code: 400, description }))).toMatchObject({ outcome: 'rejected' });
  });

  it('without a code says nothing about the message', () => {
    const result = { outcome: 'failed', failure: '5xx', ambiguous: true };
    expect(sendResultOf(refusal({}))).toMatchObject(result);
    expect(sendResultOf(refusal({ error_code: 502, description: 'Bad Gateway' }))).toMatchObject(result);
    expect(sendResultOf(new TypeError('no message in the answer'))).toMatchObject(result);
  });

  it('is never told at any length', () => {
    const result = sendResultOf(refusal({ error_code: 400, description: 'x'.repeat(5000) }));
    expect(result).toMatchObject({ reason: expect.stringMatching(/^400: x{195}$/) });
  });
});

describe('a connection', () => {
  it.each([
    ['ECONNREFUSED', 'refused'],
    ['ENOTFOUND', 'refused'],
    ['EAI_AGAIN', 'refused'],
    ['ENETUNREACH', 'refused'],
    ['ETIMEDOUT', 'timeout'],
    ['ECONNRESET', 'reset'],
    ['EPIPE', 'reset'],
    ['ERR_STREAM_PREMATURE_CLOSE', 'reset'],
  ])('%s: nobody knows whether the message arrived, but where there was none', (code, failure) => {
    const ambiguous = failure !== 'refused';
    expect(sendResultOf(network({ code }))).toEqual({ outcome: 'failed', failure, ambiguous, reason: code });
  });
});

it('takes Telegram for there when it refuses a probe for a reason', () => {
  expect(probeAnswerOf(refusal({ error_code: 429, description: 'Too Many Requests' }))).toBe('answers');
  expect(probeAnswerOf(refusal({ error_code: 404, description: 'Not Found' }))).toBe('refused');
  expect(probeAnswerOf(network({ code: 'ECONNRESET' }))).toBe('away');
});
