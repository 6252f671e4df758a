import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Api, Bot, GrammyError, HttpError, InlineKeyboard, InputFile } from 'grammy';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTelegramEmulator } from '#tools/telegram-emulator/server.ts';
import type { TelegramEmulator } from '#tools/telegram-emulator/types.ts';

const anna = 5001;
const token = '7000000001:test-token';
let emulator: TelegramEmulator;
let api: Api;

beforeAll(async () => {
  const users = [{ id: anna, first_name: 'Anna', language_code: 'lv' }];
  emulator = await startTelegramEmulator({ token, users, webhookRetryMs: 5 });
  api = new Api(token, { apiRoot: emulator.url });
});
afterAll(() => emulator.close());
beforeEach(() => {
  emulator.clear();
  emulator.start(anna);
  emulator.takeUpdates();
});
afterEach(() => api.deleteWebhook({ drop_pending_updates: true }));

async function refusal(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof GrammyError)) throw new Error(`Not refused by the Bot API: ${String(error)}`);
  return `${error.error_code} ${error.description}`;
}

describe('polling', () => {
  it('carries a conversation: command, keyboard, press, answer and edit', async () => {
    const bot = new Bot(token, { client: { apiRoot: emulator.url } });
    bot.command('start', (ctx) =>
      ctx.reply(`Welcome, ${ctx.match}`, { reply_markup: new InlineKeyboard().text('Hide', 'hide:1') }),
    );
    bot.callbackQuery('hide:1', async (ctx) => {
      await ctx.answerCallbackQuery({ text: 'Hidden', show_alert: true });
      await ctx.editMessageText('Gone');
    });
    const running = bot.start();
    emulator.start(anna, 'login_abc');
    const welcome = await emulator.waitForMessage(anna, ({ text }) => text === 'Welcome, login_abc');
    const query = emulator.pressButton(anna, welcome.id, 'Hide');
    expect(await emulator.waitForCallbackAnswer(query)).toEqual({ text: 'Hidden', showAlert: true });
    const gone = await emulator.waitForMessage(anna, ({ text }) => text === 'Gone');
    expect(gone).toMatchObject({ id: welcome.id, buttons: [] });
    await bot.stop();
    await running;
    expect(emulator.violations()).toEqual([]);
    expect(emulator.pollConflicts()).toBe(0);
  });

  it('repeats updates until their offset is confirmed and obeys allowed_updates', async () => {
    await api.getUpdates({ allowed_updates: ['message'] });
    emulator.sendText(anna, 'one');
    emulator.block(anna);
    emulator.unblock(anna);
    emulator.sendText(anna, 'two');
    const first = await api.getUpdates({ limit: 1 });
    expect(first.map(({ message }) => message?.text)).toEqual(['one']);
    expect(await api.getUpdates({ limit: 1 })).toEqual(first);
    const rest = await api.getUpdates({ offset: (first[0]?.update_id ?? 0) + 1, timeout: 1 });
    expect(rest.map(({ message }) => message?.text)).toEqual(['two']);
    await api.getUpdates({ allowed_updates: [] });
  });

  it('ends the older of two polls with 409, and every poll while a webhook is set', async () => {
    const older = refusal(api.getUpdates({ timeout: 5 }));
    await new Promise((resolve) => setImmediate(resolve));
    const newer = api.getUpdates({ timeout: 5 });
    expect(await older).toContain('409 Conflict: terminated by other getUpdates request');
    emulator.sendText(anna, 'hello');
    expect(await newer).toHaveLength(1);
    expect(emulator.pollConflicts()).toBe(1);
    await api.setWebhook('http://127.0.0.1:1/hook');
    expect(await refusal(api.getUpdates())).toContain(
      "409 Conflict: can't use getUpdates method while webhook is active",
    );
  });
});

describe('webhook', () => {
  it('posts updates with the secret, again until they are taken', async () => {
    const seen: Array<{ secret: unknown; text: string }> = [];
    const hook = createServer(async (request, response) => {
      const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
      seen.push({ secret: request.headers['x-telegram-bot-api-secret-token'], text: body.message.text });
      response.writeHead(seen.length === 1 ? 500 : 200).end();
    });
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/telegram`;
    await api.setWebhook(url, { secret_token: 'a-secret' });
    emulator.sendText(anna, 'one');
    emulator.sendText(anna, 'two');
    await emulator.webhookIdle();
    expect(seen.map(({ text }) => text)).toEqual(['one', 'one', 'two']);
    expect(seen.every(({ secret }) => secret === 'a-secret')).toBe(true);
    expect(emulator.webhookDeliveries().map(({ status }) => status)).toEqual([500, 200, 200]);
    expect(await api.getWebhookInfo()).toMatchObject({ url, pending_update_count: 0 });
    hook.close();
  });
});

describe('messages', () => {
  it('keeps text and formatting apart, as Telegram does', async () => {
    const html = '  <b>BMW <i>320</i></b> &amp; <a href="https://ss.lv/a?b=1&amp;c=2">ad</a> /help ';
    const message = await api.sendMessage(anna, html, { parse_mode: 'HTML' });
    expect(message.text).toBe('BMW 320 & ad /help');
    expect(message.entities).toEqual([
      { type: 'bold', offset: 0, length: 7 },
      { type: 'italic', offset: 4, length: 3 },
      { type: 'text_link', offset: 10, length: 2, url: 'https://ss.lv/a?b=1&c=2' },
      { type: 'bot_command', offset: 13, length: 5 },
    ]);
  });

  it('takes photos by address, by upload and again by file id, and albums', async () => {
    const byUrl = await api.sendPhoto(anna, 'https://i.ss.lv/1.jpg', { caption: '<b>1</b>', parse_mode: 'HTML' });
    await api.sendPhoto(anna, byUrl.photo[0]?.file_id ?? '');
    await api.sendPhoto(anna, new InputFile(Buffer.from('jpeg bytes'), 'car.jpg'), {
      reply_markup: new InlineKeyboard().text('Hide', 'hide'),
    });
    await api.sendMediaGroup(anna, [
      { type: 'photo', media: 'https://i.ss.lv/2.jpg' },
      { type: 'photo', media: new InputFile(Buffer.from('more bytes'), 'b.jpg'), caption: 'two' },
    ]);
    const shown = emulator.messagesOf(anna).filter(({ from }) => from === 'bot');
    expect(shown.slice(0, 2).map(({ photo }) => photo)).toEqual(['https://i.ss.lv/1.jpg', 'https://i.ss.lv/1.jpg']);
    const uploaded = await fetch(new URL(shown[2]?.photo ?? '', emulator.url));
    expect(await uploaded.text()).toBe('jpeg bytes');
    expect(shown[2]?.buttons[0]?.[0]).toEqual({ text: 'Hide', callback_data: 'hide' });
    expect(shown.slice(3)).toMatchObject([{ mediaGroupId: shown[4]?.mediaGroupId }, { text: 'two' }]);
    expect(emulator.calls('sendPhoto').at(-1)?.files).toMatchObject([{ name: 'car.jpg', size: 10 }]);
    expect(emulator.violations()).toEqual([]);
  });

  it('refuses what Telegram refuses', async () => {
    const long = 'x'.repeat(4097);
    const press = (data: string) => ({ reply_markup: new InlineKeyboard().text('b', data) });
    const webApp = (url: string) => ({ reply_markup: new InlineKeyboard().webApp('b', url) });
    expect(await refusal(api.sendMessage(anna, '<b>', { parse_mode: 'HTML' }))).toContain("can't parse entities");
    expect(await refusal(api.sendMessage(anna, ' '))).toBe('400 Bad Request: message text is empty');
    expect(await refusal(api.sendMessage(anna, long))).toBe('400 Bad Request: message is too long');
    expect(await api.sendMessage(anna, `<b>${long.slice(1)}</b>`, { parse_mode: 'HTML' })).toBeTruthy();
    const caption = { caption: 'x'.repeat(1025) };
    expect(await refusal(api.sendPhoto(anna, 'https://a.lv/1.jpg', caption))).toContain('caption is too long');
    expect(await refusal(api.sendPhoto(anna, 'ftp://a.lv/1.jpg'))).toContain('wrong file identifier/HTTP URL');
    expect(await refusal(api.sendMessage(anna, 'x', press('ā'.repeat(33))))).toBe(
      '400 Bad Request: BUTTON_DATA_INVALID',
    );
    expect(await refusal(api.sendMessage(anna, 'x', webApp('http://a.lv')))).toContain('Only HTTPS links are allowed');
    emulator.groupMessage(anna, 'hello', { id: -100 });
    expect(await refusal(api.sendMessage(-100, 'x', webApp('https://a.lv')))).toContain('BUTTON_TYPE_INVALID');
    expect(await refusal(new Api('1:x', { apiRoot: emulator.url }).getMe())).toBe('401 Unauthorized');
  });

  it('refuses calls that are not of the Bot API, and remembers them', async () => {
    const outdated = { disable_web_page_preview: true } as object;
    expect(await refusal(api.sendMessage(anna, 'x', outdated))).toContain('disable_web_page_preview');
    const noAction = { reply_markup: { inline_keyboard: [[{ text: 'b' }]] } } as object;
    expect(await refusal(api.sendMessage(anna, 'x', noAction))).toContain('400 Bad Request: field reply_markup');
    expect((await fetch(`${emulator.url}/bot${token}/sendNothing`)).status).toBe(404);
    expect(emulator.violations().map(({ method }) => method)).toEqual(['sendMessage', 'sendMessage', 'sendNothing']);
  });

  it('knows who can be written to', async () => {
    expect(await refusal(api.sendMessage(1, 'x'))).toBe('400 Bad Request: chat not found');
    emulator.addUser({ id: 5002, first_name: 'Oliver' });
    expect(await refusal(api.sendMessage(5002, 'x'))).toBe(
      "403 Forbidden: bot can't initiate conversation with a user",
    );
    emulator.allowWriteAccess(5002);
    await api.sendMessage(5002, 'x');
    emulator.block(anna);
    expect(await refusal(api.sendMessage(anna, 'x'))).toBe('403 Forbidden: bot was blocked by the user');
    emulator.start(anna);
    await api.sendMessage(anna, 'x');
    emulator.deactivate(anna);
    expect(await refusal(api.sendMessage(anna, 'x'))).toBe('403 Forbidden: user is deactivated');
    const changes = emulator
      .takeUpdates()
      .flatMap(({ my_chat_member: change }) => change?.new_chat_member.status ?? []);
    expect(changes).toEqual(['kicked', 'member']);
    expect(emulator.violations()).toEqual([]);
  });

  it('refuses edits that change nothing or find nothing, and second answers', async () => {
    const keyboard = { reply_markup: new InlineKeyboard().text('b', 'd') };
    const sent = await api.sendMessage(anna, 'x', keyboard);
    const same = refusal(api.editMessageText(anna, sent.message_id, 'x', keyboard));
    expect(await same).toContain('400 Bad Request: message is not modified');
    expect(await refusal(api.editMessageText(anna, 1, 'y'))).toContain('message to edit not found');
    expect(await refusal(api.editMessageCaption(anna, sent.message_id, { caption: 'y' }))).toContain('no caption');
    const query = emulator.pressButton(anna, sent.message_id, 'd');
    await api.answerCallbackQuery(query);
    expect(await refusal(api.answerCallbackQuery(query))).toContain('query is too old and response timeout expired');
    await api.deleteMessage(anna, sent.message_id);
    expect(await refusal(api.deleteMessage(anna, sent.message_id))).toContain('message to delete not found');
  });
});

describe('faults', () => {
  const send = () => new Api(token, { apiRoot: emulator.url, timeoutSeconds: 1 }).sendMessage(anna, 'x');

  it('answers 429 and notices a caller that does not wait', async () => {
    emulator.fault({ method: 'sendMessage', chatId: anna, kind: 'error', errorCode: 429, retryAfter: 5 });
    expect(await refusal(send())).toBe('429 Too Many Requests: retry after 5');
    await send();
    expect(emulator.retryAfterViolations()).toHaveLength(1);
    expect(emulator.sends()).toHaveLength(1);
  });

  it.each([
    ['reset-before', 0, false],
    ['html-502', 0, false],
    ['reset-after', 1, true],
    ['hang-after', 1, true],
    ['invalid-json', 1, true],
  ] as const)('%s: the message arrives %i times', async (kind, arrived, ambiguous) => {
    emulator.fault({ method: '*', kind });
    await expect(send()).rejects.toBeInstanceOf(HttpError);
    expect(emulator.messagesOf(anna).filter(({ from }) => from === 'bot')).toHaveLength(arrived);
    expect(emulator.calls('sendMessage').at(-1)).toMatchObject({ ambiguous });
    await expect(send()).resolves.toBeTruthy();
  });

  it('answers late, and with ok: false in a 200', async () => {
    emulator.fault({ method: 'sendMessage', kind: 'slow', ms: 50 });
    const before = performance.now();
    await send();
    expect(performance.now() - before).toBeGreaterThan(45);
    emulator.fault({ method: 'sendMessage', kind: 'error', errorCode: 500, httpStatus: 200 });
    expect(await refusal(send())).toBe('500 Internal Server Error');
  });
});

describe('mini app and settings', () => {
  it("signs launch data that Telegram's own rule accepts", () => {
    emulator.setWebAppUrl('https://vanags.example/');
    const launch = new URL(emulator.openWebApp(anna, { path: '/filters?x=1', startParam: 'f_7', theme: 'dark' }));
    expect(launch.href).toContain('https://vanags.example/filters?x=1&tgWebAppStartParam=f_7#tgWebAppData=');
    const parameters = new URLSearchParams(launch.hash.slice(1));
    const data = new URLSearchParams(parameters.get('tgWebAppData') ?? '');
    const hash = data.get('hash');
    data.delete('hash');
    const lines = [...data].map(([key, value]) => `${key}=${value}`).sort();
    const secret = createHmac('sha256', 'WebAppData').update(token).digest();
    expect(createHmac('sha256', secret).update(lines.join('\n')).digest('hex')).toBe(hash);
    expect(JSON.parse(data.get('user') ?? '')).toMatchObject({ id: anna, allows_write_to_pm: true });
    expect(data.get('start_param')).toBe('f_7');
    expect(parameters.get('tgWebAppVersion')).toBe('8.0');
    expect(JSON.parse(parameters.get('tgWebAppThemeParams') ?? '').bg_color).toBe('#000000');
  });

  it('keeps commands by language, texts and the menu button', async () => {
    await api.setMyCommands([{ command: 'help', description: 'Help' }]);
    await api.setMyCommands([{ command: 'help', description: 'Palīdzība' }], { language_code: 'lv' });
    await api.setMyDescription('Watches', { language_code: 'en' });
    await api.setChatMenuButton({
      menu_button: { type: 'web_app', text: 'Filtri', web_app: { url: 'https://a.lv/' } },
    });
    expect(await api.getMyCommands({ language_code: 'lv' })).toEqual([{ command: 'help', description: 'Palīdzība' }]);
    expect(await api.getChatMenuButton({ chat_id: anna })).toMatchObject({ text: 'Filtri' });
    const chat = await fetch(`${emulator.url}/control/chat?user=${anna}&language=ru`).then((r) => r.json());
    expect(chat).toMatchObject({ access: 'open', commands: [{ description: 'Help' }], menuButton: { text: 'Filtri' } });
    expect(await refusal(api.setMyCommands([{ command: 'Help', description: 'x' }]))).toContain('BOT_COMMAND_INVALID');
  });

  it('opens its chat page behind a link to the bot and drops a payload that Telegram would drop', async () => {
    const chatPage = await fetch(emulator.url).then((answer) => answer.text());
    for (const link of ['/vanags_bot', '/Vanags_Bot?start=login_abc', '/vanags_bot?start=login_abc&user=5001']) {
      const answer = await fetch(emulator.url + link);
      expect(answer.headers.get('content-type')).toContain('text/html');
      expect(await answer.text()).toBe(chatPage);
    }
    expect((await fetch(`${emulator.url}/other_bot?start=login_abc`)).status).toBe(404);
    const sent = (payload: string) => emulator.start(anna, payload).text;
    expect(sent('a'.repeat(64))).toBe(`/start ${'a'.repeat(64)}`);
    expect([sent('a'.repeat(65)), sent('a b'), sent('')]).toEqual(['/start', '/start', '/start']);
  });

  it('is steered by other processes through the control API, which tells events as they happen', async () => {
    const events = await fetch(`${emulator.url}/control/events`);
    const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
    const post = (name: string, body: object) =>
      fetch(`${emulator.url}/control/${name}`, { method: 'POST', body: JSON.stringify(body) });
    expect((await post('send-text', { userId: anna, text: 'hello' })).status).toBe(200);
    let told = '';
    while (!told.includes('hello')) told += (await reader?.read())?.value ?? '';
    expect(told).toContain('"type":"message"');
    await reader?.cancel();
    expect((await post('send-text', { userId: anna })).status).toBe(400);
    expect(emulator.takeUpdates().at(-1)?.message?.text).toBe('hello');
  });
});
