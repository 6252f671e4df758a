import type { Update } from 'grammy/types';
import { createBot } from '#bot/bot.ts';
import { type Config, loadConfig } from '#core/config.ts';
import { createCore } from '#core/context.ts';
import { createI18n } from '#core/i18n/create-i18n.ts';
import { loadResources } from '#core/i18n/node-resources.ts';
import { startTelegramEmulator } from '#tools/telegram-emulator/server.ts';
import type { ChatMessage } from '#tools/telegram-emulator/types.ts';
import { createTestClock } from './test-clock.ts';
import { openTestDatabase } from './test-database.ts';
import { testLogger } from './test-log.ts';

export type BotWorld = Awaited<ReturnType<typeof openBotWorld>>;

export const publicUrl = 'https://vanags.example';

/** The bot with the whole core on a database of its own, talking to an emulated Telegram. */
export async function openBotWorld(env: Readonly<Record<string, string>> = {}) {
  const emulator = await startTelegramEmulator();
  const database = await openTestDatabase();
  const clock = createTestClock();
  const logger = testLogger();
  const core = await createCore(configFor(emulator.url, emulator.token, env), { clock, logger, database });
  const texts = createI18n(loadResources());
  const bot = createBot({ core, texts, botInfo: emulator.botInfo });

  /** Hands everything that happened in the chats to the bot. */
  async function deliver(): Promise<void> {
    for (const update of emulator.takeUpdates()) await bot.handleUpdate(update);
  }

  function answerIn(chatId: number): ChatMessage {
    const message = emulator.lastMessage(chatId);
    if (!message) throw new Error('The bot said nothing.');
    return message;
  }

  return {
    emulator,
    core,
    texts,
    clock,
    logger,
    bot,
    deliver,
    /** What the bot answers to a text, perhaps in reply to a message; fails when it says nothing new. */
    async say(userId: number, text: string, replyTo?: number): Promise<ChatMessage> {
      const before = emulator.lastMessage(userId)?.id;
      emulator.sendText(userId, text, replyTo);
      await deliver();
      const answer = answerIn(userId);
      if (answer.id === before) throw new Error(`The bot said nothing to ${text}`);
      return answer;
    },
    /** Presses a button of a message; gives the toast and the message as it looks then. */
    async press(userId: number, message: ChatMessage, button: string) {
      const query = emulator.pressButton(userId, message.id, button);
      await deliver();
      const toast = await emulator.waitForCallbackAnswer(query);
      const changed = emulator.messagesOf(userId).find(({ id }) => id === message.id) ?? message;
      return { toast, message: changed };
    },
    /** An update that no client can make. */
    handle: (update: object) => bot.handleUpdate(update as Update),
    async close(): Promise<void> {
      await core.close();
      await emulator.close();
    },
  };
}

/** The labels of a message's buttons, row by row. */
export function labels(message: ChatMessage): string[][] {
  return message.buttons.map((row) => row.map(({ text }) => text));
}

function configFor(apiRoot: string, token: string, env: Readonly<Record<string, string>>): Config {
  return loadConfig({
    NODE_ENV: 'test',
    BOT_TOKEN: token,
    TELEGRAM_API_ROOT: apiRoot,
    PUBLIC_URL: publicUrl,
    SIGNUP_ROLE: 'basic',
    ...env,
  });
}
