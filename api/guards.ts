import type { FastifyRequest } from 'fastify';
import { UnauthenticatedError, UnavailableError } from '#core/errors.ts';
import type { User } from '#core/users/user.entity.ts';
import type { BotLinks } from './bot-links.ts';

/** Hook of a scope whose routes are for signed-in users. */
export async function requireUser(request: FastifyRequest): Promise<void> {
  userOf(request);
}

/** @throws UnauthenticatedError that says why nobody is signed in */
export function userOf(request: FastifyRequest): User {
  if (!request.user) throw request.signInFault ?? new UnauthenticatedError('auth.unauthenticated');
  return request.user;
}

/** Hook of a route: what cannot be finished without the bot is not begun. @throws UnavailableError service.botAway */
export function requireBot(bot: BotLinks) {
  return async (): Promise<void> => {
    if (bot.name() === null) throw new UnavailableError('service.botAway');
  };
}
