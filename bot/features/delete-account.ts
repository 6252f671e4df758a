import { Composer } from 'grammy';
import { ConflictError, NotFoundError } from '#core/errors.ts';
import { resolveLocale } from '#core/i18n/locales.ts';
import type { User } from '#core/users/user.entity.ts';
import { editPressed, type Keyboard, reply, toast } from '../answers.ts';
import { DELETION_PATTERN, deletionData, KEEP_ACCOUNT } from '../callback-data.ts';
import type { BotContext } from '../context.ts';
import { answerIn } from '../middlewares/locale.ts';

export const deleteAccountFeature = new Composer<BotContext>();

deleteAccountFeature.command('delete', async (ctx) => {
  const { user } = ctx;
  if (!user) return reply(ctx, ctx.t('delete.nothing'));
  if (user.role === 'admin') throw new ConflictError('user.adminDelete');
  await reply(ctx, ctx.t('delete.ask'), choices(ctx, user));
});

deleteAccountFeature.callbackQuery(DELETION_PATTERN, async (ctx) => {
  const userId = Number(ctx.match[1]);
  if (await isOfOtherAccount(ctx, userId)) return toast(ctx, ctx.t('refusal.oldButton'), true);
  // The account's language outlives it for this answer, also when the account is gone already.
  if (!ctx.user) answerIn(ctx, resolveLocale(ctx.match[2]));
  await deleteOnce(ctx, userId);
  await editPressed(ctx, ctx.t('delete.done'), []);
  await toast(ctx, ctx.t('delete.done'));
});

deleteAccountFeature.callbackQuery(KEEP_ACCOUNT, async (ctx) => {
  await editPressed(ctx, ctx.t('delete.kept'), []);
  await toast(ctx, ctx.t('delete.kept'));
});

function choices({ t, locale }: BotContext, { id }: User): Keyboard {
  return [
    [{ text: t('delete.confirm'), callback_data: deletionData(id, locale) }],
    [{ text: t('delete.keep'), callback_data: KEEP_ACCOUNT }],
  ];
}

/** Whoever pressed has a newer account by now, or the account has moved to another messaging account. */
async function isOfOtherAccount({ core, user }: BotContext, userId: number): Promise<boolean> {
  if (user) return user.id !== userId;
  try {
    await core.users.get(userId);
    return true;
  } catch (error) {
    if (error instanceof NotFoundError) return false;
    throw error;
  }
}

/** A second press finds nothing left to delete. */
async function deleteOnce({ core }: BotContext, userId: number): Promise<void> {
  try {
    await core.accountDeletion.deleteAccount(userId);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
}
