import type { BotCommand, BotCommandScope, MenuButton } from 'grammy/types';
import type { EventHub } from './event-hub.ts';

export type ProfileText = 'name' | 'description' | 'short_description';

/** What the bot has told Telegram about itself: commands, menu buttons and texts, by language. */
export class BotSettings {
  readonly #hub: EventHub;
  readonly #commands = new Map<string, BotCommand[]>();
  readonly #texts = new Map<string, string>();
  readonly #menuButtons = new Map<number, MenuButton>();
  #menuButton: MenuButton = { type: 'default' };

  constructor(hub: EventHub) {
    this.#hub = hub;
  }

  setCommands(commands: readonly BotCommand[], scope: BotCommandScope | undefined, language = ''): void {
    const key = `${scopeKey(scope)} ${language}`;
    if (commands.length > 0) this.#commands.set(key, [...commands]);
    else this.#commands.delete(key);
    this.#changed();
  }

  commands(scope: BotCommandScope | undefined, language = ''): BotCommand[] {
    return this.#commands.get(`${scopeKey(scope)} ${language}`) ?? [];
  }

  /** The list a user sees in the private chat: the narrowest scope, and in it the own language, comes first. */
  commandsFor(userId: number, language: string): BotCommand[] {
    const scopes = [`chat:${userId}`, 'all_private_chats', 'default'];
    const keys = scopes.flatMap((scope) => [`${scope} ${language}`, `${scope} `]);
    for (const key of keys) {
      const commands = this.#commands.get(key);
      if (commands) return commands;
    }
    return [];
  }

  setText(kind: ProfileText, text: string, language = ''): void {
    this.#texts.set(`${kind} ${language}`, text);
    this.#changed();
  }

  /** Falls back from a language to the text for all. */
  text(kind: ProfileText, language = ''): string {
    return this.#texts.get(`${kind} ${language}`) || this.#texts.get(`${kind} `) || '';
  }

  setMenuButton(button: MenuButton, chatId?: number): void {
    if (chatId === undefined) this.#menuButton = button.type === 'default' ? { type: 'commands' } : button;
    else if (button.type === 'default') this.#menuButtons.delete(chatId);
    else this.#menuButtons.set(chatId, button);
    this.#changed();
  }

  menuButton(chatId?: number): MenuButton {
    return (chatId === undefined ? undefined : this.#menuButtons.get(chatId)) ?? this.#menuButton;
  }

  #changed(): void {
    this.#hub.emit({ type: 'settings-changed' });
  }
}

function scopeKey(scope: BotCommandScope | undefined): string {
  if (!scope) return 'default';
  const chat = 'chat_id' in scope ? `:${scope.chat_id}` : '';
  const user = 'user_id' in scope ? `:${scope.user_id}` : '';
  return `${scope.type}${chat}${user}`;
}
