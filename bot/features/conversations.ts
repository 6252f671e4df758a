import { conversations, createConversation } from '@grammyjs/conversations';
import { Composer, type NextFunction } from 'grammy';
import { reply, toast } from '../answers.ts';
import { ANSWER_PATTERN } from '../callback-data.ts';
import { CONTENT } from '../content.ts';
import type { BotContext } from '../context.ts';
import { askForRating, giveFeedback } from '../conversations/feedback.ts';
import { askForProblem, reportProblem } from '../conversations/report-problem.ts';
import { beginningOf, OutsideFailure } from '../conversations/steps.ts';
import { loggableError } from '../loggable-error.ts';
import { signedUpUser } from '../middlewares/current-user.ts';
import { conversationStorage, isConversationLost } from '../storage/conversation-storage.ts';

const takeAnswer = new Composer<BotContext>(
  createConversation(reportProblem, 'report'),
  createConversation(giveFeedback, 'feedback'),
).middleware();

/** Questions with several answers. They come before the features of commands, and let through what is not theirs. */
export const conversationsFeature = new Composer<BotContext>();

conversationsFeature.use(conversations({ storage: conversationStorage }));

conversationsFeature.command('cancel', async (ctx) => {
  const isInConversation = Object.keys(ctx.conversation.active()).length > 0;
  await ctx.conversation.exitAll();
  await reply(ctx, ctx.t(isInConversation ? 'conversation.cancelled' : 'conversation.nothingToCancel'));
});

// Who gives a command wants that and no longer the conversation.
conversationsFeature.filter(isCommand, async (ctx, next) => {
  await ctx.conversation.exitAll();
  await next();
});

conversationsFeature.use(async (ctx, next) => {
  if (isConversationLost(ctx)) return loseConversation(ctx, next);
  let isTaken = true;
  try {
    await takeAnswer(ctx, async () => {
      isTaken = false;
    });
  } catch (error) {
    if (error instanceof OutsideFailure) throw error.cause;
    ctx.logger.error({ err: loggableError(error) }, 'conversation cannot go on');
    return loseConversation(ctx, next);
  }
  if (!isTaken) await next();
});

conversationsFeature.command('report', async (ctx) => {
  await signedUpUser(ctx);
  const beginning = beginningOf(ctx);
  await askForProblem(ctx, beginning);
  await ctx.conversation.enter('report', beginning);
});

conversationsFeature.command('feedback', async (ctx) => {
  await signedUpUser(ctx);
  const beginning = beginningOf(ctx);
  await askForRating(ctx, beginning);
  await ctx.conversation.enter('feedback', beginning);
});

/** What was meant for a conversation that is gone is answered so; everything else takes its way. */
async function loseConversation(ctx: BotContext, next: NextFunction): Promise<void> {
  const text = ctx.t('conversation.beginAgain');
  if (ANSWER_PATTERN.test(ctx.callbackQuery?.data ?? '')) return toast(ctx, text, true);
  if ((ctx.has('message:text') && !isCommand(ctx)) || ctx.has([...CONTENT])) return reply(ctx, text);
  await next();
}

/** A text that begins with a command, which may be one that the bot does not know. */
function isCommand({ message, me }: BotContext): boolean {
  const [command] = message?.entities ?? [];
  if (command?.type !== 'bot_command' || command.offset !== 0) return false;
  const [, addressee = me.username] = message?.text?.slice(0, command.length).split('@') ?? [];
  return addressee.toLowerCase() === me.username.toLowerCase();
}
