import { Composer } from 'grammy';
import { PLANS, type PlansResponse } from '#core/contracts/plans.ts';
import { DomainError } from '#core/errors.ts';
import type { User } from '#core/users/user.entity.ts';
import { editPressed, type Keyboard, reply, toast } from '../answers.ts';
import { PLAN_PATTERN, planData } from '../callback-data.ts';
import type { BotContext } from '../context.ts';
import { knownUser, signedUpUser } from '../middlewares/current-user.ts';
import { roleName } from '../names.ts';

type Offer = PlansResponse['plans'][number];

export const planFeature = new Composer<BotContext>();

planFeature.command('plan', async (ctx) => {
  const { text, keyboard } = await planList(ctx, await signedUpUser(ctx));
  await reply(ctx, text, keyboard);
});

planFeature.callbackQuery(PLAN_PATTERN, async (ctx) => {
  const user = knownUser(ctx);
  const plan = PLANS.find((known) => known === ctx.match[1]) ?? PLANS[0];
  try {
    await ctx.core.plans.request(user.id, plan);
    await toast(ctx, ctx.t('plan.asked', { plan: roleName(plan, ctx.t) }), true);
  } catch (error) {
    // The list is older than what it shows: it is brought up to date while the toast says why.
    if (error instanceof DomainError) await showAgain(ctx, user);
    throw error;
  }
  await showAgain(ctx, user);
});

async function showAgain(ctx: BotContext, user: User): Promise<void> {
  const { text, keyboard } = await planList(ctx, user);
  await editPressed(ctx, text, keyboard);
}

async function planList(ctx: BotContext, user: User): Promise<{ text: string; keyboard: Keyboard }> {
  const { t } = ctx;
  const offers = await ctx.core.plans.offers(user);
  const open = offers.filter((offer) => offer.available && !offer.requested);
  const own = t('plan.own', { plan: roleName(user.role, t) });
  return {
    text: [own, '', ...offers.map((offer) => planLine(ctx, offer))].join('\n'),
    keyboard: PLANS.filter((plan) => open.some((offer) => offer.plan === plan)).map((plan) => [
      { text: t('plan.ask', { plan: roleName(plan, t) }), callback_data: planData(plan) },
    ]),
  };
}

function planLine({ t }: BotContext, { plan, limit, current, requested }: Offer): string {
  const name = roleName(plan, t);
  const line = limit === 0 ? t('plan.noFilters', { plan: name }) : t('plan.limit', { plan: name, count: limit });
  return `${current ? '✓' : '•'} ${requested ? t('plan.requested', { line }) : line}`;
}
