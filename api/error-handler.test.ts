import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { errorResponseSchema } from '#core/contracts/error-codes.ts';
import { ConflictError, DomainError, ForbiddenError, InvalidInputError, NotFoundError } from '#core/errors.ts';
import { createI18n } from '#core/i18n/create-i18n.ts';
import { loadResources } from '#core/i18n/node-resources.ts';
import { createErrorHandler } from './error-handler.ts';

const texts = createI18n(loadResources());

/** What is answered when a handler throws. */
async function answerTo(error: unknown, language = 'en') {
  const app = Fastify();
  app.setErrorHandler(createErrorHandler(texts));
  app.get('/', async () => {
    throw error;
  });
  const answer = await app.inject({ url: '/', headers: { 'accept-language': language } });
  return { status: answer.statusCode, ...errorResponseSchema.parse(answer.json()) };
}

describe('an error', () => {
  it.each([
    [new InvalidInputError('filter.nameTaken'), 400],
    [new ForbiddenError('filter.notAllowed'), 403],
    [new NotFoundError('filter.notFound'), 404],
    [new ConflictError('user.adminImmutable'), 409],
    [new DomainError('request.tooMany'), 429],
    [new DomainError('service.notReady'), 503],
  ])('that the product knows is answered with its status: %s', async (error, status) => {
    expect(await answerTo(error)).toMatchObject({ status, code: error.code, message: expect.stringMatching(/\.$/) });
  });

  it('names its details and is told in the language of the request', async () => {
    const error = new InvalidInputError('filter.tooMany', { max: 50 });
    expect(await answerTo(error, 'lv')).toMatchObject({ message: expect.stringContaining('50 filtriem'), max: 50 });
    expect(await answerTo(error, 'ru')).toMatchObject({ message: expect.stringContaining('фильтров, чем 50') });
  });

  it('that nobody expected tells nothing of itself', async () => {
    const error = Object.assign(new Error("duplicate key: insert into users values ('secret')"), { code: '23505' });
    const answer = await answerTo(error);
    expect(answer).toEqual({
      status: 500,
      code: 'service.internal',
      message: 'Internal server error.',
      requestId: expect.any(String),
    });
  });

  it.each([
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('terminating connection'), { code: '57P01' }),
    new Error('Connection terminated unexpectedly'),
    new AggregateError([Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })]),
    new Error('query failed', { cause: Object.assign(new Error('closed'), { code: 'ECONNRESET' }) }),
  ])('of a database that is away says that the service is not ready: %s', async (error) => {
    expect(await answerTo(error)).toMatchObject({ status: 503, code: 'service.notReady' });
  });
});
