import type { Core } from '#core/context.ts';
import { ROLES, type Role } from '#core/contracts/user.ts';
import { NotFoundError } from '#core/errors.ts';
import type { User } from '#core/users/user.entity.ts';
import { CommandError, UsageError } from './output.ts';

/** A whole number from the command line. */
export function parseId(text: string, what: string): number {
  const id = Number(text);
  if (!/^\d{1,16}$/.test(text) || id < 1 || !Number.isSafeInteger(id))
    throw new UsageError(`"${text}" is not ${what}: a whole number is needed.`);
  return id;
}

export function parseRole(text: string): Role {
  const role = ROLES.find((known) => known === text);
  if (!role) throw new UsageError(`Invalid role specified: "${text}". Roles: ${ROLES.join(', ')}.`);
  return role;
}

/** How a command names a user: by its id, or by its messaging ID with `--telegram`. */
export interface UserReference {
  readonly id?: number;
  readonly telegramId?: number;
}

/** Splits what stands behind a command into the user and the other words. */
export function readUser(
  words: readonly string[],
  telegram: string | undefined,
): { reference: UserReference; rest: readonly string[] } {
  if (telegram !== undefined) return { reference: { telegramId: parseId(telegram, 'a messaging ID') }, rest: words };
  const [first, ...rest] = words;
  if (first === undefined) throw new UsageError('Name the user: its id, or --telegram and its messaging ID.');
  return { reference: { id: parseId(first, 'a user id') }, rest };
}

/** The user that was named; says what may have been meant when there is none. */
export async function findUser(core: Core, reference: UserReference): Promise<User> {
  if (reference.telegramId !== undefined) {
    const user = await core.users.findByTelegramId(reference.telegramId);
    if (!user) throw new CommandError(`No user with the messaging ID ${reference.telegramId}.`);
    return user;
  }
  const id = reference.id ?? 0;
  try {
    return await core.users.get(id);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    const meant = await core.users.findByTelegramId(id);
    throw new CommandError(`No user ${id}${meant ? `; did you mean --telegram ${id}?` : '.'}`);
  }
}
