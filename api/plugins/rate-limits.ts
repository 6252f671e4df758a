import rateLimit from '@fastify/rate-limit';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#core/config.ts';
import { DomainError, TooManyError, UnauthenticatedError } from '#core/errors.ts';
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

/**
 * What one address may, whoever is signed in there: several people may share it, and one person may have several
 * accounts. Reports and feedback are counted in the database, too, for each user.
 */
export const ADDRESS_RATES = {
  filterNew: { max: 300, timeWindow: '1 hour' },
  problem: { max: 50, timeWindow: '1 hour' },
  feedback: { max: 50, timeWindow: '1 hour' },
} as const;

/** Calls a minute: of a user, of an address that is not signed in, of an address in all. */
export const CALLS_A_MINUTE = { user: 120, nobody: 600, address: 1200 };
export const REFUSED_LOGINS = { max: 10, timeWindow: '15 minutes' };

function byAddress(request: FastifyRequest): string {
  return `ip:${clientAddress(request)}`;
}

/**
 * Slows down who asks too often. Counted in memory, so each replica counts for itself. An address is counted before it is
 * looked up who asks, and each route counts after that.
 */
export async function addRateLimits(app: FastifyInstance, { rateLimits }: Config['http']): Promise<void> {
  if (!rateLimits) return;
  await app.register(rateLimit, {
    max: (request) => (request.user ? CALLS_A_MINUTE.user : CALLS_A_MINUTE.nobody),
    timeWindow: '1 minute',
    keyGenerator: (request) => (request.user ? `user:${request.user.id}` : byAddress(request)),
    errorResponseBuilder: () => new DomainError('request.tooMany'),
  });
  app.addHook('onRequest', limitAddress(app, { max: CALLS_A_MINUTE.address, timeWindow: '1 minute' }));
}

/** Hook that counts what comes from an address, whoever asks. */
export function limitAddress(app: FastifyInstance, rate: { readonly max: number; readonly timeWindow: string }) {
  const count = app.hasDecorator('createRateLimit') && app.createRateLimit({ ...rate, keyGenerator: byAddress });
  return async (request: FastifyRequest): Promise<void> => {
    const state = count && (await count(request));
    if (state && !state.isAllowed && state.isExceeded) throw new TooManyError('request.tooMany', state.ttlInSeconds);
  };
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
