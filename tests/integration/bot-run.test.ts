import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBot } from '#bot/bot.ts';
import { type BotState, type RunningBot, registerWebhook, startPolling, webhookHandler } from '#bot/run.ts';
import type { Core } from '#core/context.ts';
import { type BotWorld, openBotWorld, publicUrl } from '#tests/support/bot-world.ts';

const anna = 7001;
const secret = 'a-secret-of-the-webhook';
const url = `${publicUrl}/telegram/webhook`;

let world: BotWorld;
let running: RunningBot | null = null;
let states: BotState[];
let changed: () => void = () => {};

beforeAll(async () => {
  world = await openBotWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.emulator.clear();
  states = [];
});
afterEach(async () => {
  world.emulator.clearFaults();
  await running?.stop();
  running = null;
  expect(world.emulator.violations()).toEqual([]);
});

const newBot = (core: Core = world.core) => createBot({ core, texts: world.texts });
const options = () => ({
  texts: world.texts,
  publicUrl,
  logger: world.logger,
  pauses: { firstMs: 10, longestMs: 10, conflictMs: 10 },
  onState: (state: BotState) => {
    states.push(state);
    changed();
  },
});

/** Resolves as soon as the bot has told this state. */
function reached(state: BotState): Promise<void> {
  return new Promise((resolve) => {
    changed = () => {
      if (states.includes(state)) resolve();
    };
    changed();
  });
}

describe('polling', () => {
  it('answers, and tells Telegram commands and menu in every language', async () => {
    running = startPolling(newBot(), options());
    await reached('running');
    world.emulator.start(anna);
    await world.emulator.waitForMessage(anna);
    const commands = world.emulator.calls('setMyCommands').map(({ payload }) => payload);
    expect(commands.map(({ language_code }) => language_code)).toEqual([undefined, 'lv', 'en', 'ru']);
    expect(commands[0]?.commands).toEqual(commands[1]?.commands);
    expect(commands[2]?.commands).toContainEqual({ command: 'pause', description: 'Pause alerts' });
    expect(world.emulator.calls('setChatMenuButton')[0]?.payload).toEqual({
      menu_button: { type: 'web_app', text: 'Filtri', web_app: { url: `${publicUrl}/` } },
    });
    await running.stop();
    expect(states).toEqual(['starting', 'running', 'stopped']);
  });

  it('leaves nothing behind that was handled', async () => {
    running = startPolling(newBot(), options());
    await reached('running');
    world.emulator.start(anna);
    await world.emulator.waitForMessage(anna);
    await running.stop();
    expect(world.emulator.takeUpdates()).toEqual([]);
  });

  it('comes up when Telegram does', async () => {
    world.emulator.fault({ method: '*', kind: 'html-502', count: 3 });
    running = startPolling(newBot(), options());
    await reached('away');
    await reached('running');
    expect(states).toEqual(['starting', 'away', 'running']);
  });

  it('goes on after Telegram was away, without losing an update', async () => {
    running = startPolling(newBot(), options());
    await reached('running');
    world.emulator.fault({ method: 'getUpdates', kind: 'reset-before', count: 2 });
    world.emulator.start(anna);
    await world.emulator.waitForMessage(anna);
    world.emulator.sendText(anna, '/app');
    await world.emulator.waitForMessage(anna, ({ text }) => text.endsWith('ir lietotnē.'));
    expect(world.emulator.sends()).toHaveLength(2);
  });

  it('backs off while somebody else polls, and goes on', async () => {
    world.emulator.fault({ method: 'getUpdates', kind: 'error', errorCode: 409, description: 'Conflict: terminated' });
    running = startPolling(newBot(), options());
    await reached('conflict');
    world.emulator.start(anna);
    await world.emulator.waitForMessage(anna);
    expect(states).toEqual(['starting', 'conflict', 'running']);
  });

  it('ends when the token is refused', async () => {
    const { config } = world.core;
    const token = '7000000001:another-token-that-Telegram-does-not-know';
    const core = { ...world.core, config: { ...config, telegram: { ...config.telegram, token } } };
    running = startPolling(newBot(core), options());
    await reached('refused');
    const calls = world.emulator.calls().length;
    await running.stop();
    expect(world.emulator.calls()).toHaveLength(calls);
  });

  it('can be stopped while Telegram is away', async () => {
    const { config } = world.core;
    const telegram = { ...config.telegram, apiRoot: 'http://127.0.0.1:1' };
    running = startPolling(newBot({ ...world.core, config: { ...config, telegram } }), {
      ...options(),
      pauses: { firstMs: 60_000, longestMs: 60_000, conflictMs: 60_000 },
    });
    await reached('away');
    await running.stop();
    expect(states).toEqual(['starting', 'away', 'stopped']);
  });
});

describe('a webhook', () => {
  const request = (headers: Record<string, string | string[]>, body: unknown) =>
    webhookHandler(world.bot, secret)({ headers, body });
  const signed = { 'x-telegram-bot-api-secret-token': secret };
  const update = () => {
    world.emulator.start(anna);
    return world.emulator.takeUpdates()[0];
  };

  it('is registered with its secret, also when Telegram comes late', async () => {
    world.emulator.fault({ method: 'setWebhook', kind: 'html-502', count: 2 });
    running = registerWebhook(newBot(), { ...options(), url, secret });
    await reached('running');
    expect(world.emulator.calls('setWebhook').at(-1)?.payload).toEqual({
      url,
      secret_token: secret,
      allowed_updates: ['message', 'callback_query', 'my_chat_member'],
    });
    await world.bot.api.deleteWebhook();
  });

  it('handles an update with the right secret, once', async () => {
    const body = update();
    expect(await request(signed, body)).toEqual({ status: 200 });
    expect(await request(signed, body)).toEqual({ status: 200 });
    expect(world.emulator.sends()).toHaveLength(1);
  });

  it.each([
    ['no secret', {}],
    ['a wrong secret', { 'x-telegram-bot-api-secret-token': 'a-secret-of-the-webhooK' }],
    ['an empty secret', { 'x-telegram-bot-api-secret-token': '' }],
    ['several secrets', { 'x-telegram-bot-api-secret-token': [secret, secret] }],
  ])('refuses %s', async (_name, headers) => {
    expect(await request(headers as Record<string, string | string[]>, update())).toEqual({ status: 401 });
    expect(world.emulator.calls()).toEqual([]);
  });

  it.each([[null], ['text'], [{}], [{ update_id: 'x' }], [[]]])('refuses the body %s', async (body) => {
    expect(await request(signed, body)).toEqual({ status: 400 });
  });

  it('asks Telegram to come again before the bot knows who it is', async () => {
    const handler = webhookHandler(newBot(), secret);
    expect(await handler({ headers: signed, body: update() })).toEqual({ status: 503 });
  });
});
