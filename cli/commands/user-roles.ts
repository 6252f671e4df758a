import { Argument, type Command } from 'commander';
import type { Core } from '#core/context.ts';
import { ROLES, type Role } from '#core/contracts/user.ts';
import { ConflictError } from '#core/errors.ts';
import { roleChangeFault } from '#core/users/role-transitions.ts';
import type { User } from '#core/users/user.entity.ts';
import { findUser, nameOf, onUser, parseRole, readUser, readUserOnly, type UserReference } from '../arguments.ts';
import { confirm, confirmIfAttended } from '../confirm.ts';
import { type CliDeps, withCore } from '../deps.ts';
import { CommandError, UsageError } from '../failures.ts';

interface Options {
  readonly telegram?: string;
  readonly yes?: boolean;
}

interface RoleChange {
  readonly direction: 'promote' | 'demote';
  readonly role: Role;
}

export function addRoleCommands(users: Command, deps: CliDeps): void {
  addRoleCommand(users.command('promote').description('give a higher role'), 'promote', deps);
  addRoleCommand(
    users.command('demote').description('give a lower role; also takes an administrator’s role away'),
    'demote',
    deps,
  );
  addGrantAdminCommand(users, deps);
}

function addRoleCommand(command: Command, direction: RoleChange['direction'], deps: CliDeps): void {
  const roles = ROLES.filter((role) => ROLES.some((from) => isPossible(from, { direction, role })));
  onUser(command, ' <role>')
    // With --telegram the role is the first word: `readRole` checks it where it stands.
    .addArgument(new Argument('[role]', roles.join(', ')).choices(roles).argParser((text: string) => text))
    .option('--yes', 'do not ask')
    .action(async (first: string | undefined, second: string | undefined, options: Options) => {
      const { reference, rest } = readUser([first, second], options.telegram);
      const change = { direction, role: readRole(rest, roles) };
      const user = await withCore(deps, async (core) => {
        const found = await findUser(core, reference);
        await askForChange(deps, found, { ...change, yes: options.yes });
        return changeRole(core, deps, found, change);
      });
      deps.print(`${nameOf(user)} is ${user.role} now.`);
    });
}

function readRole([text, ...more]: readonly string[], roles: readonly Role[]): Role {
  if (text === undefined || more.length > 0) throw new UsageError(`Name one role: ${roles.join(', ')}.`);
  const role = parseRole(text);
  if (role === 'admin') throw new CommandError('Administrators are made by: users grant-admin.');
  return role;
}

/** An administrator's role is never taken without a yes; other changes can be undone. */
async function askForChange(
  deps: CliDeps,
  user: User,
  { direction, role, yes }: RoleChange & { yes: boolean | undefined },
): Promise<void> {
  if (!isPossible(user.role, { direction, role })) return;
  if (user.role === 'admin') await confirm(deps, `Take the administrator's role from ${nameOf(user)}?`, yes);
  else await confirmIfAttended(deps, `Make ${nameOf(user)} ${role} instead of ${user.role}?`, yes);
}

async function changeRole(core: Core, deps: CliDeps, user: User, { direction, role }: RoleChange): Promise<User> {
  try {
    return await core.userRoles[direction](deps.actor, user.id, role);
  } catch (error) {
    const isRefused = error instanceof ConflictError && /^user\.(roleNotAllowed|adminImmutable)$/.test(error.code);
    throw isRefused ? new CommandError(possibleChanges(await core.users.get(user.id), direction)) : error;
  }
}

function possibleChanges(user: User, direction: RoleChange['direction']): string {
  // The nearest role first.
  const nearest = direction === 'promote' ? ROLES : ROLES.toReversed();
  const possible = nearest.filter((role) => isPossible(user.role, { direction, role }));
  const rest = possible.length > 0 ? `; possible: ${possible.join(', ')}.` : `: there is no role to ${direction} to.`;
  return `User ${user.id} is ${user.role}${rest}`;
}

const isPossible = (from: Role, { direction, role }: RoleChange) =>
  roleChangeFault({ direction, from, to: role }, true) === null;

function addGrantAdminCommand(users: Command, deps: CliDeps): void {
  onUser(users.command('grant-admin').description('make an administrator; with --telegram also of a new user'))
    .option('--yes', 'do not ask')
    .action(async (id: string | undefined, options: Options) => {
      const reference = readUserOnly(id, options.telegram);
      const user = await withCore(deps, async (core) => {
        const { telegramId, userId, name } = await findFutureAdmin(core, reference);
        await confirmIfAttended(deps, `Make ${name} an administrator?`, options.yes);
        return core.userRoles.grantAdmin(deps.actor, telegramId, userId);
      });
      deps.print(`${nameOf(user)} is an administrator now.`);
    });
}

async function findFutureAdmin(
  core: Core,
  reference: UserReference,
): Promise<{ telegramId: number; userId?: number; name: string }> {
  const { telegramId } = reference;
  const known =
    telegramId === undefined ? await findUser(core, reference) : await core.users.findByTelegramId(telegramId);
  if (known) return { telegramId: known.telegramId, userId: known.id, name: nameOf(known) };
  return { telegramId: telegramId ?? 0, name: `messaging ID ${telegramId}, who was never here,` };
}
