import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, startApp } from '#app';
import { loadConfig } from '#core/config.ts';
import { aFilter, aUser } from '#tests/support/builders.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { testLogger } from '#tests/support/test-log.ts';
import { startTelegramEmulator } from '#tools/telegram-emulator/server.ts';
import type { TelegramEmulator } from '#tools/telegram-emulator/types.ts';

const SECRET = 'of-the-webhook-7d1f0a';
const HEADER = 'x-telegram-bot-api-secret-token';
const ANNA = 94_001;
const GROUP = { id: -1_001_000_000_094, type: 'supergroup', title: 'Auto draugi' };

let emulator: TelegramEmulator;
let app: App;
beforeAll(async () => {
  emulator = await startTelegramEmulator();
  const config = loadConfig({
    NODE_ENV: 'test',
    PORT: '0',
    METRICS_PORT: '0',
    ROLE: 'web',
    PUBLIC_URL: 'https://vanags.example',
    BOT_MODE: 'webhook',
    BOT_TOKEN: emulator.token,
    WEBHOOK_SECRET: SECRET,
    TELEGRAM_API_ROOT: emulator.url,
  });
  app = await startApp(config, { database: await openTestDatabase(), logger: testLogger() });
  // The bot says by itself who it is; until then each call takes as long as an answer.
  while (emulator.calls('setWebhook').length === 0) await post(update({}));
  await fetch(`${emulator.url}/bot${emulator.token}/deleteWebhook`);
});
afterAll(async () => {
  await app.close();
  await emulator.close();
});
beforeEach(() => {
  emulator.clear();
  emulator.addUser({ id: ANNA, first_name: 'Anna', language_code: 'lv' });
  emulator.start(ANNA);
  emulator.takeUpdates();
});

let lastUpdate = 1_000_000;
const update = (content: object) => {
  lastUpdate += 1;
  return { update_id: lastUpdate, ...content };
};
const from = { id: ANNA, is_bot: false, first_name: 'Anna', language_code: 'lv' };
const command = (
  text: string,
  chat: object = { id: ANNA, type: 'private', first_name: 'Anna' },
  more: object = { from },
) => ({
  message_id: 1,
  date: 1_790_000_000,
  chat,
  text,
  entities: [{ type: 'bot_command', offset: 0, length: text.length }],
  ...more,
});

function post(body: unknown, headers: [string, string][] = [[HEADER, SECRET]], method = 'POST') {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(`${app.url}/telegram/webhook`, {
    method,
    headers: [['content-type', 'application/json'], ...headers],
    ...(method === 'POST' && { body: payload }),
  });
}

const userCount = async () => Number((await sql<{ count: string }>('select count(*) from users'))[0]?.count);
const sql = <T>(query: string, values: unknown[] = []): Promise<T[]> => app.core.orm.em.fork().execute(query, values);

describe('a call that only Telegram may make', () => {
  it.each<[string, [string, string][]]>([
    ['no secret', []],
    ['an empty secret', [[HEADER, '']]],
    ['a wrong secret', [[HEADER, `${SECRET.slice(0, -1)}b`]]],
    ['a secret that is too long', [[HEADER, `${SECRET}a`]]],
    [
      'the secret twice',
      [
        [HEADER, SECRET],
        [HEADER, SECRET],
      ],
    ],
    ['the secret of another header', [['authorization', `Bearer ${SECRET}`]]],
  ])('is refused with %s, and nothing is handled', async (_, headers) => {
    const before = await userCount();
    expect((await post(update({ message: command('/start') }), headers)).status).toBe(401);
    expect(emulator.calls()).toEqual([]);
    expect(await userCount()).toBe(before);
  });

  it('is no call that reads, however right the secret is', async () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      expect((await post('', [[HEADER, SECRET]], method)).status).toBe(404);
    expect(emulator.calls()).toEqual([]);
  });

  it('is refused when it is too large, of another type or junk', async () => {
    const large = update({ message: { ...command('/start'), text: 'x'.repeat(2 * 1024 * 1024) } });
    // The server may hang up before it has read everything.
    expect(
      await post(large).then(
        ({ status }) => status,
        () => 413,
      ),
    ).toBe(413);
    expect((await post('{')).status).toBe(400);
    expect((await post('[]')).status).toBe(400);
    const form = await fetch(`${app.url}/telegram/webhook`, {
      method: 'POST',
      headers: { [HEADER]: SECRET },
      body: 'x',
    });
    expect(form.status).toBe(415);
    expect(emulator.calls()).toEqual([]);
  });

  it('has one effect when it comes twice', async () => {
    const start = update({ message: command('/start') });
    const answers = [await post(start), await post(start)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(emulator.sends()).toHaveLength(1);
    const users = await sql('select from users where telegram_id = ?', [ANNA]);
    expect(users).toHaveLength(1);
  });
});

it('a press on another user’s filter changes nothing and says not found', async () => {
  const stranger = await aUser(app.core.orm);
  const { id } = await aFilter(app.core.orm, stranger.id);
  await post(update({ message: command('/start') }));
  for (const data of [`f:${id}:0`, `l:${id}:0`]) {
    const query = { id: '1', from, chat_instance: '1', data, message: command('x') };
    expect((await post(update({ callback_query: query }))).status).toBe(200);
    expect(emulator.calls('answerCallbackQuery').at(-1)?.payload).toMatchObject({ text: 'Filtrs nav atrasts.' });
  }
  expect(await sql('select active from filters where id = ?', [id])).toEqual([{ active: true }]);
});

it('in a group, in a channel and from nobody nothing personal is said', async () => {
  await post(update({ message: command('/start') }));
  emulator.clear();
  const before = await userCount();
  const stranger = { id: ANNA + 1, is_bot: false, first_name: 'Bruno', language_code: 'lv' };
  for (const content of [
    { message: command('/filters', GROUP, { from: stranger }) },
    { message: command('/start f_1', GROUP, { from }) },
    { message: command('/start', GROUP, {}) },
    { message: command('/filters', GROUP, { sender_chat: GROUP }) },
    { channel_post: command('/start', { id: -100_094, type: 'channel', title: 'Ziņas' }, {}) },
    { message: command('/filters', undefined, {}) },
  ])
    expect((await post(update(content))).status).toBe(200);
  const said = emulator.calls().map(({ payload }) => payload);
  for (const { chat_id, text, reply_markup } of said) {
    expect([chat_id, reply_markup]).toEqual([GROUP.id, undefined]);
    expect(String(text)).toContain(`@${emulator.botInfo.username}`);
    expect(String(text)).not.toMatch(/Anna|Bruno/);
  }
  expect(said.length).toBeLessThanOrEqual(4);
  expect(await userCount()).toBe(before);
});
