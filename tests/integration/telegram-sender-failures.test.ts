import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MessageContent } from '#core/notifications/message-sender.ts';
import { SenderWorld } from '#tests/support/sender-world.ts';

let world: SenderWorld;
beforeAll(async () => {
  world = await SenderWorld.open();
});
afterAll(() => world.emulator.close());
beforeEach(() => world.reset());
afterEach(() => world.check());

describe('a failure', () => {
  it('429 tells how long the chat waits, and is not repeated', async () => {
    world.refuse('sendPhoto', { errorCode: 429, description: 'Too Many Requests: retry after 3', retryAfter: 3 });
    expect(await world.sendAlert()).toEqual({ outcome: 'throttled', afterMs: 3000 });
    expect(world.methods()).toEqual(['sendPhoto']);
  });

  it('of a user who blocked the bot means unreachable', async () => {
    world.emulator.block(world.anna);
    expect(await world.sendAlert()).toEqual({
      outcome: 'unreachable',
      reason: '403: Forbidden: bot was blocked by the user',
    });
  });

  it('of a chat that does not exist means unreachable', async () => {
    const content: MessageContent = { kind: 'alert', alert: world.alert };
    const result = await world.sender.send({ chatId: 999_999, locale: 'lv', timeZone: 'Europe/Riga', content });
    expect(result).toEqual({ outcome: 'unreachable', reason: '400: Bad Request: chat not found' });
    expect(world.methods()).toEqual(['sendPhoto']);
  });

  it('401 means that nothing can be sent', async () => {
    world.sender = world.aSender({ token: '7000000001:another-token-that-Telegram-does-not-know' });
    expect(await world.sendAlert()).toEqual({ outcome: 'unauthorized' });
  });

  it('of the server may have sent the message', async () => {
    world.refuse('sendPhoto', { errorCode: 500, description: 'Internal Server Error' });
    expect(await world.sendAlert()).toMatchObject({ outcome: 'failed', ambiguous: true });
  });

  it.each(['html-502', 'invalid-json', 'reset-after'] as const)('%s may have sent the message', async (kind) => {
    world.emulator.fault({ method: 'sendPhoto', kind });
    expect(await world.sendAlert()).toMatchObject({ outcome: 'failed', ambiguous: true });
    expect(world.methods()).toEqual(['sendPhoto']);
  });

  it('to connect has sent nothing', async () => {
    world.sender = world.aSender({ apiRoot: 'http://127.0.0.1:1' });
    const reason = 'ECONNREFUSED';
    expect(await world.sendAlert()).toEqual({ outcome: 'failed', failure: 'refused', ambiguous: false, reason });
  });

  it('to answer ends in time and may have sent the message', async () => {
    world.sender = world.aSender({ callMs: 100 });
    world.emulator.fault({ method: 'sendPhoto', kind: 'hang-after' });
    expect(await world.sendAlert()).toMatchObject({ outcome: 'failed', failure: 'timeout', ambiguous: true });
    expect(world.methods()).toEqual(['sendPhoto']);
  });

  it.each([
    ['error', 500, '5xx'],
    ['html-502', 502, '5xx'],
    ['invalid-json', 200, '5xx'],
    ['reset-before', 0, 'reset'],
    ['reset-after', 0, 'reset'],
  ] as const)('%s (%i) is told apart as %s', async (kind, errorCode, failure) => {
    world.emulator.fault({ method: 'sendPhoto', kind, errorCode });
    expect(await world.sendAlert()).toMatchObject({ outcome: 'failed', failure, ambiguous: true });
  });

  it('that comes with status 200 is judged by its error code', async () => {
    world.refuse('sendPhoto', { errorCode: 429, description: 'Too Many Requests', retryAfter: 2, httpStatus: 200 });
    expect(await world.sendAlert()).toEqual({ outcome: 'throttled', afterMs: 2000 });
    world.refuse('sendPhoto', { errorCode: 500, description: 'Internal', httpStatus: 200 });
    expect(await world.sendAlert()).toMatchObject({ outcome: 'failed', failure: '5xx' });
  });

  it('429 of the simpler form of a message holds the chat as well, and nothing more is tried', async () => {
    world.refuse('sendPhoto');
    world.refuse('sendMessage', { errorCode: 429, description: 'Too Many Requests: retry after 7', retryAfter: 7 });
    expect(await world.sendAlert()).toEqual({ outcome: 'throttled', afterMs: 7000 });
    expect(world.methods()).toEqual(['sendPhoto', 'sendMessage']);
  });

  it('of the simpler form of a message may have sent it', async () => {
    world.refuse('sendPhoto');
    world.emulator.fault({ method: 'sendMessage', kind: 'reset-after' });
    expect(await world.sendAlert()).toMatchObject({ outcome: 'failed', failure: 'reset', ambiguous: true });
    expect(world.methods()).toEqual(['sendPhoto', 'sendMessage']);
  });

  it.each([
    'Bad Request: wrong file identifier/HTTP URL specified',
    'Bad Request: failed to get HTTP URL content',
    'Bad Request: IMAGE_PROCESS_FAILED',
    'Bad Request: wrong type of the web page content',
    'Bad Request: message caption is too long',
  ])('of the photo costs the photo alone: %s', async (description) => {
    world.refuse('sendPhoto', { description });
    expect(await world.sendAlert()).toMatchObject({ outcome: 'sent' });
    expect(world.methods()).toEqual(['sendPhoto', 'sendMessage']);
  });

  it('leaves room for every form of a message within the lease of a claim', () => {
    expect(world.sender.timeoutMs).toBe(20_000);
    expect(() => world.aSender({ callMs: 15_000 })).toThrow('lease');
  });
});

describe('a probe', () => {
  const probe = () => world.sender.probe(new AbortController().signal);

  it('is answered without a message', async () => {
    expect(await probe()).toBe('answers');
    expect(world.methods()).toEqual(['getMe']);
    world.refuse('getMe', { errorCode: 429, description: 'Too Many Requests', retryAfter: 1 });
    expect(await probe()).toBe('answers');
  });

  it('finds Telegram away, whatever the failure', async () => {
    world.refuse('getMe', { errorCode: 502, description: 'Bad Gateway' });
    expect(await probe()).toBe('away');
    world.emulator.fault({ method: 'getMe', kind: 'reset-before' });
    expect(await probe()).toBe('away');
    world.sender = world.aSender({ apiRoot: 'http://127.0.0.1:1' });
    expect(await probe()).toBe('away');
  });

  it('ends in time, and when it is told to', async () => {
    world.emulator.fault({ method: 'getMe', kind: 'hang-after', count: 2 });
    const stop = new AbortController();
    const answer = world.sender.probe(stop.signal);
    stop.abort();
    expect(await answer).toBe('away');
    world.sender = world.aSender({ callMs: 100 });
    expect(await probe()).toBe('away');
  });

  it('tells that the token is refused', async () => {
    world.sender = world.aSender({ token: '7000000001:another-token-that-Telegram-does-not-know' });
    expect(await probe()).toBe('refused');
  });
});
