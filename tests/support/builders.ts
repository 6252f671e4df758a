import type { MikroORM } from '@mikro-orm/postgresql';
import { type FilterCriteria, NO_CRITERIA } from '#core/contracts/filter-criteria.ts';
import type { Role } from '#core/contracts/user.ts';
import { Filter } from '#core/filters/filter.entity.ts';
import { criteriaColumns } from '#core/filters/filter-criteria.ts';
import type { Locale } from '#core/i18n/locales.ts';
import { User } from '#core/users/user.entity.ts';

let lastTelegramId = 700_000;

/** Stores a user; the recipient's row comes by itself. */
export async function aUser(
  orm: MikroORM,
  given: { telegramId?: number; role?: Role; firstName?: string; language?: Locale } = {},
): Promise<User> {
  const em = orm.em.fork();
  lastTelegramId += 1;
  const user = em.create(User, {
    telegramId: lastTelegramId,
    role: 'advanced',
    firstName: 'Anna',
    language: 'lv',
    ...given,
  });
  await em.flush();
  return user;
}

let lastFilterName = 0;

/** Stores a filter past all rules; active unless told otherwise. */
export async function aFilter(
  orm: MikroORM,
  userId: number,
  given: { criteria?: Partial<FilterCriteria>; active?: boolean; name?: string } = {},
): Promise<Filter> {
  const em = orm.em.fork();
  lastFilterName += 1;
  const name = given.name ?? `filter ${lastFilterName}`;
  const filter = em.create(Filter, {
    userId,
    name,
    nameKey: name.toLowerCase(),
    ...criteriaColumns({ ...NO_CRITERIA, ...given.criteria }),
    active: given.active ?? true,
    editedAt: new Date(),
  });
  await em.flush();
  return filter;
}
