import type { Message, Update } from 'grammy/types';
import { badCall, refused } from '../bot-api-error.ts';
import { chatMessage } from '../chat-message.ts';
import type { ChatState } from '../chat-store.ts';
import { type CallContext, unixTime } from '../context.ts';
import { formatCaption, formatMessageText } from '../formatted-text.ts';
import type { ChatMessage } from '../types.ts';
import type { MethodTable } from './method-table.ts';
import { inlineKeyboard, unlessEmpty } from './outgoing-message.ts';

const unchanged =
  'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message';

export const editMethods: MethodTable = {
  editMessageText(context, args) {
    const { state, target } = editable(context, args);
    if (args.text === undefined) throw badCall('message text is empty');
    const { text, entities } = formatMessageText({
      text: args.text,
      parseMode: args.parse_mode,
      entities: args.entities,
    });
    if (target.message.text === undefined) throw refused('there is no text in the message to edit');
    const { entities: _entities, reply_markup: _markup, link_preview_options: _preview, ...kept } = target.message;
    return applyEdit(context, target, {
      ...kept,
      text,
      ...unlessEmpty('entities', entities),
      ...(args.link_preview_options ? { link_preview_options: args.link_preview_options } : {}),
      ...inlineKeyboard(args.reply_markup, state.chat.type),
    } as unknown as Message);
  },

  editMessageCaption(context, args) {
    const { state, target } = editable(context, args);
    const source = { text: args.caption ?? '', parseMode: args.parse_mode, entities: args.caption_entities };
    const { text, entities } = formatCaption(source);
    if (!target.message.photo) throw refused('there is no caption in the message to edit');
    const { caption: _caption, caption_entities: _entities, reply_markup: _markup, ...kept } = target.message;
    return applyEdit(context, target, {
      ...kept,
      ...(text ? { caption: text, ...unlessEmpty('caption_entities', entities) } : {}),
      ...inlineKeyboard(args.reply_markup, state.chat.type),
    } as unknown as Message);
  },

  editMessageReplyMarkup(context, args) {
    const { state, target } = editable(context, args);
    const { reply_markup: _markup, ...kept } = target.message;
    const markup = inlineKeyboard(args.reply_markup, state.chat.type);
    return applyEdit(context, target, { ...kept, ...markup } as Message);
  },

  deleteMessage(context, args) {
    const { chat } = context.chats.reachable(args.chat_id);
    const message = context.chats.find(chat.id, args.message_id);
    if (!message) throw refused('message to delete not found');
    context.chats.remove(message);
    return true;
  },

  deleteMessages(context, args) {
    const { chat } = context.chats.reachable(args.chat_id);
    for (const id of args.message_ids) {
      const message = context.chats.find(chat.id, id);
      if (message) context.chats.remove(message);
    }
    return true;
  },
};

type EditedMessage = Update.Edited & Message.TextMessage & Message.CaptionableMessage;

interface EditTarget {
  chat_id?: number | string;
  message_id?: number;
  inline_message_id?: string;
}

function editable(context: CallContext, args: EditTarget): { state: ChatState; target: ChatMessage } {
  if (args.chat_id === undefined || args.message_id === undefined) throw badCall('message identifier is not specified');
  const state = context.chats.reachable(args.chat_id);
  const target = context.chats.find(state.chat.id, args.message_id);
  if (!target) throw refused('message to edit not found');
  if (target.from !== 'bot') throw refused("message can't be edited");
  return { state, target };
}

function applyEdit(context: CallContext, target: ChatMessage, next: Message): EditedMessage {
  if (contentOf(next) === contentOf(target.message)) throw refused(unchanged);
  const message = { ...next, edit_date: unixTime(context.now()) } as Message;
  context.call.messageIds.push(target.id);
  return context.chats.replace(chatMessage(message, 'bot', target.photo)) as EditedMessage;
}

function contentOf(message: Message): string {
  const { text, caption, entities, caption_entities, reply_markup, link_preview_options } = message;
  return JSON.stringify([text, caption, entities, caption_entities, reply_markup, link_preview_options]);
}
