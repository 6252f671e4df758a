import { GrammyError } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import type { BotContext } from './context.ts';
import { cutText, type Line, toHtml } from './delivery/rich-text.ts';

export type Keyboard = InlineKeyboardButton[][];

const TOAST_LENGTH = 200;
/** Refusals that mean there is nothing left to do: the press is old, or the message looks that way already. */
const HARMLESS =
  /query is too old|message is not modified|message to edit not found|message can't be edited|MESSAGE_ID_INVALID/i;

/** A text as it is, of which no character acts as markup, or lines with their own styles and links. */
type Said = string | readonly Line[];

export async function reply(ctx: BotContext, said: Said, keyboard?: Keyboard): Promise<void> {
  await ctx.reply(textOf(said), {
    ...markupOf(said),
    link_preview_options: { is_disabled: true },
    ...(keyboard ? { reply_markup: { inline_keyboard: keyboard } } : {}),
  });
}

/** Answers a press with a short notice, or with a dialog to be confirmed. */
export async function toast(ctx: BotContext, text: string, asDialog = false): Promise<void> {
  await unlessHarmless(ctx, () =>
    ctx.answerCallbackQuery({ text: cutText(text, TOAST_LENGTH), ...(asDialog ? { show_alert: true } : {}) }),
  );
}

/** Ends the waiting of a pressed button without a word. */
export async function acknowledge(ctx: BotContext): Promise<void> {
  await unlessHarmless(ctx, () => ctx.answerCallbackQuery());
}

/** Changes the message whose button was pressed. */
export async function editPressed(ctx: BotContext, said: Said, keyboard: Keyboard): Promise<void> {
  await unlessHarmless(ctx, () =>
    ctx.editMessageText(textOf(said), {
      ...markupOf(said),
      link_preview_options: { is_disabled: true },
      reply_markup: { inline_keyboard: keyboard },
    }),
  );
}

/** Puts another button into the place of the pressed one; a message too old to be read keeps what it has. */
export async function replacePressed(ctx: BotContext, change: (keyboard: Keyboard) => Keyboard): Promise<void> {
  const keyboard = ctx.callbackQuery?.message?.reply_markup?.inline_keyboard;
  if (!keyboard) return;
  await unlessHarmless(ctx, () => ctx.editMessageReplyMarkup({ reply_markup: { inline_keyboard: change(keyboard) } }));
}

const textOf = (said: Said) => (typeof said === 'string' ? said : toHtml(said));
const markupOf = (said: Said) => (typeof said === 'string' ? {} : ({ parse_mode: 'HTML' } as const));

async function unlessHarmless(ctx: BotContext, call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof GrammyError) || !HARMLESS.test(error.description)) throw error;
    ctx.logger.info({ method: error.method, description: error.description }, 'answer came too late');
  }
}
