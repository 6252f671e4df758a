import type { Config } from '#core/config.ts';
import { UnavailableError } from '#core/errors.ts';

/** Ways into the chat with the bot. */
export interface BotLinks {
  /** The bot's name without @; null while the bot is off or Telegram has not told it yet. */
  readonly name: () => string | null;
  /** Opens the chat; null as long as the name is. */
  readonly url: () => string | null;
  /**
   * Opens the chat and lets the person start the bot with a payload: at most 64 of A-Z a-z 0-9 _ -.
   * @throws UnavailableError service.botAway
   */
  readonly start: (payload: string) => string;
}

export function createBotLinks({ linkOrigin }: Config['telegram'], name: () => string | null): BotLinks {
  const url = () => {
    const known = name();
    return known === null ? null : `${linkOrigin}/${known}`;
  };
  return {
    name,
    url,
    start: (payload) => {
      const chat = url();
      if (chat === null) throw new UnavailableError('service.botAway');
      return `${chat}?start=${payload}`;
    },
  };
}
