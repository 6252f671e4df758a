import rateLimit from '@fastify/rate-limit';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#core/config.ts';
import { DomainError, UnauthenticatedError } from '#core/errors.ts';
import { clientAddress } from '../client-address.ts';

/** What routes allow beyond the rate of every call; counted for each user, or for the address of who is not signed in. */
export const RATES = {
  filterNew: { max: 30, timeWindow: '1 hour' },
  preview: { max: 120, timeWindow: '1 minute' },
  histogram: { max: 120, timeWindow: '1 minute' },
  testAlert: { max: 5, timeWindow: '1 hour' },
  userExport: { max: 1, timeWindow: '1 hour' },
  signup: { max: 60, timeWindow: '1 hour', keyGenerator: byAddress },
  register: { max: 20, timeWindow: '1 hour', keyGenerator: byAddress },
  verify: { max: 60, timeWindow: '1 hour', keyGenerator: byAddress },
  forgotPassword: { max: 20, timeWindow: '1 hour', keyGenerator: byAddress },
  messagingAccount: { max: 10, timeWindow: '1 hour' },
  link: { max: 60, timeWindow: '1 hour', keyGenerator: byAddress },
} as const;

const CALLS_A_MINUTE = { user: 120, address: 600 };
const REFUSED_LOGINS = { max: 10, timeWindow: '15 minutes' };

function byAddress(request: FastifyRequest): string {
  return `ip:${clientAddress(request)}`;
}

/** Slows down who asks too often. Counted in memory, so each replica counts for itself. */
export async function addRateLimits(app: FastifyInstance, { rateLimits }: Config['http']): Promise<void> {
  if (!rateLimits) return;
  await app.register(rateLimit, {
    max: (request) => (request.user ? CALLS_A_MINUTE.user : CALLS_A_MINUTE.address),
    timeWindow: '1 minute',
    keyGenerator: (request) => (request.user ? `user:${request.user.id}` : byAddress(request)),
    errorResponseBuilder: () => new DomainError('request.tooMany'),
  });
}

/**
 * Route options that count the refused log-ins of an account from an address. Who can prove who they are is never kept
 * out by others' guesses.
 */
export function limitRefusedLogins(app: FastifyInstance) {
  if (!app.hasDecorator('createRateLimit')) return {};
  const count = app.createRateLimit({
    ...REFUSED_LOGINS,
    keyGenerator: (request) =>
      `login:${clientAddress(request)}:${JSON.stringify((request.body as LoginBody)?.telegram_user_id)}`,
  });
  return {
    errorHandler: async (error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<never> => {
      const state = error instanceof UnauthenticatedError ? await count(request) : null;
      if (!state || state.isAllowed || !state.isExceeded) throw error;
      reply.header('retry-after', state.ttlInSeconds);
      throw new DomainError('request.tooMany');
    },
  };
}

type LoginBody = { telegram_user_id?: unknown } | undefined;
