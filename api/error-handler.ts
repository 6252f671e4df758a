import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { i18n } from 'i18next';
import { codeOfIssue, type ErrorCode, type ErrorResponse } from '#core/contracts/error-codes.ts';
import { isDatabaseAway } from '#core/db/database-away.ts';
import {
  ConflictError,
  DomainError,
  type ErrorParams,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  TooManyError,
  UnauthenticatedError,
  UnavailableError,
} from '#core/errors.ts';
import { messagesFor } from './plugins/locale.ts';

interface Refusal {
  readonly status: number;
  readonly code: ErrorCode;
  readonly params: ErrorParams;
}

const STATUS_OF_CLASS = [
  [InvalidInputError, 400],
  [UnauthenticatedError, 401],
  [ForbiddenError, 403],
  [NotFoundError, 404],
  [ConflictError, 409],
  [TooManyError, 429],
  [UnavailableError, 503],
] as const;

/** Codes of refusals that no class of its own stands for. */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  404: 'request.notFound',
  413: 'request.tooLarge',
  415: 'request.unsupportedType',
  429: 'request.tooMany',
  503: 'service.notReady',
};

/** Answers every error with a code and a message in the language of the request. */
export function createErrorHandler(texts: i18n) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = refusalOf(error);
    logRefusal(request, refusal, error);
    if (error instanceof TooManyError) reply.header('retry-after', error.retryAfterS);
    void reply
      .code(refusal.status)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(answerOf(refusal, request, texts));
  };
}

function refusalOf(error: FastifyError): Refusal {
  if (error instanceof DomainError) return { status: statusOf(error), code: error.code, params: error.params };
  if (hasZodFastifySchemaValidationErrors(error)) return invalidInput(error.validation[0]);
  if (isDatabaseAway(error)) return { status: 503, code: 'service.notReady', params: {} };
  const status = error.statusCode ?? 500;
  if (status < 400 || (status >= 500 && status !== 503)) return { status: 500, code: 'service.internal', params: {} };
  return { status, code: CODE_OF_STATUS[status] ?? 'request.invalid', params: {} };
}

function statusOf(error: DomainError): number {
  const byClass = STATUS_OF_CLASS.find(([errorClass]) => error instanceof errorClass);
  if (byClass) return byClass[1];
  const byCode = Object.entries(CODE_OF_STATUS).find(([, code]) => code === error.code);
  return byCode ? Number(byCode[0]) : 500;
}

interface Issue {
  readonly message?: string;
  readonly instancePath: string;
  readonly params: Record<string, unknown>;
}

/** The first issue, by the name of its field as the body spells it: `priceMin`, not `filters/priceMin`. */
function invalidInput(issue: Issue | undefined): Refusal {
  const unknownKeys = issue?.params.keys;
  const path = issue?.instancePath.split('/').filter(Boolean) ?? [];
  const named = Array.isArray(unknownKeys) ? String(unknownKeys[0]) : path.find((part) => part !== 'filters');
  const field = (named ?? path[0])?.slice(0, 60);
  return { status: 400, code: codeOfIssue(issue?.message ?? ''), params: field === undefined ? {} : { field } };
}

function answerOf({ status, code, params }: Refusal, request: FastifyRequest, texts: i18n): ErrorResponse {
  const say = messagesFor(request, texts) as (key: string, values: ErrorParams) => string;
  const isFieldFault = code === 'request.invalid' && 'field' in params;
  const title = `${code}Title`;
  return {
    code,
    message: say(isFieldFault ? 'request.invalidField' : code, params),
    ...(texts.exists(`errors:${title}`) && { title: say(title, params) }),
    ...params,
    ...(status >= 500 && { requestId: request.id }),
  } as ErrorResponse;
}

function logRefusal(request: FastifyRequest, { status, code }: Refusal, error: Error): void {
  // Somebody went away in the middle of their own request.
  if (error === request.raw.errored) return;
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  else if (code.startsWith('auth.')) request.log.warn({ refusal: code, ip: request.ip }, 'request refused');
}
