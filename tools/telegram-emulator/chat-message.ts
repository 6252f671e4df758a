import type { InlineKeyboardButton, LinkPreviewOptions, Message, MessageEntity } from 'grammy/types';
import type { ChatMessage } from './types.ts';

/** The transcript's view of a Bot API message. `photo` is where the chat page finds the picture. */
export function chatMessage(message: Message, from: ChatMessage['from'], photo?: string): ChatMessage {
  const linkPreview = message.link_preview_options as LinkPreviewOptions | undefined;
  return {
    id: message.message_id,
    chatId: message.chat.id,
    from,
    kind: kindOf(message),
    text: message.text ?? message.caption ?? '',
    entities: (message.entities ?? message.caption_entities ?? []) as MessageEntity[],
    buttons: (message.reply_markup?.inline_keyboard ?? []) as InlineKeyboardButton[][],
    at: message.date * 1000,
    ...(photo ? { photo } : {}),
    ...(message.media_group_id ? { mediaGroupId: message.media_group_id } : {}),
    ...(linkPreview ? { linkPreview } : {}),
    ...(message.edit_date ? { editedAt: message.edit_date * 1000 } : {}),
    message,
  };
}

function kindOf(message: Message): ChatMessage['kind'] {
  if (message.photo) return 'photo';
  if (message.sticker) return 'sticker';
  return message.text === undefined ? 'service' : 'text';
}
