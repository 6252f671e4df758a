import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '#core/contracts/user.ts';
import type { User } from '#core/users/user.entity.ts';
import type { ChatMessage } from '#tools/telegram-emulator/types.ts';
import { OPERATOR } from '../support/actors.ts';
import { type AdminChatWorld, openAdminChatWorld } from '../support/admin-chat-world.ts';
import { labels } from '../support/bot-world.ts';

let world: AdminChatWorld;
let admin: User;
beforeAll(async () => {
  world = await openAdminChatWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  admin = await world.someone('admin', { language: 'en' });
});
afterEach(() => {
  expect(world.emulator.violations()).toEqual([]);
});

const LONG = `Karte neatveras. ${'ž'.repeat(1983)}`;
const STRANGE = '{{userId}} $t(admin.nameless) <b>$&</b>';

/** Presses a button of the message as it is shown now. */
const press = (by: User, message: ChatMessage, button: string) => world.press(by.telegramId, message, button);
const problems = () => world.sql<{ id: string }>('select id from problems');

async function reported(text = 'Karte neatveras.') {
  const anna = await world.someone('basic', { firstName: 'Anna' });
  await world.report(anna, text);
  await world.send();
  const [problem] = await problems();
  return { id: problem?.id, notice: world.last(admin) };
}

async function asked(role: Role, plan: 'basic' | 'advanced', firstName = 'Anna') {
  const anna = await world.someone(role, { firstName, language: 'ru' });
  await world.ask(anna, plan);
  await world.send();
  return { anna, notice: world.last(admin) };
}

describe('a report', () => {
  it('is read whole, and ended after a question', async () => {
    const { id, notice } = await reported(LONG);
    expect(labels(notice)).toEqual([['Show all'], ['Mark done']]);
    const whole = (await press(admin, notice, 'Show all')).message;
    expect([whole.text, labels(whole)]).toEqual([`Problem report ${id} · Anna\n\n${LONG}`, [['Mark done']]]);
    const question = (await press(admin, whole, 'Mark done')).message;
    expect(question.text).toBe(`${whole.text}\n\nDelete this report? This cannot be undone.`);
    expect(labels(question)).toEqual([['Delete the report'], ['Keep']]);
    expect(await problems()).toHaveLength(1);
    const { toast, message } = await press(admin, question, 'Delete the report');
    expect([message.text, message.buttons, toast.text]).toEqual([`Report ${id} is done.`, [], `Report ${id} is done.`]);
    expect(await problems()).toEqual([]);
    expect(await world.audited()).toEqual([[`user ${admin.id}`, 'problem.delete', 'bot']]);
  });

  it('is kept when somebody thinks better of it', async () => {
    const { notice } = await reported();
    const question = (await press(admin, notice, 'Mark done')).message;
    const { message } = await press(admin, question, 'Keep');
    expect([message.text, labels(message)]).toEqual([notice.text, [['Mark done']]]);
    expect(await problems()).toHaveLength(1);
  });

  it('that another has ended is gone, whichever button is pressed', async () => {
    const other = await world.someone('admin');
    const { id, notice } = await reported(LONG);
    const question = (await press(other, world.last(other), 'Atzīmēt kā atrisinātu')).message;
    await press(other, question, 'Dzēst ziņojumu');
    const { toast, message } = await press(admin, notice, 'Show all');
    expect([message.text, message.buttons]).toEqual([`Report ${id} is done.`, []]);
    expect(toast.text).toBe('This report is gone already.');
    expect(await world.audited()).toHaveLength(1);
  });

  it('of characters made of many fits into the message with the question', async () => {
    const { notice } = await reported('👨‍👩‍👧‍👦'.repeat(2000));
    const whole = (await press(admin, notice, 'Show all')).message;
    expect(whole.text.length).toBeLessThanOrEqual(4096);
    expect((await press(admin, whole, 'Mark done')).message.text).toMatch(/…\n\nDelete this report\?/);
  });

  it('shows addresses without fetching what is behind them', async () => {
    const { notice } = await reported(`https://tracker.example/x ${LONG}`.slice(0, 1900));
    await press(admin, notice, 'Show all');
    expect(world.emulator.calls('editMessageText').at(-1)?.payload).toMatchObject({
      link_preview_options: { is_disabled: true },
    });
  });
});

describe('a request for a plan', () => {
  it('is granted by a button: the user has the role and is told, the message says so', async () => {
    const { anna, notice } = await asked('user', 'basic');
    const { toast, message } = await press(admin, notice, 'Grant “Basic”');
    const text = `Plan “Basic” granted: Anna (user ${anna.id}).`;
    expect([toast.text, message.text, message.buttons]).toEqual([text, text, []]);
    expect(await world.role(anna)).toBe('basic');
    expect(await world.requestsOf(anna)).toEqual([{ plan: 'basic', state: 'granted' }]);
    await world.send();
    expect(world.last(anna).text).toMatch(/^Теперь ваш план — «Базовый»/);
    expect(await world.audited()).toEqual([[`user ${admin.id}`, 'role.basic', 'bot']]);
  });

  it('is answered by less than was asked for', async () => {
    const { anna, notice } = await asked('user', 'advanced');
    await press(admin, notice, 'Grant “Basic”');
    expect(await world.role(anna)).toBe('basic');
    expect(await world.requestsOf(anna)).toEqual([{ plan: 'advanced', state: 'granted' }]);
  });

  it('is declined: the user is told and may ask again', async () => {
    const { anna, notice } = await asked('basic', 'advanced');
    const { message } = await press(admin, notice, 'Decline');
    expect([message.text, message.buttons]).toEqual([`Plan “Advanced” declined: Anna (user ${anna.id}).`, []]);
    await world.send();
    expect(world.last(anna).text).toBe('Ваш запрос плана «Расширенный» отклонён. Запросить ещё раз: /plan');
    await world.ask(anna, 'advanced');
    expect((await world.requestsOf(anna)).map(({ state }) => state)).toEqual(['declined', 'open']);
    expect(await world.role(anna)).toBe('basic');
  });

  it('that another has answered cannot be answered again, and its buttons go', async () => {
    const other = await world.someone('admin');
    const { anna, notice } = await asked('user', 'basic');
    await press(other, world.last(other), 'Atteikt');
    const { toast, message } = await press(admin, notice, 'Grant “Basic”');
    expect(toast).toEqual({ text: 'This request has been answered already.', showAlert: true });
    expect([message.text, message.buttons]).toEqual([notice.text, []]);
    expect(await world.role(anna)).toBe('user');
  });

  it('is granted once by twenty presses of two administrators at once', async () => {
    const other = await world.someone('admin', { language: 'en' });
    const { anna, notice } = await asked('user', 'basic');
    for (let count = 0; count < 10; count += 1) {
      world.emulator.pressButton(admin.telegramId, notice.id, 'Grant “Basic”');
      world.emulator.pressButton(other.telegramId, world.last(other).id, 'Grant “Advanced”');
    }
    await Promise.all(world.emulator.takeUpdates().map((update) => world.bot.handleUpdate(update)));
    const granted = [admin, other].filter((each) => /granted: Anna/.test(world.last(each).text));
    expect(granted).toHaveLength(1);
    expect(await world.audited()).toHaveLength(1);
    expect(await world.requestsOf(anna)).toEqual([{ plan: 'basic', state: 'granted' }]);
    await world.send();
    expect(world.toldTo(anna)).toHaveLength(1);
    for (const each of [admin, other]) expect(world.last(each).buttons).toEqual([]);
  });

  it('names its user as they are called', async () => {
    const { anna, notice } = await asked('user', 'basic', STRANGE);
    const { message } = await press(admin, notice, 'Decline');
    expect(message.text).toBe(`Plan “Basic” declined: ${STRANGE} (user ${anna.id}).`);
  });
});

describe('the buttons of a former administrator', () => {
  it('refuse, and show nothing', async () => {
    const { notice } = await reported(LONG);
    const { anna, notice: request } = await asked('user', 'basic');
    await world.someone('admin');
    await world.core.run(() => world.core.userRoles.demote(OPERATOR, admin.id, 'user'));
    for (const [message, button] of [
      [notice, 'Show all'],
      [notice, 'Mark done'],
      [request, 'Grant “Basic”'],
      [request, 'Decline'],
    ] as const) {
      const pressed = await press(admin, message, button);
      expect(pressed.toast).toEqual({ text: 'This section is for administrators only.', showAlert: true });
      expect(pressed.message.text).toBe(message.text);
    }
    expect(await problems()).toHaveLength(1);
    expect(await world.requestsOf(anna)).toEqual([{ plan: 'basic', state: 'open' }]);
  });

  it('made up by somebody else do nothing either', async () => {
    const { id } = await reported();
    const { anna } = await asked('user', 'basic');
    const [request] = await world.sql<{ id: string }>('select id from plan_requests');
    const menu = await world.say(anna.telegramId, '/language');
    const forged = [`p:${id}:show`, `p:${id}:delete`, `r:${request?.id}:advanced`, `r:${request?.id}:decline`];
    for (const [index, data] of forged.entries()) {
      const from = { id: anna.telegramId, is_bot: false, first_name: 'Anna', language_code: 'ru' };
      const query = { id: String(index), from, chat_instance: '1', message: menu.message, data };
      await world.handle({ update_id: 900_000_000 + index, callback_query: query });
    }
    expect(await problems()).toHaveLength(1);
    expect(await world.requestsOf(anna)).toEqual([{ plan: 'basic', state: 'open' }]);
    expect(world.last(anna).text).toBe(menu.text);
    const answers = world.emulator.calls('answerCallbackQuery').slice(-forged.length);
    for (const { payload } of answers) expect(payload.text).toBe('Этот раздел доступен только администраторам.');
  });
});
