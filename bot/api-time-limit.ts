import type { Api } from 'grammy';

/** The signal type of grammY's calls, which is its own and not the platform's. */
type ApiSignal = NonNullable<Parameters<Api['getMe']>[0]>;

/** grammY only listens for `abort`, which both kinds of signal tell alike. */
export function apiSignal(signal: AbortSignal): ApiSignal {
  return signal as unknown as ApiSignal;
}

/** A signal that ends a call of the Bot API after so many milliseconds. */
export function timeLimit(ms: number): ApiSignal {
  return apiSignal(AbortSignal.timeout(ms));
}

/** The same beside a signal of the caller, which must be one of the platform. */
export function withTimeLimit(signal: ApiSignal | undefined, ms: number): ApiSignal {
  if (!signal) return timeLimit(ms);
  return apiSignal(AbortSignal.any([signal as unknown as AbortSignal, AbortSignal.timeout(ms)]));
}
