import { createBot } from '#bot/bot.ts';
import type { ChatMessage } from '#tools/telegram-emulator/types.ts';
import { openBotWorld } from './bot-world.ts';

export type ConversationWorld = Awaited<ReturnType<typeof openConversationWorld>>;

export const PROBLEM = 'Filtrs „Audi” nesaglabājas 🙁\nun \\ arī "citi" ne?';
/** What the bot answers to words when it has asked nothing. */
export const NOTHING_OPEN = /^Es saprotu tikai komandas un pogas\./;

let lastTelegramId = 7000;

/** A bot and what its conversations leave behind. */
export async function openConversationWorld() {
  const world = await openBotWorld();
  const { core, emulator } = world;

  const sql = <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
    core.run(() => core.orm.em.execute<Row[]>(text, values));

  async function idOf(telegramId: number): Promise<number> {
    const user = await core.run(() => core.users.findByTelegramId(telegramId));
    return user?.id ?? 0;
  }

  function last(telegramId: number): ChatMessage {
    const message = emulator.lastMessage(telegramId);
    if (!message) throw new Error('The bot said nothing.');
    return message;
  }

  /** Rates, and so comes to the comment. */
  async function rate(telegramId: number, rating = 4) {
    const question = await world.say(telegramId, '/feedback');
    return world.press(telegramId, question, `${rating} ★`);
  }

  return {
    world,
    sql,
    idOf,
    last,
    rate,
    newcomer(language_code = 'lv'): number {
      lastTelegramId += 1;
      emulator.addUser({ id: lastTelegramId, first_name: 'Anna', language_code });
      return lastTelegramId;
    },
    /** Gives the rating and the comment, and so comes to the address. */
    async comment(telegramId: number): Promise<ChatMessage> {
      await rate(telegramId);
      return world.say(telegramId, 'Labi!');
    },
    /** The bot of a process that was started later, on the same database. */
    restarted: () => createBot({ core, texts: world.texts, botInfo: emulator.botInfo }),
    /** Everything that the bot said. */
    said: (telegramId: number) =>
      emulator.messagesOf(telegramId).flatMap(({ from, text }) => (from === 'bot' ? [text] : [])),
    async problemsOf(telegramId: number): Promise<string[]> {
      const problems = 'select text from problems where user_id = ? order by id';
      return (await sql<{ text: string }>(problems, [await idOf(telegramId)])).map(({ text }) => text);
    },
    feedbackOf: async (telegramId: number) =>
      sql('select rating, comment, email from feedback where user_id = ? order by id', [await idOf(telegramId)]),
    statesOf: (telegramId: number) => sql('select value from conversation_states where key = ?', [String(telegramId)]),
  };
}
