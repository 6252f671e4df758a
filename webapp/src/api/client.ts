import type * as z from 'zod/mini';
import type { ErrorCode, ErrorResponse } from '#core/contracts/error-codes.ts';
import type { Locale } from '#core/i18n/locales.ts';

/** What can go wrong before an answer comes. */
export type ConnectionFault = 'offline' | 'timeout' | 'unreachable';

/** The refusal as the server words it: title of a dialog, wrong field, stored position of a switch. */
interface Refusal extends Partial<ErrorResponse> {
  readonly retryAfterS?: number;
}

/** A call that was refused, or that got no answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode | ConnectionFault;
  /** HTTP status; null when no answer came. */
  readonly status: number | null;
  readonly details: Partial<ErrorResponse>;
  /** Seconds after which the server wants to be asked again; null when it does not say. */
  readonly retryAfterS: number | null;

  /** The message is the server's, in the language of the request; empty when no answer came. */
  constructor(code: ErrorCode | ConnectionFault, status: number | null, { retryAfterS, ...details }: Refusal = {}) {
    super(details.message ?? '');
    this.code = code;
    this.status = status;
    this.details = details;
    this.retryAfterS = retryAfterS ?? null;
  }

  /** Worth another try without the person doing anything. */
  get isTemporary(): boolean {
    return this.code !== 'offline' && (this.status === null || this.status >= 500);
  }
}

export interface ClientOptions {
  readonly fetch: typeof fetch;
  readonly locale: () => Locale;
  /** Telegram's signed launch string, which stands in for a cookie that a frame may not keep; null in a browser. */
  readonly initData: () => string | null;
  readonly isOffline: () => boolean;
  /** Told when the server no longer knows who calls. */
  readonly onUnauthenticated: () => void;
  readonly timeoutMs: number;
}

interface CallOptions<Answer> {
  /** What the answer has to be; fields it does not know are dropped, so that an open page survives a newer server. */
  readonly answer: z.ZodMiniType<Answer>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Call = <Answer>(method: Method, path: string, options: CallOptions<Answer>) => Promise<Answer>;

/**
 * Calls of the own API with JSON in both directions.
 * @throws ApiError on a refusal, when no answer comes and when it is not the one agreed on; the signal's own reason when the caller gave up.
 */
export function createClient(options: ClientOptions): Call {
  return async (method, path, { answer: schema, body, signal }) => {
    const limit = timeLimit(options.timeoutMs, signal);
    try {
      const response = await options.fetch(path, {
        method,
        headers: headers(options, body !== undefined),
        credentials: 'same-origin',
        // What was saved is saved, also when the app is closed in the same moment.
        keepalive: method !== 'GET',
        signal: limit.signal,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer: unknown = await response.json().catch((error) => unreadable(error));
      if (!response.ok || answer === undefined) throw refusal(response, answer);
      return agreed(schema, answer, response.status);
    } catch (error) {
      signal?.throwIfAborted();
      const fault = asApiError(error, limit.signal, options);
      if (isSessionLost(fault)) options.onUnauthenticated();
      throw fault;
    } finally {
      limit.clear();
    }
  };
}

function headers({ locale, initData }: ClientOptions, hasBody: boolean): Record<string, string> {
  const launch = initData();
  return {
    accept: 'application/json',
    'accept-language': locale(),
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
    ...(launch === null ? {} : { authorization: `tma ${launch}` }),
  };
}

/** `AbortSignal.any` would say this in a line, but older phones lack it. */
function timeLimit(timeoutMs: number, signal: AbortSignal | undefined) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
}

function asApiError(error: unknown, { aborted }: AbortSignal, { isOffline }: ClientOptions): ApiError {
  if (error instanceof ApiError) return error;
  if (aborted) return new ApiError('timeout', null);
  return new ApiError(isOffline() ? 'offline' : 'unreachable', null);
}

/** A body that is no JSON comes from something between us and the service; a broken connection is another matter. */
function unreadable(error: unknown): undefined {
  if (error instanceof SyntaxError) return undefined;
  throw error;
}

function agreed<Answer>(schema: z.ZodMiniType<Answer>, answer: unknown, status: number): Answer {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  console.error('The answer is not the one agreed on.', parsed.error);
  throw new ApiError('service.internal', status);
}

function refusal({ status, headers }: Response, answer: unknown): ApiError {
  const details = (typeof answer === 'object' && answer !== null ? answer : {}) as Partial<ErrorResponse>;
  const retryAfterS = Number(headers.get('retry-after'));
  return new ApiError(typeof details.code === 'string' ? details.code : 'service.internal', status, {
    ...details,
    ...(retryAfterS > 0 && { retryAfterS }),
  });
}

/** What was typed was wrong; who is signed in still is. */
const WRONG_SECRETS: readonly string[] = ['auth.invalidCredentials', 'auth.wrongPassword', 'auth.loginFailed'];

function isSessionLost({ status, code }: ApiError): boolean {
  return status === 401 && !WRONG_SECRETS.includes(code);
}
