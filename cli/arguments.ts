import type { Command } from 'commander';
import type { Core } from '#core/context.ts';
import { ROLES, type Role } from '#core/contracts/user.ts';
import { NotFoundError } from '#core/errors.ts';
import type { User } from '#core/users/user.entity.ts';
import { CommandError, UsageError } from './failures.ts';
import { plainLine } from './plain-text.ts';

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

/** `command` on one user, with `more` words behind the user, for instance ` <role>`. */
export function onUser(command: Command, more = ''): Command {
  return command
    .usage(`[options] <id>${more}\n       vanags users ${command.name()} [options] --telegram <id>${more}`)
    .argument('[id]', 'the user’s id, unless --telegram names the user')
    .option('--telegram <id>', 'name the user by the messaging ID');
}

/** Splits what stands behind a command into the user and the other words. */
export function readUser(
  words: readonly (string | undefined)[],
  telegram: string | undefined,
): { reference: UserReference; rest: readonly string[] } {
  const given = words.filter((word) => word !== undefined);
  if (telegram !== undefined) return { reference: { telegramId: parseId(telegram, 'a messaging ID') }, rest: given };
  const [first, ...rest] = given;
  if (first === undefined) throw new UsageError('Name the user: its id, or --telegram and its messaging ID.');
  return { reference: { id: parseId(first, 'a user id') }, rest };
}

/** The user where nothing else may be named. */
export function readUserOnly(id: string | undefined, telegram: string | undefined): UserReference {
  const { reference, rest } = readUser([id], telegram);
  if (rest.length > 0) throw new UsageError('Name the user once: by its id or with --telegram.');
  return reference;
}

/** How questions and answers name a user. Who was made an administrator before the first visit has no name yet. */
export function nameOf(user: { readonly id: number; readonly telegramId: number; readonly firstName: string }): string {
  return `${plainLine(user.firstName) || 'User'} (${user.id}, messaging ID ${user.telegramId})`;
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
