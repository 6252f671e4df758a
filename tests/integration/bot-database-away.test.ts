import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { createBot } from '#bot/bot.ts';
import { startPolling, webhookHandler } from '#bot/run.ts';
import { createCore } from '#core/context.ts';
import { connect } from '#core/db/open.ts';
import { createLogger } from '#core/logger.ts';
import { type BotWorld, openBotWorld, publicUrl } from '#tests/support/bot-world.ts';
import { TcpProxy } from '#tests/support/chaos/tcp-proxy.ts';

const anna = 7001;
const secret = 'a-secret-of-the-webhook';
const pauses = { firstMs: 10, longestMs: 10, conflictMs: 10, databaseMs: 10 };

let world: BotWorld;
let line: TcpProxy;
let core: BotWorld['core'];
let said: string;
beforeEach(async () => {
  world = await openBotWorld();
  line = await TcpProxy.start(Number(new URL(inject('serverUrl')).port));
  const address = new URL(world.core.databaseUrl);
  address.port = String(line.port);
  const orm = await connect(address.href);
  const database = { orm, url: address.href, close: () => orm.close(true) };
  said = '';
  const lines = new Writable({
    write(chunk, _encoding, done) {
      said += chunk;
      done();
    },
  });
  core = await createCore(world.core.config, { database, logger: createLogger('info', lines) });
  world.emulator.start(anna);
  await world.deliver();
});
afterEach(async () => {
  await core.close();
  await line.close();
  await world.close();
});

const isPaused = async () => (await world.core.run(() => world.core.users.findByTelegramId(anna)))?.pausedAt != null;
const newBot = () => createBot({ core, texts: world.texts, botInfo: world.emulator.botInfo });

it('an update that meets no database is handled when there is one again', async () => {
  await line.set('refuse');
  const running = startPolling(newBot(), { texts: world.texts, publicUrl, logger: core.logger, pauses });
  world.emulator.sendText(anna, '/pause');
  await vi.waitFor(() => expect(said).toContain('update waits for the database'));
  await line.set('pass');
  await vi.waitFor(async () => expect(await isPaused()).toBe(true), 5_000);
  await running.stop();
  expect(world.emulator.takeUpdates()).toEqual([]);
});

it('an update that has met no database when the bot stops is left for the next start', async () => {
  await line.set('refuse');
  const running = startPolling(newBot(), { texts: world.texts, publicUrl, logger: core.logger, pauses });
  world.emulator.sendText(anna, '/pause');
  await vi.waitFor(() => expect(said).toContain('update waits for the database'));
  await running.stop();
  expect(world.emulator.takeUpdates()).toHaveLength(1);
});

it('Telegram is asked to bring a pushed update again when there is a database', async () => {
  const handler = webhookHandler(newBot(), secret);
  const headers = { 'x-telegram-bot-api-secret-token': secret };
  world.emulator.sendText(anna, '/pause');
  const [body] = world.emulator.takeUpdates();
  await line.set('refuse');
  expect(await handler({ headers, body })).toEqual({ status: 503 });
  await line.set('pass');
  expect(await handler({ headers, body })).toEqual({ status: 200 });
  expect(await isPaused()).toBe(true);
});
