import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BotWorld } from '#tests/support/bot-world.ts';
import { aFilter, aUser } from '#tests/support/builders.ts';
import {
  type ConversationWorld,
  NOTHING_OPEN,
  openConversationWorld,
  PROBLEM,
} from '#tests/support/conversation-world.ts';

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

async function deliverTo(bot: ReturnType<ConversationWorld['restarted']>): Promise<void> {
  for (const update of world.emulator.takeUpdates()) await bot.handleUpdate(update);
}

/** How each conversation comes to where it waits for words, and what ends it well. */
const CONVERSATIONS = [
  { name: '/report', open: () => world.say(anna, '/report'), finish: PROBLEM, stored: () => talks.problemsOf(anna) },
  {
    name: '/feedback at the comment',
    open: () => talks.rate(anna),
    finish: null,
    stored: () => talks.feedbackOf(anna),
  },
  {
    name: '/feedback at the address',
    open: () => talks.comment(anna),
    finish: 'anna@example.lv',
    stored: () => talks.feedbackOf(anna),
  },
];

describe.each(CONVERSATIONS)('$name', ({ open, finish, stored }) => {
  it('ends by its button', async () => {
    await open();
    const { toast, message } = await world.press(anna, talks.last(anna), 'Atcelt');
    expect([toast.text, message.text, message.buttons]).toEqual([
      'Labi, atcelts. Nekas nav nosūtīts.',
      'Labi, atcelts. Nekas nav nosūtīts.',
      [],
    ]);
    expect((await world.say(anna, PROBLEM)).text).toMatch(NOTHING_OPEN);
    expect(await stored()).toEqual([]);
  });

  it('ends by /cancel', async () => {
    await open();
    expect((await world.say(anna, '/cancel')).text).toBe('Labi, atcelts. Nekas nav nosūtīts.');
    expect((await world.say(anna, '/cancel')).text).toBe('Nav nekā, ko atcelt.');
    expect((await world.say(anna, PROBLEM)).text).toMatch(NOTHING_OPEN);
    expect(await stored()).toEqual([]);
  });

  it.each([
    ['/filters', /^Tev vēl nav neviena filtra/],
    ['/help', /^Vanags dod ziņu/],
    ['/start verify_x', /^(?!Es saprotu)/],
    ['/report', /^Kas nedarbojas\?/],
    ['/unknown', NOTHING_OPEN],
  ])('gives way to %s', async (command, answer) => {
    await open();
    expect((await world.say(anna, command)).text).toMatch(answer);
    if (command === '/report') return;
    expect((await world.say(anna, PROBLEM)).text).toMatch(NOTHING_OPEN);
    expect(await stored()).toEqual([]);
  });

  it('lets other buttons work in its middle', async () => {
    const user = await aUser(world.core.orm, { telegramId: anna, role: 'basic' });
    const filter = await aFilter(world.core.orm, user.id, { name: 'Mans' });
    const list = await world.say(anna, '/filters');
    await open();
    const { toast } = await world.press(anna, list, 'Mans · ieslēgts');
    expect(toast.text).toBe('Filtrs „Mans” ir izslēgts.');
    expect((await world.core.run(() => world.core.filters.get(user.id, filter.id))).active).toBe(false);
    expect(await talks.statesOf(anna)).toHaveLength(1);
  });

  it('asks for words where it gets a sticker or a picture', async () => {
    await open();
    const before = talks.said(anna).length;
    world.emulator.sendSticker(anna);
    world.emulator.sendPhoto(anna, PROBLEM);
    await world.deliver();
    expect(talks.said(anna).slice(before)).toEqual(
      Array(2).fill('Attēlus, failus un uzlīmes es neprotu izlasīt. Lūdzu, apraksti to vārdiem.'),
    );
    expect(await stored()).toEqual([]);
    expect(await talks.statesOf(anna)).toHaveLength(1);
  });

  it('goes on after a restart', async () => {
    await open();
    const before = talks.said(anna).length;
    world.emulator.sendText(anna, 'Labi, ka vari turpināt.');
    await deliverTo(talks.restarted());
    if (finish === null) {
      expect(talks.last(anna).text).toMatch(/^Ja gaidi atbildi/);
      world.emulator.sendText(anna, 'anna@example.lv');
      await deliverTo(talks.restarted());
    } else if (finish !== PROBLEM) {
      expect(talks.last(anna).text).toBe('Nederīgs e-pasta formāts.');
      world.emulator.sendText(anna, finish);
      await deliverTo(talks.restarted());
    }
    expect(talks.last(anna).text).toMatch(/^Paldies/);
    expect(talks.said(anna).length - before).toBe(finish === PROBLEM ? 1 : 2);
    expect(await stored()).toHaveLength(1);
  });

  it('is over after a day, silently', async () => {
    await open();
    const before = talks.said(anna).length;
    world.clock.advance(24 * 60 * 60_000 + 1);
    expect((await world.say(anna, PROBLEM)).text).toMatch(NOTHING_OPEN);
    expect(talks.said(anna)).toHaveLength(before + 1);
    expect(await stored()).toEqual([]);
    const ivo = talks.newcomer();
    await world.say(ivo, '/report');
    expect(await talks.statesOf(anna)).toEqual([]);
  });

  it('of an older version is dropped, and the person is told to begin again', async () => {
    for (const outdated of [
      "jsonb_set(value, '{version,1}', '\"report 0, feedback 0\"')",
      "jsonb_set(value, '{version,0}', '99')",
      `'{"surprise":true}'::jsonb`,
      `'5'::jsonb`,
    ]) {
      await open();
      await talks.sql(`update conversation_states set value = ${outdated} where key = ?`, [String(anna)]);
      expect((await world.say(anna, PROBLEM)).text).toMatch(/^Šo sarunu vairs nevaru turpināt.*\/report/);
      expect(await talks.statesOf(anna)).toEqual([]);
      expect((await world.say(anna, PROBLEM)).text).toMatch(NOTHING_OPEN);
    }
    expect(await stored()).toEqual([]);
  });

  it('that its code cannot replay ends the same way', async () => {
    await open();
    await talks.sql(
      `update conversation_states set value = replace(value::text, '"wait"', '"other"')::jsonb where key = ?`,
      [String(anna)],
    );
    expect((await world.say(anna, PROBLEM)).text).toMatch(/^Šo sarunu vairs nevaru turpināt/);
    expect(await talks.statesOf(anna)).toEqual([]);
  });

  it('of an older version does not hold up a command', async () => {
    await open();
    await talks.sql("update conversation_states set value = jsonb_set(value, '{version,1}', '0') where key = ?", [
      String(anna),
    ]);
    expect((await world.say(anna, '/help')).text).toMatch(/^Vanags dod ziņu/);
    expect(await talks.statesOf(anna)).toEqual([]);
  });

  it('ends with the account', async () => {
    await open();
    const userId = await talks.idOf(anna);
    await world.core.run(() => world.core.accountDeletion.deleteAccount(userId));
    expect((await world.say(anna, PROBLEM)).text).toMatch(NOTHING_OPEN);
    expect(await talks.sql('select 1 from problems where text = ? and user_id = ?', [PROBLEM, userId])).toEqual([]);
    expect(await talks.statesOf(anna)).toEqual([]);
    expect(await talks.idOf(anna)).toBe(0);
  });

  it('stays where it stood when Telegram fails, and can be gone on with', async () => {
    await open();
    const before = await talks.statesOf(anna);
    world.emulator.fault({ method: 'sendMessage', kind: 'error', errorCode: 500 });
    expect((await world.say(anna, finish ?? 'Labi!')).text).toMatch(/^Neizdevās\./);
    expect(await talks.statesOf(anna)).toEqual(before);
    expect((await world.say(anna, finish ?? 'Labi!')).text).not.toMatch(/^Neizdevās\./);
    if (finish !== null) expect(await stored()).toHaveLength(1);
  });
});

it('a conversation is kept with characters beside it that no database holds', async () => {
  world.emulator.addUser({ id: anna, first_name: 'A\u0000nna \ud800 \\u0000 🙂', language_code: 'lv' });
  await talks.comment(anna);
  const [state] = await talks.statesOf(anna);
  expect(JSON.stringify(state)).toContain(JSON.stringify('A\ufffdnna \ufffd \\u0000 🙂'));
  await world.say(anna, 'anna@example.lv');
  expect(await talks.feedbackOf(anna)).toMatchObject([{ rating: 4, comment: 'Labi!', email: 'anna@example.lv' }]);
});
