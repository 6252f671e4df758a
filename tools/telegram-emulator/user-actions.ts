import type { Chat, Message, Update, User } from 'grammy/types';
import { chatMessage } from './chat-message.ts';
import type { ChatState } from './chat-store.ts';
import { botAsUser, type TelegramContext, unixTime } from './context.ts';
import { findEntities } from './formatted-text.ts';
import type { ChatMessage } from './types.ts';

const defaultGroupId = -1_001_000_000_001;

/** What simulated users do in their clients; each action becomes the update Telegram would send. */
export class UserActions {
  readonly #context: TelegramContext;

  constructor(context: TelegramContext) {
    this.#context = context;
  }

  sendText(userId: number, text: string, replyTo?: number): Message {
    const entities = findEntities(text).filter(({ type }) => type === 'bot_command' || type === 'url');
    const replied = replyTo === undefined ? {} : this.#replied(userId, replyTo);
    return this.#write(userId, { text, ...replied, ...(entities.length > 0 ? { entities } : {}) });
  }

  /** Telegram drops a payload that is too long or has other characters, without a word. */
  start(userId: number, payload?: string): Message {
    if (this.#context.chats.access(userId) === 'blocked') this.unblock(userId);
    const isKept = payload !== undefined && /^[A-Za-z0-9_-]{1,64}$/.test(payload);
    return this.sendText(userId, isKept ? `/start ${payload}` : '/start');
  }

  sendPhoto(userId: number, caption?: string): Message {
    const { sizes } = this.#context.photos.resolve('https://telegram.invalid/user-photo.jpg', []);
    return this.#write(userId, { photo: sizes, ...(caption ? { caption } : {}) }, '/client/icon.svg');
  }

  sendSticker(userId: number): Message {
    const sticker = { file_id: 'CAAC1', file_unique_id: 'AAC1', type: 'regular', width: 512, height: 512 };
    return this.#write(userId, { sticker: { ...sticker, is_animated: false, is_video: false, emoji: '👍' } });
  }

  shareContact(userId: number, phoneNumber: string): Message {
    const { first_name } = this.#context.chats.user(userId);
    return this.#write(userId, { contact: { phone_number: phoneNumber, first_name, user_id: userId } });
  }

  allowWriteAccess(userId: number): Message {
    return this.#write(userId, { write_access_allowed: { from_request: true } }, undefined, 'service');
  }

  groupMessage(userId: number, text: string, group: { id?: number; title?: string } = {}): Message {
    const { chats } = this.#context;
    const id = group.id ?? defaultGroupId;
    const isNew = chats.messages(id).length === 0;
    const state = chats.group(id, group.title ?? 'Family');
    if (isNew) this.#membership(state.chat, this.#person(userId), 'left', 'member');
    const entities = findEntities(text);
    return this.#post(state, userId, { text, ...(entities.length > 0 ? { entities } : {}) });
  }

  pressButton(userId: number, messageId: number, button: string): string {
    const { chats, queries, updates } = this.#context;
    const message = chats.find(userId, messageId);
    if (!message) throw new Error(`User ${userId} has no message ${messageId}`);
    const found = message.buttons.flat().find((each) => each.text === button) ?? buttonWithData(message, button);
    if (!found || !('callback_data' in found)) {
      const shown = message.buttons.flat().map(({ text }) => text);
      throw new Error(
        `Message ${messageId} has no callback button "${button}"; it shows: ${shown.join(' · ') || 'none'}`,
      );
    }
    const id = queries.open(userId);
    const query = { id, from: this.#person(userId), chat_instance: String(userId), data: found.callback_data };
    updates.push({ callback_query: { ...query, message: message.message } as Update['callback_query'] & object });
    return id;
  }

  block(userId: number): void {
    if (this.#context.chats.access(userId) === 'blocked') return;
    this.#context.chats.setAccess(userId, 'blocked');
    this.#membership(this.#context.chats.privateChatOf(userId).chat, this.#person(userId), 'member', 'kicked');
  }

  unblock(userId: number): void {
    if (this.#context.chats.access(userId) !== 'blocked') return;
    this.#context.chats.setAccess(userId, 'open');
    this.#membership(this.#context.chats.privateChatOf(userId).chat, this.#person(userId), 'kicked', 'member');
  }

  /** Telegram shows the message that is replied to, but not what that one replied to. */
  #replied(userId: number, messageId: number) {
    const found = this.#context.chats.find(userId, messageId);
    if (!found) throw new Error(`User ${userId} has no message ${messageId}`);
    const { reply_to_message: _before, ...message } = found.message;
    return { reply_to_message: message };
  }

  #write(userId: number, content: object, photo?: string, from: ChatMessage['from'] = 'user'): Message {
    const { chats } = this.#context;
    const access = chats.access(userId);
    if (access === 'blocked' || access === 'deactivated') {
      throw new Error(`User ${userId} cannot write: the chat is ${access}`);
    }
    if (access === 'closed') chats.setAccess(userId, 'open');
    return this.#post(chats.privateChatOf(userId), userId, content, photo, from);
  }

  #post(
    state: ChatState,
    userId: number,
    content: object,
    photo?: string,
    from: ChatMessage['from'] = 'user',
  ): Message {
    const { chats, updates } = this.#context;
    const message = {
      message_id: chats.takeMessageId(),
      from: this.#person(userId),
      chat: state.chat,
      date: unixTime(this.#context.now()),
      ...content,
    } as unknown as Message;
    chats.add(state, chatMessage(message, from, photo));
    updates.push({ message: message as Update['message'] & object });
    return message;
  }

  #membership(chat: Chat, from: User, before: string, after: string): void {
    const user = botAsUser(this.#context.bot);
    const member = (status: string) => ({ status, user, ...(status === 'kicked' ? { until_date: 0 } : {}) });
    const date = unixTime(this.#context.now());
    const change = { chat, from, date, old_chat_member: member(before), new_chat_member: member(after) };
    this.#context.updates.push({ my_chat_member: change as unknown as Update['my_chat_member'] & object });
  }

  #person(userId: number): User {
    const { photo_url: _photo, ...user } = this.#context.chats.user(userId);
    return { ...user, is_bot: false };
  }
}

function buttonWithData(message: ChatMessage, data: string) {
  return message.buttons.flat().find((each) => 'callback_data' in each && each.callback_data === data);
}
