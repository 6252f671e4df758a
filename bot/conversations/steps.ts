import type { Conversation } from '@grammyjs/conversations';
import { acknowledge, editPressed, type Keyboard, replacePressed, reply, toast } from '../answers.ts';
import { answerData, readAnswer } from '../callback-data.ts';
import { CONTENT } from '../content.ts';
import type { BotContext, ConversationContext } from '../context.ts';
import type { Translate } from '../texts.ts';

export type BotConversation = Conversation<BotContext, ConversationContext>;

/** The update that began a conversation. Its buttons carry it, so that those of an earlier one mean nothing to it. */
export interface Beginning {
  readonly updateId: number;
  /** ISO time. */
  readonly at: string;
}

/** What a person wrote, or which of the offered buttons they pressed. */
export interface Answer {
  readonly kind: 'words' | 'press';
  readonly value: string;
}

const CANCEL = 'cancel';

/** What failed outside of the conversation, which is not to blame and can be gone on with. */
export class OutsideFailure extends Error {
  override readonly name = 'OutsideFailure';
}

export function beginningOf({ update, core }: BotContext): Beginning {
  return { updateId: update.update_id, at: core.clock.now().toISOString() };
}

/**
 * Does something that must not be done again when the conversation is replayed: whatever asks the database or writes
 * to the chat. Inside, the context is that of the update which is answered now.
 * @throws OutsideFailure with what was thrown as its cause
 */
export function outside<Result>(
  conversation: BotConversation,
  task: (ctx: BotContext) => Promise<Result>,
): Promise<Result> {
  let cause: unknown;
  return conversation.external({
    task,
    beforeStoreError: (error) => {
      cause = error;
      return null;
    },
    afterLoadError: () => new OutsideFailure('A conversation met an error outside.', { cause }),
  });
}

/**
 * Waits for words, or for a press of one of the offered buttons. The button Cancel ends the conversation; what is not
 * meant for it goes on to the features.
 */
export async function nextAnswer(
  conversation: BotConversation,
  beginning: Beginning,
  offered: readonly string[],
): Promise<Answer> {
  const ctx = await conversation.wait();
  const words = ctx.message?.text;
  if (words !== undefined) return { kind: 'words', value: words };
  if (ctx.has([...CONTENT])) return refuse(conversation, (outer) => reply(outer, outer.t('conversation.inWords')));
  const press = readAnswer(ctx.callbackQuery?.data ?? '', beginning.updateId);
  if (press === null) return await conversation.skip({ next: true });
  if (press === CANCEL) return await cancel(conversation);
  // A second press of a button whose question has been answered.
  if (!offered.includes(press)) return refuse(conversation, acknowledge);
  return { kind: 'press', value: press };
}

/** Says why an answer will not do. The conversation stands where it stood, and another answer may come. */
export async function refuse(conversation: BotConversation, say: (ctx: BotContext) => Promise<void>): Promise<never> {
  await outside(conversation, say);
  return await conversation.skip({ next: false });
}

/** Takes the buttons from a question that was answered with one of them. */
export async function endQuestion(ctx: BotContext): Promise<void> {
  if (!ctx.callbackQuery) return;
  await replacePressed(ctx, () => []);
  await acknowledge(ctx);
}

export function answerButton(text: string, { updateId }: Beginning, answer: string): Keyboard[number][number] {
  return { text, callback_data: answerData(updateId, answer) };
}

export function cancelButton(t: Translate, beginning: Beginning): Keyboard[number][number] {
  return answerButton(t('conversation.cancel'), beginning, CANCEL);
}

async function cancel(conversation: BotConversation): Promise<never> {
  await outside(conversation, async (ctx) => {
    const text = ctx.t('conversation.cancelled');
    await editPressed(ctx, text, []);
    await toast(ctx, text);
  });
  return await conversation.halt();
}
