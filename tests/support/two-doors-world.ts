import { createServer } from '#api/server.ts';
import type { Readiness } from '#core/contracts/service.ts';
import type { Locale } from '#core/i18n/locales.ts';
import { openBotWorld } from './bot-world.ts';

const READY: Readiness = {
  db: 'up',
  leader: true,
  poller: 'running',
  sender: 'running',
  oldestPendingSeconds: null,
  reasons: [],
};
const NOON = '2026-11-20T12:00:00Z';

let lastTelegramId = 7_100_000;

export type TwoDoorsWorld = Awaited<ReturnType<typeof openTwoDoorsWorld>>;

/** The chat with the bot and the pages' API, on one core: for what begins at one door and ends at the other. */
export async function openTwoDoorsWorld() {
  const world = await openBotWorld();
  const { core, texts, emulator, clock } = world;
  const botName = () => emulator.botInfo.username;
  const api = await createServer({ core, texts, readiness: async () => READY, botName });

  return {
    ...world,
    api,
    /** Somebody with Telegram whom the bot does not know; empties the chats and sets the clock to noon. */
    newcomer(language: Locale): number {
      clock.set(NOON);
      emulator.clear();
      return this.somebody(language);
    },
    somebody(language: Locale): number {
      lastTelegramId += 1;
      emulator.addUser({ id: lastTelegramId, first_name: 'Anna', language_code: language });
      return lastTelegramId;
    },
    userOf: (telegramId: number) => core.run(() => core.users.findByTelegramId(telegramId)),
    async close(): Promise<void> {
      await api.close();
      await world.close();
    },
  };
}
