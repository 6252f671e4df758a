import { Composer } from 'grammy';
import { NotFoundError } from '#core/errors.ts';
import { problemContent } from '#core/notifications/admin-texts.ts';
import type { OpenRequest } from '#core/plans/open-requests.ts';
import { acknowledge, editPressed, replacePressed, toast } from '../answers.ts';
import { PROBLEM_PATTERN, type ProblemStep, REQUEST_PATTERN, readProblem, readRequest } from '../callback-data.ts';
import type { BotContext } from '../context.ts';
import { endingQuestion, noticeMessage } from '../delivery/notice-message.ts';
import { actingAdmin } from '../middlewares/current-user.ts';
import { personName, roleName } from '../names.ts';

/** The buttons under what administrators are told. */
export const adminFeature = new Composer<BotContext>();

adminFeature.callbackQuery(PROBLEM_PATTERN, async (ctx) => {
  const by = actingAdmin(ctx);
  const { id, step } = readProblem(ctx.match);
  const done = ctx.t('admin.problemDone', { id });
  try {
    if (step !== 'delete') return await showProblem(ctx, id, step);
    await ctx.core.problems.remove(by, id);
    await toast(ctx, done);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    await toast(ctx, ctx.t(`errors:${error.code}`));
  }
  await editPressed(ctx, done, []);
});

adminFeature.callbackQuery(REQUEST_PATTERN, async (ctx) => {
  const by = actingAdmin(ctx);
  const { id, plan } = readRequest(ctx.match);
  try {
    const decided = plan
      ? grantedText(ctx, await ctx.core.planRequests.grant(by, id, plan))
      : declinedText(ctx, await ctx.core.planRequests.decline(by, id));
    await toast(ctx, decided);
    await editPressed(ctx, decided, []);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    await toast(ctx, ctx.t(`errors:${error.code}`), true);
    // The buttons alone: the message may tell by now what was decided.
    await replacePressed(ctx, () => []);
  }
});

/** Shows the whole report, with the question where it is to be ended. @throws NotFoundError problem.notFound */
async function showProblem(ctx: BotContext, id: number, step: ProblemStep): Promise<void> {
  const content = problemContent(await ctx.core.problems.get(id), 'whole');
  const whole = noticeMessage(content, ctx.t);
  const { text, keyboard } = step === 'done' ? endingQuestion(whole, id, ctx.t) : whole;
  await editPressed(ctx, text, keyboard);
  await acknowledge(ctx);
}

function grantedText({ t }: BotContext, { request, plan }: { request: OpenRequest; plan: string }): string {
  return t('admin.granted', {
    plan: roleName(plan, t),
    name: personName(request.user.firstName, t),
    userId: request.user.id,
  });
}

function declinedText({ t }: BotContext, { plan, user }: OpenRequest): string {
  return t('admin.declined', { plan: roleName(plan, t), name: personName(user.firstName, t), userId: user.id });
}
