import type { Message } from 'grammy/types';
import { badCall } from '../bot-api-error.ts';
import { formatCaption, formatMessageText } from '../formatted-text.ts';
import type { MethodTable } from './method-table.ts';
import { inlineKeyboard, postMessage, repliedMessage, unlessEmpty } from './outgoing-message.ts';

export const sendMethods: MethodTable = {
  sendMessage(context, args) {
    const state = context.chats.reachable(args.chat_id);
    const { text, entities } = formatMessageText({
      text: args.text,
      parseMode: args.parse_mode,
      entities: args.entities,
    });
    const content = {
      text,
      ...unlessEmpty('entities', entities),
      ...(args.link_preview_options ? { link_preview_options: args.link_preview_options } : {}),
      ...repliedMessage(context, state.chat.id, args.reply_parameters),
      ...inlineKeyboard(args.reply_markup, state.chat.type),
    };
    return postMessage(context, state, content) as Message.TextMessage;
  },

  sendPhoto(context, args) {
    const state = context.chats.reachable(args.chat_id);
    const photo = context.photos.resolve(String(args.photo), context.files);
    const content = {
      photo: photo.sizes,
      ...captionOf({ text: args.caption ?? '', parseMode: args.parse_mode, entities: args.caption_entities }),
      ...(args.show_caption_above_media ? { show_caption_above_media: true } : {}),
      ...repliedMessage(context, state.chat.id, args.reply_parameters),
      ...inlineKeyboard(args.reply_markup, state.chat.type),
    };
    return postMessage(context, state, content, photo.address) as Message.PhotoMessage;
  },

  sendMediaGroup(context, args) {
    const state = context.chats.reachable(args.chat_id);
    const { media } = args;
    if (media.length < 2 || media.length > 10) throw badCall('wrong number of media: an album has 2 to 10 items');
    const items = media.map((item) => {
      if (item.type !== 'photo') throw badCall(`the emulator knows albums of photos only, not of ${item.type}`);
      const photo = context.photos.resolve(String(item.media), context.files);
      const caption = captionOf({
        text: item.caption ?? '',
        parseMode: item.parse_mode,
        entities: item.caption_entities,
      });
      return { photo, caption };
    });
    const media_group_id = String(context.chats.takeMessageId());
    return items.map(({ photo, caption }) => {
      const content = { media_group_id, photo: photo.sizes, ...caption };
      return postMessage(context, state, content, photo.address) as Message.PhotoMessage;
    });
  },

  sendChatAction(context, args) {
    const { chat } = context.chats.reachable(args.chat_id);
    context.hub.emit({ type: 'chat-action', chatId: chat.id, action: args.action });
    return true;
  },
};

function captionOf(source: Parameters<typeof formatCaption>[0]) {
  const { text, entities } = formatCaption(source);
  return text === '' ? {} : { caption: text, ...unlessEmpty('caption_entities', entities) };
}
