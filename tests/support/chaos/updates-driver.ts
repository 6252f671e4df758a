import { vi } from 'vitest';
import type { Locale } from '#core/i18n/locales.ts';
import { LOCALES } from '#core/i18n/locales.ts';
import type { RandomStream } from '#tools/bench/matching/random-stream.ts';
import type { ChatMessage } from '#tools/telegram-emulator/types.ts';
import type { TelegramProcess } from './telegram-process.ts';

const WITHIN = { timeout: 60_000, interval: 50 };

/** Somebody whose account and two filters the updates change. */
export interface Subject {
  readonly chat: number;
  readonly filterIds: readonly [number, number];
}

/** How a subject stands when every update has had its effect once, in the order in which they were given. */
interface Standing {
  paused: boolean;
  language: Locale;
  readonly filters: Map<number, boolean>;
}

/** Acts as people do in their chats, and keeps what must come of it. */
export class UpdatesDriver {
  readonly standings = new Map<number, Standing>();
  /** Who opened the chat with the bot for the first time. */
  readonly newcomers: number[] = [];
  readonly comments: string[] = [];
  /** Updates given so far. */
  given = 0;
  readonly #telegram: TelegramProcess;
  readonly #random: RandomStream;
  readonly #subjects: readonly Subject[];
  readonly #lists = new Map<number, { languages: number; filters: number }>();

  constructor(telegram: TelegramProcess, random: RandomStream, subjects: readonly Subject[]) {
    this.#telegram = telegram;
    this.#random = random;
    this.#subjects = subjects;
    for (const { chat, filterIds } of subjects)
      this.standings.set(chat, {
        paused: false,
        language: 'lv',
        filters: new Map(filterIds.map((id) => [id, true])),
      });
  }

  /** Has the bot show everybody the messages whose buttons are pressed later. */
  async open(): Promise<void> {
    for (const { chat } of this.#subjects) {
      for (const text of ['/start', '/language', '/filters']) await this.#write(chat, text);
      const languages = await this.#buttonOf(chat, /^g:/);
      const filters = await this.#buttonOf(chat, /^l:/);
      this.#lists.set(chat, { languages: languages.messageId, filters: filters.messageId });
    }
  }

  /** One more update, drawn by the seed. */
  async act(): Promise<void> {
    const subject = this.#subjects[this.#random.whole(0, this.#subjects.length - 1)] as Subject;
    const standing = this.standings.get(subject.chat) as Standing;
    const draw = this.#random.whole(0, 3);
    if (draw === 0) {
      standing.paused = this.#random.chance(50);
      await this.#write(subject.chat, standing.paused ? '/pause' : '/resume');
    } else if (draw === 1) {
      standing.language = LOCALES[this.#random.whole(0, LOCALES.length - 1)] as Locale;
      await this.#press(subject.chat, this.#lists.get(subject.chat)?.languages ?? 0, `g:${standing.language}`);
    } else if (draw === 2) await this.#switch(subject, standing);
    else await this.#arrive();
  }

  /** Answers the bot's questions from the rating to the end, each as soon as it is asked. */
  async giveFeedback(chat: number): Promise<void> {
    const comment = `comment ${this.comments.length + 1}`;
    const before = await this.#lastIdOf(chat);
    await this.#write(chat, '/feedback');
    const rating = await this.#buttonOf(chat, /^a:\d+:4$/, before);
    await this.#press(chat, rating.messageId, rating.data);
    await this.#buttonOf(chat, /^a:\d+:noComment$/, before);
    await this.#write(chat, comment);
    const email = await this.#buttonOf(chat, /^a:\d+:noEmail$/, before);
    await this.#press(chat, email.messageId, email.data);
    this.comments.push(comment);
  }

  /** The button names the state that it leads to, which is the one that the message does not show yet. */
  async #switch({ chat, filterIds }: Subject, standing: Standing): Promise<void> {
    const id = filterIds[this.#random.whole(0, 1)] as number;
    const message = this.#lists.get(chat)?.filters ?? 0;
    const messages = await this.#messages(chat);
    const shown = messages.find((each) => each.id === message)?.buttons.flat() ?? [];
    const data = shown
      .map((button) => ('callback_data' in button ? button.callback_data : ''))
      .find((each) => each.startsWith(`l:${id}:`));
    if (data === undefined) throw new Error(`The list of ${chat} does not show filter ${id}`);
    try {
      await this.#press(chat, message, data);
    } catch {
      // The bot has just shown it anew.
      return this.#switch({ chat, filterIds }, standing);
    }
    standing.filters.set(id, data.endsWith(':1'));
  }

  async #arrive(): Promise<void> {
    const chat = 930_000 + this.newcomers.length;
    this.newcomers.push(chat);
    await this.#telegram.command('start', { userId: chat });
    this.given += 1;
  }

  async #write(chat: number, text: string): Promise<void> {
    await this.#telegram.command('send-text', { userId: chat, text });
    this.given += 1;
  }

  async #press(chat: number, messageId: number, button: string): Promise<void> {
    await this.#telegram.command('press-button', { userId: chat, messageId, button });
    this.given += 1;
  }

  #messages(chat: number): Promise<ChatMessage[]> {
    return this.#telegram.view(`messages?chat=${chat}`);
  }

  async #lastIdOf(chat: number): Promise<number> {
    return (await this.#messages(chat)).at(-1)?.id ?? 0;
  }

  /** The newest message after `after` with such a button, as soon as there is one. */
  #buttonOf(chat: number, data: RegExp, after = 0): Promise<{ messageId: number; data: string }> {
    return vi.waitFor(async () => {
      for (const { id, buttons } of (await this.#messages(chat)).toReversed())
        for (const button of buttons.flat())
          if (id > after && 'callback_data' in button && data.test(button.callback_data))
            return { messageId: id, data: button.callback_data };
      throw new Error(`${chat} is shown no button ${data}`);
    }, WITHIN);
  }
}
