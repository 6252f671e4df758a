import type { Context } from 'grammy';
import { z } from 'zod';
import type { BotContext } from './context.ts';

/** With an id that JavaScript can hold exactly. */
const personSchema = z.looseObject({
  id: z.int().positive(),
  is_bot: z.literal(false),
  first_name: z.string(),
  language_code: z.string().optional(),
});
const chatSchema = z.looseObject({ id: z.int(), type: z.enum(['private', 'group', 'supergroup', 'channel']) });
const entitySchema = z.looseObject({ type: z.string(), offset: z.int().nonnegative(), length: z.int().nonnegative() });
const keyboardSchema = z.looseObject({ inline_keyboard: z.array(z.array(z.looseObject({ text: z.string() }))) });
const memberSchema = z.looseObject({ status: z.string() });

const messageSchema = z
  .looseObject({
    message_id: z.int(),
    from: personSchema,
    chat: chatSchema,
    text: z.string().optional(),
    entities: z.array(entitySchema).optional(),
    reply_to_message: z.looseObject({ message_id: z.int() }).optional(),
  })
  // They tell where in the text a command stands.
  .refine(({ text, entities }) => text !== undefined || entities === undefined)
  .refine(({ from, chat }) => isOwnChat(chat, from.id));
const pressSchema = z
  .looseObject({
    id: z.string(),
    from: personSchema,
    data: z.string().optional(),
    message: z
      .looseObject({ message_id: z.int(), chat: chatSchema, reply_markup: keyboardSchema.optional() })
      .optional(),
  })
  .refine(({ from, message }) => !message || isOwnChat(message.chat, from.id));
const membershipSchema = z
  .looseObject({ from: personSchema, chat: chatSchema, old_chat_member: memberSchema, new_chat_member: memberSchema })
  .refine(({ from, chat }) => isOwnChat(chat, from.id));

/** What the bot reads of the updates that it asks for. */
const updateSchema = z.looseObject({
  message: messageSchema.optional(),
  callback_query: pressSchema.optional(),
  my_chat_member: membershipSchema.optional(),
});

/** Whether a person is behind an update; channels, bots and updates of unknown kinds have none. */
export function isFromPerson(ctx: Context): boolean {
  return personSchema.safeParse(ctx.from).success;
}

/**
 * Whether an update is what the Bot API promises, as far as the bot reads it. Telegram keeps that promise, so whatever
 * breaks it is left alone, and told by its fields alone, as its values may be anything.
 */
export function isWellFormed({ update, logger }: BotContext): boolean {
  const { success, error } = updateSchema.safeParse(update);
  if (!success) {
    const fields = error.issues.map(({ path }) => path.join('.'));
    logger.warn({ updateId: update.update_id, fields }, 'update is not what the Bot API promises');
  }
  return success;
}

/** A private chat has the id of its person, so that an answer never goes to somebody else. */
function isOwnChat(chat: { id: number; type: string }, personId: number): boolean {
  return chat.type !== 'private' || chat.id === personId;
}
