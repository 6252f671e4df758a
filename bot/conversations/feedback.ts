import { InvalidInputError, TooManyError } from '#core/errors.ts';
import { feedbackComment, feedbackEmail } from '#core/feedback/feedback-text.ts';
import { acknowledge, editPressed, reply } from '../answers.ts';
import type { BotContext, ConversationContext } from '../context.ts';
import { knownUser } from '../middlewares/current-user.ts';
import {
  answerButton,
  type Beginning,
  type BotConversation,
  cancelButton,
  endQuestion,
  nextAnswer,
  outside,
  refuse,
} from './steps.ts';

/** To be raised with every change of what the conversation asks or does: its stored states are dropped then. */
export const FEEDBACK_VERSION = 1;

const RATINGS = [1, 2, 3, 4, 5];

/** A question that may be left unanswered. */
interface Question {
  /** What its button Skip answers. */
  readonly skip: string;
  /** The answer as it is stored. @throws InvalidInputError */
  readonly read: (written: string) => string;
}

const COMMENT: Question = { skip: 'noComment', read: feedbackComment };
const EMAIL: Question = { skip: 'noEmail', read: feedbackEmail };

/** The question that the conversation waits to be answered first. */
export async function askForRating(ctx: BotContext, beginning: Beginning): Promise<void> {
  const buttons = RATINGS.map((rating) => answerButton(`${rating} ★`, beginning, String(rating)));
  await reply(ctx, ctx.t('feedback.ask'), [buttons, [cancelButton(ctx.t, beginning)]]);
}

/** Takes a rating and, from who likes to give them, a comment and an address for the answer. */
export async function giveFeedback(
  conversation: BotConversation,
  _ctx: ConversationContext,
  beginning: Beginning,
): Promise<void> {
  const rating = await nextRating(conversation, beginning);
  await outside(conversation, async (ctx) => {
    await ask(ctx, ctx.t('feedback.comment'), COMMENT, beginning);
    await editPressed(ctx, ctx.t('feedback.rated', { stars: starsOf(rating) }), []);
    await acknowledge(ctx);
  });
  const comment = await nextWords(conversation, COMMENT, beginning);
  await outside(conversation, async (ctx) => {
    await ask(ctx, ctx.t('feedback.email'), EMAIL, beginning);
    await endQuestion(ctx);
  });
  const email = await nextWords(conversation, EMAIL, beginning);
  await outside(conversation, async (ctx) => {
    await handIn(ctx, { rating, comment, email }, beginning);
    await endQuestion(ctx);
  });
}

async function ask(ctx: BotContext, question: string, { skip }: Question, beginning: Beginning): Promise<void> {
  const skipButton = answerButton(ctx.t('conversation.skip'), beginning, skip);
  await reply(ctx, question, [[skipButton, cancelButton(ctx.t, beginning)]]);
}

async function nextRating(conversation: BotConversation, beginning: Beginning): Promise<number> {
  const { kind, value } = await nextAnswer(conversation, beginning, RATINGS.map(String));
  if (kind === 'press') return Number(value);
  return refuse(conversation, (ctx) => reply(ctx, ctx.t('feedback.pressRating')));
}

/** The words as they will be stored; empty when the question was skipped. */
async function nextWords(conversation: BotConversation, { skip, read }: Question, beginning: Beginning) {
  const { kind, value } = await nextAnswer(conversation, beginning, [skip]);
  if (kind === 'press') return '';
  try {
    return read(value);
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    const { code } = error;
    return refuse(conversation, (ctx) => reply(ctx, ctx.t(`errors:${code}`)));
  }
}

type Opinion = Parameters<BotContext['core']['feedback']['submit']>[1];

async function handIn(ctx: BotContext, opinion: Opinion, { at }: Beginning): Promise<void> {
  try {
    await ctx.core.feedback.submit(knownUser(ctx).id, opinion, new Date(at));
  } catch (error) {
    if (!(error instanceof TooManyError)) throw error;
    return reply(ctx, ctx.t(`errors:${error.code}`));
  }
  await reply(ctx, ctx.t('feedback.thanks'));
}

function starsOf(rating: number): string {
  return '★'.repeat(rating) + '☆'.repeat(RATINGS.length - rating);
}
