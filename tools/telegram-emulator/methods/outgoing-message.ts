import type { InlineKeyboardMarkup, Message, ReplyParameters } from 'grammy/types';
import { refused } from '../bot-api-error.ts';
import { chatMessage } from '../chat-message.ts';
import type { ChatState } from '../chat-store.ts';
import { botAsUser, type CallContext, unixTime } from '../context.ts';
import { checkKeyboard } from '../keyboard-rules.ts';

/** Stores a message of the bot in the chat and gives it as the Bot API does. */
export function postMessage(context: CallContext, state: ChatState, content: object, photo?: string): Message {
  const { chats, bot, call } = context;
  const message = {
    message_id: chats.takeMessageId(),
    from: botAsUser(bot),
    chat: state.chat,
    date: unixTime(context.now()),
    ...content,
  } as unknown as Message;
  call.messageIds.push(message.message_id);
  return chats.add(state, chatMessage(message, 'bot', photo));
}

/** The inline keyboard of a reply markup, checked; other markups are accepted and not kept, as Telegram returns none. */
export function inlineKeyboard(markup: object | undefined, chatType: string): { reply_markup?: InlineKeyboardMarkup } {
  if (!markup || !('inline_keyboard' in markup)) return {};
  const { inline_keyboard: rows } = markup as InlineKeyboardMarkup;
  checkKeyboard(rows, chatType);
  const filled = rows.filter((row) => row.length > 0);
  return filled.length > 0 ? { reply_markup: { inline_keyboard: filled } } : {};
}

/** The message replied to; refuses one that does not exist, unless the call allows that. */
export function repliedMessage(context: CallContext, chatId: number, reply: ReplyParameters | undefined): object {
  if (!reply?.message_id) return {};
  const found = context.chats.find(chatId, reply.message_id);
  if (found) return { reply_to_message: found.message };
  if (reply.allow_sending_without_reply) return {};
  throw refused('message to be replied not found');
}

/** `{ [key]: value }`, or nothing where the list is empty. */
export function unlessEmpty<K extends string, V>(key: K, value: readonly V[]): { [P in K]?: V[] } {
  return (value.length > 0 ? { [key]: [...value] } : {}) as { [P in K]?: V[] };
}
