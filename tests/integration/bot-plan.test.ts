import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COMMANDS } from '#bot/commands.ts';
import type { Locale } from '#core/i18n/locales.ts';
import { OPERATOR } from '../support/actors.ts';
import { anAd } from '../support/ad-builders.ts';
import { type AdminChatWorld, openAdminChatWorld } from '../support/admin-chat-world.ts';
import { labels } from '../support/bot-world.ts';
import { aFilter } from '../support/builders.ts';

let world: AdminChatWorld;
beforeAll(async () => {
  world = await openAdminChatWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  await world.sql('truncate ads cascade');
});
afterEach(() => {
  expect(world.emulator.violations()).toEqual([]);
});

describe('/plan', () => {
  it.each<[Locale, string, string]>([
    [
      'lv',
      'Tavs plāns: „Pamata”.\n\n• „Lietotājs” – bez filtriem\n✓ „Pamata” – līdz 5 ieslēgtiem filtriem\n• „Paplašinātais” – līdz 10 ieslēgtiem filtriem',
      'Pieprasīt „Paplašinātais”',
    ],
    [
      'en',
      'Your plan: “Basic”.\n\n• “User” – no filters\n✓ “Basic” – up to 5 filters on at once\n• “Advanced” – up to 10 filters on at once',
      'Ask for “Advanced”',
    ],
    [
      'ru',
      'Ваш план: «Базовый».\n\n• «Пользователь» — без фильтров\n✓ «Базовый» — до 5 включённых фильтров\n• «Расширенный» — до 10 включённых фильтров',
      'Запросить «Расширенный»',
    ],
  ])('tells what each plan allows, and offers what there is more, in %s', async (language, text, button) => {
    const anna = await world.someone('basic', { language });
    const plans = await world.say(anna.telegramId, '/plan');
    expect([plans.text, labels(plans)]).toEqual([text, [[button]]]);
  });

  it('asks the administrators by a button, and marks what was asked for', async () => {
    const admin = await world.someone('admin');
    const anna = await world.someone('user');
    const plans = await world.say(anna.telegramId, '/plan');
    expect(labels(plans)).toEqual([['Pieprasīt „Pamata”'], ['Pieprasīt „Paplašinātais”']]);
    const { toast, message } = await world.press(anna.telegramId, plans, 'Pieprasīt „Pamata”');
    expect(toast).toEqual({ text: 'Plāns „Pamata” ir pieprasīts. Atbilde pienāks šeit.', showAlert: true });
    expect(message.text).toContain('• „Pamata” – līdz 5 ieslēgtiem filtriem (pieprasīts)');
    expect(labels(message)).toEqual([['Pieprasīt „Paplašinātais”']]);
    await world.send();
    expect(world.toldTo(admin)).toHaveLength(1);
  });

  it('asks once, however often its button is pressed', async () => {
    await world.someone('admin');
    const anna = await world.someone('user');
    const plans = await world.say(anna.telegramId, '/plan');
    await world.press(anna.telegramId, plans, 'Pieprasīt „Pamata”');
    world.emulator.pressButton(anna.telegramId, plans.id, 'u:advanced');
    const query = world.emulator.pressButton(anna.telegramId, plans.id, 'u:advanced');
    await world.deliver();
    expect(await world.emulator.waitForCallbackAnswer(query)).toEqual({
      text: 'Šis plāns jau ir pieprasīts. Administrators drīz atbildēs.',
      showAlert: true,
    });
    expect(await world.requestsOf(anna)).toEqual([{ plan: 'advanced', state: 'open' }]);
  });

  it('brings an old list up to date when what it offers is there no more', async () => {
    const anna = await world.someone('user');
    const plans = await world.say(anna.telegramId, '/plan');
    await world.core.run(() => world.core.userRoles.promote(OPERATOR, anna.id, 'advanced'));
    const { toast, message } = await world.press(anna.telegramId, plans, 'Pieprasīt „Pamata”');
    expect(toast.text).toBe('Šo plānu pieprasīt nevar.');
    expect([message.text.split('\n')[0], message.buttons]).toEqual(['Tavs plāns: „Paplašinātais”.', []]);
  });

  it('offers an administrator nothing', async () => {
    const admin = await world.someone('admin');
    const plans = await world.say(admin.telegramId, '/plan');
    expect(plans.text).toMatch(/^Tavs plāns: „Administrators”\./);
    expect(plans.buttons).toEqual([]);
  });

  it.each(['/plan', '/stats'])('ends a conversation, as every command does: %s', async (command) => {
    const admin = await world.someone('admin');
    await world.say(admin.telegramId, '/report');
    await world.say(admin.telegramId, command);
    expect((await world.say(admin.telegramId, 'Kaut kas nedarbojas')).text).toMatch(/^Es saprotu tikai/);
    expect(await world.sql('select from problems')).toEqual([]);
  });
});

describe('/stats', () => {
  it.each<[Locale, RegExp[]]>([
    [
      'lv',
      [
        /^Vanags šobrīd\n\n2 lietotāji \(šodien \+\d\)\n1 aktīvs filtrs\n/,
        /\nŠodien 1 jauns sludinājums, atjaunoti: 0\nŠodien nosūtītas 0 ziņas par auto\n/,
        /\nRindā 1 ziņa, senākā – pirms 3 min\nNeizdevās nosūtīt: 0\n/,
        /\nGaida atbildi: 1 problēma, 0 plānu pieprasījumu$/,
      ],
    ],
    [
      'en',
      [
        /^Vanags right now\n\n2 users \(\+\d today\)\n1 active filter\n/,
        /\n1 new ad today, renewed: 0\n0 alerts sent today\n/,
        /\n1 message waiting, the oldest: 3 min ago\nCould not be sent: 0\n/,
        /\nTo be answered: 1 problem, 0 plan requests$/,
      ],
    ],
    [
      'ru',
      [
        /^Vanags сейчас\n\n2 пользователя \(сегодня \+\d\)\n1 активный фильтр\n/,
        /\nСегодня 1 новое объявление, обновлено: 0\nСегодня отправлено 0 сообщений о машинах\n/,
        /\nВ очереди 1 сообщение, самое старое — 3 мин назад\nНе удалось отправить: 0\n/,
        /\nЖдут ответа: 1 проблема, 0 запросов плана$/,
      ],
    ],
  ])('tells an administrator how the service does, in %s', async (language, parts) => {
    const admin = await world.someone('admin', { language });
    const anna = await world.someone('basic');
    await aFilter(world.core.orm, anna.id);
    await anAd(world.core.orm, {});
    await world.sql('update ads set first_seen_at = ?', [world.clock.now()]);
    await world.report(anna, 'Karte neatveras');
    world.clock.advance(3 * 60_000);
    const { text } = await world.say(admin.telegramId, '/stats');
    for (const part of parts) expect(text).toMatch(part);
  });

  it('is a command that nobody else has', async () => {
    const anna = await world.someone('advanced');
    const unknown = await world.say(anna.telegramId, '/nosuchcommand');
    const answer = await world.say(anna.telegramId, '/stats');
    expect([answer.text, answer.buttons]).toEqual([unknown.text, unknown.buttons]);
    expect(answer.text).not.toContain('/stats');
    const stranger = 1_234_567;
    world.emulator.addUser({ id: stranger, first_name: 'Svešs', language_code: 'lv' });
    await world.say(stranger, '/stats');
    expect(await world.core.run(() => world.core.users.findByTelegramId(stranger))).toBeNull();
  });
});

describe('the commands', () => {
  it.each(COMMANDS)('that are listed are answered: /%s', async (command) => {
    const anna = await world.someone('basic', { language: 'en' });
    expect((await world.say(anna.telegramId, `/${command}`)).text).not.toMatch(/^I only understand/);
  });
});

describe('the commands of an administrator', () => {
  const menuOf = (chatId: number) =>
    world.emulator
      .calls('setMyCommands')
      .filter(({ payload }) => (payload.scope as { chat_id?: number } | undefined)?.chat_id === chatId)
      .map(({ payload }) => (payload.commands as { command: string; description: string }[]).at(-1));

  it('stand in /help and, from /start on, in the menu of the chat', async () => {
    const admin = await world.someone('admin', { language: 'en' });
    const lines = (await world.say(admin.telegramId, '/help')).text.split('\n');
    expect(lines).toContain('/plan – Plans');
    expect(lines.at(-1)).toBe('/stats – Statistics');
    await world.say(admin.telegramId, '/start');
    expect(menuOf(admin.telegramId)).toEqual([{ command: 'stats', description: 'Statistics' }]);
    const chooser = await world.say(admin.telegramId, '/language');
    await world.press(admin.telegramId, chooser, 'Русский');
    expect(menuOf(admin.telegramId).at(-1)).toEqual({ command: 'stats', description: 'Статистика' });
  });

  it('are not those of others', async () => {
    const anna = await world.someone('advanced');
    expect((await world.say(anna.telegramId, '/help')).text).not.toContain('/stats');
    const chooser = await world.say(anna.telegramId, '/language');
    await world.press(anna.telegramId, chooser, 'English');
    expect(menuOf(anna.telegramId)).toEqual([{ command: 'help', description: 'Help' }]);
  });

  it('do not hinder /start when Telegram refuses them', async () => {
    const admin = await world.someone('admin');
    world.emulator.fault({ method: 'setMyCommands', kind: 'error', errorCode: 500 });
    expect((await world.say(admin.telegramId, '/start')).text).toMatch(/^Tev vēl nav neviena filtra/);
  });
});
