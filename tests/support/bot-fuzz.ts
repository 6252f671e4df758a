import fc from 'fast-check';
import { expect } from 'vitest';
import { COMMANDS } from '#bot/commands.ts';
import { webhookHandler } from '#bot/run.ts';
import { aFilter } from '#tests/support/builders.ts';
import { type ConversationWorld, PROBLEM } from '#tests/support/conversation-world.ts';
import { mutatedUpdates } from '#tests/support/update-mutations.ts';

const SECRET = 'a-secret-of-the-webhook';
const SAID = [
  ...COMMANDS.map((command) => `/${command}`),
  ...['/start f_1', '/start login_x', '/start verify_x', '/quiet 22-7', '/cancel', '/stats'],
  ...['labdien', 'anna@example.lv', 'Filtrs nesaglabājas, ko darīt?'],
];

/**
 * Feeds the bot updates that nobody would send. Nothing breaks, no call of the bot breaks Telegram's rules, nothing
 * is stored that should not be, and everybody else is served as ever.
 */
export async function fuzzBot(talks: ConversationWorld, numRuns: number): Promise<void> {
  const { world } = talks;
  const [anna, bruno, cecilia] = [talks.newcomer(), talks.newcomer('en'), talks.newcomer('ru')];
  const updates = await realUpdates(talks, anna);
  await world.say(bruno, '/start');
  await world.say(cecilia, '/report');
  const before = await stored(talks, anna);
  const receive = webhookHandler(world.bot, SECRET);
  let updateId = 5_000_000;
  await fc.assert(
    fc.asyncProperty(mutatedUpdates(updates), async (mutated) => {
      updateId += 1;
      const { length } = world.emulator.calls();
      const body = { ...mutated, update_id: updateId };
      const answer = await receive({ headers: { 'x-telegram-bot-api-secret-token': SECRET }, body });
      expect(answer).toEqual({ status: 200 });
      expect(world.emulator.violations()).toEqual([]);
      expect(world.emulator.calls().slice(length).filter(isApology)).toEqual([]);
      expect((await world.say(bruno, '/help')).text).toMatch(/^Vanags tells you/);
    }),
    // The bot remembers: a smaller update would not meet what this one met.
    { numRuns, endOnFailure: true },
  );
  expect(await stored(talks, anna)).toEqual(before);
  expect(talks.said(cecilia)).toHaveLength(1);
  await world.say(cecilia, PROBLEM);
  expect(await talks.problemsOf(cecilia)).toEqual([PROBLEM]);
}

/** What the bot says when something broke. */
function isApology({ payload }: { payload: { readonly text?: unknown } }): boolean {
  return /^(Neizdevās\.|That did not work\.|Не получилось\.)/.test(String(payload.text));
}

/** Who there is, which filters there are, and all about everybody but her who pressed and wrote. */
async function stored({ sql }: ConversationWorld, telegramId: number) {
  return {
    users: await sql('select id, telegram_id from users order by id'),
    filters: await sql('select id, user_id, name, brand, price_max from filters order by id'),
    others: await sql('select * from users join recipients on user_id = id where telegram_id <> ? order by id', [
      telegramId,
    ]),
    odd: await sql("select first_name from users where first_name ~ '[[:cntrl:]]' or length(first_name) > 256"),
  };
}

/** An update of each kind that people cause, as Telegram would send it, none of which the bot has seen. */
async function realUpdates({ world, idOf }: ConversationWorld, anna: number): Promise<object[]> {
  const { emulator } = world;
  const shown = [await world.say(anna, '/start')];
  const filter = await aFilter(world.core.orm, await idOf(anna), { name: 'Ģimenes auto' });
  for (const command of ['/filters', '/quiet', '/plan', '/language', '/feedback'])
    shown.push(await world.say(anna, command));
  emulator.takeUpdates();
  for (const message of shown)
    for (const button of message.buttons.flat())
      if ('callback_data' in button) emulator.pressButton(anna, message.id, button.callback_data);
  for (const text of SAID) emulator.sendText(anna, text, shown[0]?.id);
  emulator.start(anna, `f_${filter.id}`);
  emulator.sendSticker(anna);
  emulator.sendPhoto(anna, 'Lūk');
  emulator.shareContact(anna, '+37120000000');
  emulator.allowWriteAccess(anna);
  emulator.groupMessage(anna, '/filters', { id: -1_001_000_000_900 });
  emulator.block(anna);
  emulator.unblock(anna);
  return emulator.takeUpdates();
}
