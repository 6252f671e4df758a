import type { Update } from 'grammy/types';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { webhookHandler } from '#bot/run.ts';
import type { BotWorld } from '#tests/support/bot-world.ts';
import { type ConversationWorld, openConversationWorld, PROBLEM } from '#tests/support/conversation-world.ts';

let talks: ConversationWorld;
let world: BotWorld;
let anna: number;
beforeAll(async () => {
  talks = await openConversationWorld();
  world = talks.world;
});
afterAll(() => world.close());
beforeEach(() => {
  world.emulator.clear();
  anna = talks.newcomer();
});
afterEach(() => {
  expect(world.emulator.violations()).toEqual([]);
});

describe('an update that comes again', () => {
  /** Handles what waits; then once more, as if the process had ended before it could say that it was done. */
  async function deliverTwice({ isMarked }: { isMarked: boolean }): Promise<void> {
    const before = await talks.sql('select * from conversation_states where key = ?', [String(anna)]);
    const updates = world.emulator.takeUpdates();
    for (const update of updates) await world.handle(update);
    if (!isMarked) {
      for (const { update_id } of updates)
        await talks.sql('delete from processed_updates where update_id = ?', [update_id]);
      await talks.sql('delete from conversation_states where key = ?', [String(anna)]);
      for (const { key, value, updated_at } of before)
        await talks.sql('insert into conversation_states (key, value, updated_at) values (?, ?::jsonb, ?)', [
          key,
          JSON.stringify(value),
          updated_at,
        ]);
    }
    const again = talks.restarted();
    for (const update of updates) await again.handleUpdate(update);
  }

  it('changes nothing', async () => {
    world.emulator.sendText(anna, '/report');
    await deliverTwice({ isMarked: true });
    world.emulator.sendText(anna, PROBLEM);
    await deliverTwice({ isMarked: true });
    expect(talks.said(anna)).toHaveLength(2);
    expect(await talks.problemsOf(anna)).toHaveLength(1);
    await talks.comment(anna);
    world.emulator.pressButton(anna, talks.last(anna).id, 'Izlaist');
    await deliverTwice({ isMarked: true });
    expect(talks.said(anna).filter((text) => text === 'Paldies par atsauksmi!')).toHaveLength(1);
    expect(await talks.feedbackOf(anna)).toHaveLength(1);
  });

  it('after a crash is thanked for once more and stored once', async () => {
    await world.say(anna, '/report');
    world.emulator.sendText(anna, PROBLEM);
    await deliverTwice({ isMarked: false });
    expect(talks.said(anna).slice(1)).toEqual([
      'Paldies! Tavu ziņojumu saņēmām.',
      'Šī problēma jau ir iesniegta. Paldies!',
    ]);
    expect(await talks.problemsOf(anna)).toEqual([PROBLEM]);
    await talks.comment(anna);
    world.emulator.sendText(anna, 'anna@example.lv');
    await deliverTwice({ isMarked: false });
    expect(talks.said(anna).slice(-2)).toEqual(Array(2).fill('Paldies par atsauksmi!'));
    expect(await talks.feedbackOf(anna)).toHaveLength(1);
    expect(await talks.statesOf(anna)).toEqual([]);
  });

  it('by a webhook is handled the same', async () => {
    const push = webhookHandler(talks.restarted(), 'secret');
    const headers = { 'x-telegram-bot-api-secret-token': 'secret' };
    for (const text of ['/report', PROBLEM]) {
      world.emulator.sendText(anna, text);
      for (const body of world.emulator.takeUpdates())
        for (let count = 0; count < 2; count += 1) expect(await push({ headers, body })).toEqual({ status: 200 });
    }
    expect(talks.said(anna)).toHaveLength(2);
    expect(await talks.problemsOf(anna)).toEqual([PROBLEM]);
  });

  it('at the same moment is stored once', async () => {
    await talks.comment(anna);
    world.emulator.sendText(anna, 'anna@example.lv');
    const [update] = world.emulator.takeUpdates() as [Update];
    await Promise.all([world.handle(update), talks.restarted().handleUpdate(update)]);
    expect(await talks.feedbackOf(anna)).toHaveLength(1);
    expect(await talks.statesOf(anna)).toEqual([]);
  });
});

describe('conversations', () => {
  it('of two persons do not meet', async () => {
    const ivo = talks.newcomer('ru');
    await world.say(anna, '/report');
    await talks.rate(ivo, 2);
    world.emulator.sendText(ivo, 'Медленно открывается карта');
    world.emulator.sendText(anna, PROBLEM);
    const updates = world.emulator.takeUpdates();
    await Promise.all(updates.map((update) => world.handle(update)));
    expect(talks.last(anna).text).toMatch(/^Paldies!/);
    await world.press(ivo, talks.last(ivo), 'Пропустить');
    expect(await talks.problemsOf(anna)).toEqual([PROBLEM]);
    expect(await talks.feedbackOf(ivo)).toEqual([{ rating: 2, comment: 'Медленно открывается карта', email: '' }]);
    expect(await talks.problemsOf(ivo)).toEqual([]);
  });

  it('refuse the buttons of an earlier one', async () => {
    const old = await world.say(anna, '/feedback');
    const oldReport = await world.say(anna, '/report');
    expect((await world.press(anna, old, '3 ★')).toast).toMatchObject({ showAlert: true });
    await world.say(anna, '/feedback');
    for (const [message, button] of [
      [old, '1 ★'],
      [old, 'Atcelt'],
      [oldReport, 'Atcelt'],
    ] as const)
      expect((await world.press(anna, message, button)).toast.text).toMatch(/^Šī poga vairs nedarbojas/);
    await world.press(anna, talks.last(anna), '5 ★');
    for (let count = 0; count < 2; count += 1) await world.press(anna, talks.last(anna), 'Izlaist');
    expect(await talks.feedbackOf(anna)).toEqual([{ rating: 5, comment: '', email: '' }]);
  });

  it('cannot be brought back by an update that was under way when the account went', async () => {
    await talks.rate(anna);
    const userId = await talks.idOf(anna);
    world.emulator.fault({ method: 'sendMessage', kind: 'slow', ms: 300, chatId: anna });
    world.emulator.sendText(anna, 'Labi!');
    const [update] = world.emulator.takeUpdates() as [Update];
    const handled = world.handle(update);
    await world.emulator.waitForCall(({ payload }) => String(payload.text).startsWith('Ja gaidi'));
    await world.core.run(() => world.core.accountDeletion.deleteAccount(userId));
    await handled;
    expect(await talks.statesOf(anna)).toEqual([]);
  });

  it('do not begin in a group', async () => {
    world.emulator.groupMessage(anna, 'Sveiki!');
    await world.deliver();
    const before = world.emulator.sends().length;
    for (const command of ['/report', '/feedback', '/privacy', '/delete', '/login']) {
      world.emulator.groupMessage(anna, command);
      await world.deliver();
    }
    const answers = world.emulator.sends().slice(before);
    expect(answers.map(({ payload }) => payload.text)).toEqual(
      Array(5).fill(expect.stringMatching(/^Par filtriem un ziņām runāju tikai privātā čatā/)),
    );
    expect(await talks.sql('select 1 from users where telegram_id = ?', [anna])).toEqual([]);
  });
});
