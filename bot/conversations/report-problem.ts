import { MAX_PROBLEM_CHARACTERS, MIN_PROBLEM_CHARACTERS } from '#core/contracts/problem.ts';
import { DomainError, InvalidInputError, TooManyError } from '#core/errors.ts';
import { reply } from '../answers.ts';
import type { BotContext, ConversationContext } from '../context.ts';
import { knownUser } from '../middlewares/current-user.ts';
import { type Beginning, type BotConversation, cancelButton, nextAnswer, outside, refuse } from './steps.ts';

/** To be raised with every change of what the conversation asks or does: its stored states are dropped then. */
export const REPORT_VERSION = 1;

/** The question that the conversation waits to be answered. */
export async function askForProblem(ctx: BotContext, beginning: Beginning): Promise<void> {
  const limits = { min: MIN_PROBLEM_CHARACTERS, max: MAX_PROBLEM_CHARACTERS };
  await reply(ctx, ctx.t('report.ask', limits), [[cancelButton(ctx.t, beginning)]]);
}

/** Takes a report of something that does not work. */
export async function reportProblem(
  conversation: BotConversation,
  _ctx: ConversationContext,
  beginning: Beginning,
): Promise<void> {
  const { value: description } = await nextAnswer(conversation, beginning, []);
  const refusal = await outside(conversation, (ctx) => handIn(ctx, description));
  if (!refusal) return;
  await refuse(conversation, (ctx) => reply(ctx, ctx.t(`errors:${refusal}`), [[cancelButton(ctx.t, beginning)]]));
}

/** Answers the code of a refusal that better words can mend; whatever else comes of it is said here. */
async function handIn(ctx: BotContext, description: string): Promise<DomainError['code'] | null> {
  try {
    await ctx.core.problems.report(knownUser(ctx).id, description);
  } catch (error) {
    // Also the very same report, when its update comes a second time.
    if (error instanceof DomainError && error.code === 'problem.duplicate') {
      await reply(ctx, ctx.t('report.known'));
      return null;
    }
    if (error instanceof InvalidInputError) return error.code;
    if (!(error instanceof TooManyError)) throw error;
    await reply(ctx, ctx.t(`errors:${error.code}`));
    return null;
  }
  await reply(ctx, ctx.t('report.thanks'));
  return null;
}
