import type { FastifyRequest } from 'fastify';
import { type Actor, actingUser } from '#core/audit/actor.ts';
import { ForbiddenError, UnauthenticatedError, UnavailableError } from '#core/errors.ts';
import type { User } from '#core/users/user.entity.ts';
import type { BotLinks } from './bot-links.ts';
import { clientAddress } from './client-address.ts';

/** Hook of a scope whose routes are for signed-in users. */
export async function requireUser(request: FastifyRequest): Promise<void> {
  userOf(request);
}

/** Hook of a scope whose routes are for administrators, by the role that the user has at this moment. */
export async function requireAdmin(request: FastifyRequest): Promise<void> {
  if (userOf(request).role !== 'admin') throw new ForbiddenError('auth.notAdmin');
}

/** @throws UnauthenticatedError that says why nobody is signed in */
export function userOf(request: FastifyRequest): User {
  if (!request.user) throw request.signInFault ?? new UnauthenticatedError('auth.unauthenticated');
  return request.user;
}

/** The administrator who asks, as a deed of theirs names them. */
export function actorOf(request: FastifyRequest): Actor {
  return actingUser(userOf(request).id, 'web', clientAddress(request));
}

/** Hook of a route: what cannot be finished without the bot is not begun. @throws UnavailableError service.botAway */
export function requireBot(bot: BotLinks) {
  return async (): Promise<void> => {
    if (bot.name() === null) throw new UnavailableError('service.botAway');
  };
}
