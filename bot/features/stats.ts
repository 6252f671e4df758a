import { Composer } from 'grammy';
import type { FiguresResponse, SourceFigures } from '#core/contracts/admin-figures.ts';
import { formatWhole } from '#core/i18n/formats.ts';
import { reply } from '../answers.ts';
import type { BotContext } from '../context.ts';
import { ageText } from '../delivery/age-text.ts';
import type { Translate } from '../texts.ts';

/** How the service does, for administrators. To everybody else it is a command that does not exist. */
export const statsFeature = new Composer<BotContext>();

statsFeature.command('stats', async (ctx, next) => {
  if (ctx.user?.role !== 'admin') return next();
  await reply(ctx, statsText(await ctx.core.figures.now(), ctx.t));
});

function statsText(figures: FiguresResponse, t: Translate): string {
  const { users, filters, ads, alerts, sources, problems, planRequests } = figures;
  const now = Date.parse(figures.at);
  const lines = [
    t('stats.users', { ...counted(users.total), today: formatWhole(users.today) }),
    t('stats.filters', counted(filters.active)),
    t('stats.ads', { ...counted(ads.new), renewed: formatWhole(ads.renewed) }),
    t('stats.alerts', counted(alerts.sent)),
    ...outboxLines(figures.outbox, t),
    ...(sources.length === 0 ? [t('stats.noSource')] : sources.map((source) => sourceLine(source, now, t))),
    t('stats.open', {
      problems: t('stats.problems', counted(problems)),
      requests: t('stats.requests', counted(planRequests)),
    }),
  ];
  return `${t('stats.title')}\n\n${lines.join('\n')}`;
}

function outboxLines({ waiting, oldestWaitingSeconds, dead }: FiguresResponse['outbox'], t: Translate): string[] {
  const age = oldestWaitingSeconds === null ? null : ageText(oldestWaitingSeconds * 1000, t);
  const queue = t('stats.waiting', counted(waiting));
  return [age === null ? queue : t('stats.oldest', { queue, age }), t('stats.dead', { number: formatWhole(dead) })];
}

function sourceLine({ id, state, lastReadAt }: SourceFigures, now: number, t: Translate): string {
  const line = t('stats.source', { id, state: t(`stats.sourceState.${state}`) });
  return lastReadAt === null ? line : t('stats.read', { line, age: ageText(now - Date.parse(lastReadAt), t) });
}

/** Which plural is asked for, and the number as it is written. */
function counted(count: number): { count: number; number: string } {
  return { count, number: formatWhole(count) };
}
