import type { Message } from 'grammy/types';
import { forbidden, refused } from './bot-api-error.ts';
import type { EventHub } from './event-hub.ts';
import { ascendingId } from './ids.ts';
import type { ChatMessage, EmulatedChat, SimulatedUser } from './types.ts';

/** `closed`: the user never wrote to the bot nor allowed it to write. */
export type ChatAccess = 'closed' | 'open' | 'blocked' | 'deactivated';

export interface ChatState {
  chat: EmulatedChat;
  access: ChatAccess;
  messages: ChatMessage[];
}

/** Users, their chats with the bot, and every message in them. */
export class ChatStore {
  readonly #users = new Map<number, SimulatedUser>();
  readonly #chats = new Map<number, ChatState>();
  readonly #hub: EventHub;
  #nextMessageId = ascendingId();

  constructor(hub: EventHub) {
    this.#hub = hub;
  }

  addUser(user: SimulatedUser): SimulatedUser {
    this.#users.set(user.id, user);
    const chat = this.#chats.get(user.id);
    if (chat) chat.chat = privateChat(user);
    this.#hub.emit({ type: 'settings-changed' });
    return user;
  }

  users(): SimulatedUser[] {
    return [...this.#users.values()];
  }

  user(id: number): SimulatedUser {
    return this.#users.get(id) ?? this.addUser({ id, first_name: `User ${id}`, language_code: 'lv' });
  }

  /** The private chat of a user, which may be closed still. */
  privateChatOf(userId: number): ChatState {
    const known = this.#chats.get(userId);
    if (known) return known;
    const state: ChatState = { chat: privateChat(this.user(userId)), access: 'closed', messages: [] };
    this.#chats.set(userId, state);
    return state;
  }

  group(id: number, title: string): ChatState {
    const known = this.#chats.get(id);
    if (known) return known;
    const state: ChatState = { chat: { id, type: 'group', title }, access: 'open', messages: [] };
    this.#chats.set(id, state);
    return state;
  }

  access(userId: number): ChatAccess {
    return this.#chats.get(userId)?.access ?? 'closed';
  }

  setAccess(userId: number, access: ChatAccess): void {
    this.privateChatOf(userId).access = access;
    this.#hub.emit({ type: 'settings-changed' });
  }

  /** The chat a call of the bot names; refuses as Telegram does where the bot may not write. */
  reachable(chatId: number | string): ChatState {
    const id = Number(chatId);
    const state = this.#chats.get(id);
    if (!state && !this.#users.has(id)) throw refused('chat not found');
    if (!state || state.access === 'closed') throw forbidden("bot can't initiate conversation with a user");
    if (state.access === 'blocked') throw forbidden('bot was blocked by the user');
    if (state.access === 'deactivated') throw forbidden('user is deactivated');
    return state;
  }

  takeMessageId(): number {
    const id = this.#nextMessageId;
    this.#nextMessageId += 1;
    return id;
  }

  messages(chatId: number): ChatMessage[] {
    return this.#chats.get(chatId)?.messages ?? [];
  }

  find(chatId: number, messageId: number): ChatMessage | undefined {
    return this.messages(chatId).find(({ id }) => id === messageId);
  }

  add(state: ChatState, message: ChatMessage): Message {
    state.messages.push(message);
    this.#hub.emit({ type: 'message', chatId: message.chatId, message });
    return message.message;
  }

  replace(message: ChatMessage): Message {
    const messages = this.messages(message.chatId);
    messages[messages.findIndex(({ id }) => id === message.id)] = message;
    this.#hub.emit({ type: 'message-edited', chatId: message.chatId, message });
    return message.message;
  }

  remove(message: ChatMessage): void {
    const messages = this.messages(message.chatId);
    messages.splice(messages.indexOf(message), 1);
    this.#hub.emit({ type: 'message-deleted', chatId: message.chatId, messageId: message.id });
  }

  clear(): void {
    this.#chats.clear();
  }
}

function privateChat(user: SimulatedUser): EmulatedChat {
  const { id, first_name, last_name, username } = user;
  return { id, type: 'private', first_name, ...(last_name ? { last_name } : {}), ...(username ? { username } : {}) };
}
