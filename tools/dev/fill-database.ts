import type { Actor } from '#core/audit/actor.ts';
import type { Core } from '#core/context.ts';
import { filterInputSchema } from '#core/contracts/filter.ts';
import type { Role } from '#core/contracts/user.ts';
import type { DevPerson } from './people.ts';

const OPERATOR: Actor = { userId: null, name: 'seed', way: 'cli', ip: null };
const ROLES: readonly Role[] = ['user', 'basic', 'advanced', 'admin'];

/** Brings people, their roles, filters and letters to what is wanted; what is so already stays as it is. */
export async function fillDatabase(core: Core, people: readonly DevPerson[]): Promise<void> {
  // Administrators last, so that the letters of the others do not ring in their chats.
  for (const wanted of people.toSorted((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role)))
    await core.run(() => fillPerson(core, wanted));
}

async function fillPerson(core: Core, wanted: DevPerson): Promise<void> {
  const { id: telegramId, first_name: firstName, language_code: languageCode } = wanted.person;
  const { user } = await core.users.signUp({ telegramId, firstName, languageCode });
  await bringToRole(core, wanted, user);
  const names = new Set((await core.filters.list(user.id)).map(({ name }) => name));
  for (const filter of wanted.filters)
    if (!names.has(filter.filterName)) await core.filters.create(user.id, filterInputSchema.parse(filter));
  await writeLetters(core, wanted, user.id);
}

async function bringToRole(core: Core, { role, person }: DevPerson, user: { id: number; role: Role }): Promise<void> {
  if (user.role === role) return;
  if (role === 'admin') await core.userRoles.grantAdmin(OPERATOR, person.id);
  else if (ROLES.indexOf(role) > ROLES.indexOf(user.role)) await core.userRoles.promote(OPERATOR, user.id, role);
  else await core.userRoles.demote(OPERATOR, user.id, role);
}

async function writeLetters(core: Core, { letters, role }: DevPerson, userId: number): Promise<void> {
  const { problem, plan, feedback } = letters ?? {};
  if (problem && !(await hasWritten(core, 'problems', userId))) await core.problems.report(userId, problem);
  if (feedback && !(await hasWritten(core, 'feedback', userId))) await core.feedback.submit(userId, feedback);
  const offers = plan ? await core.plans.offers({ id: userId, role }) : [];
  const offer = offers.find((one) => one.plan === plan);
  if (plan && offer?.available && !offer.requested) await core.plans.request(userId, plan);
}

async function hasWritten({ orm }: Core, table: 'problems' | 'feedback', userId: number): Promise<boolean> {
  const rows = await orm.em.execute<unknown[]>(`select from ${table} where user_id = ?`, [userId]);
  return rows.length > 0;
}
