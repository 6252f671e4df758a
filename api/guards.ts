import type { FastifyRequest } from 'fastify';
import { UnauthenticatedError } from '#core/errors.ts';
import type { User } from '#core/users/user.entity.ts';

/** Hook of a scope whose routes are for signed-in users. */
export async function requireUser(request: FastifyRequest): Promise<void> {
  userOf(request);
}

/** @throws UnauthenticatedError that says why nobody is signed in */
export function userOf(request: FastifyRequest): User {
  if (!request.user) throw request.signInFault ?? new UnauthenticatedError('auth.unauthenticated');
  return request.user;
}
