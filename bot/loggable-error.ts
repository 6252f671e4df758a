import { GrammyError, HttpError } from 'grammy';

/**
 * An error of a Bot API call without what must not be logged: grammY's errors carry the message text, and the network
 * error inside names the address with the token in it.
 */
export function loggableError(error: unknown): unknown {
  if (error instanceof GrammyError) {
    return {
      type: error.name,
      method: error.method,
      errorCode: error.error_code,
      description: error.description,
    };
  }
  if (error instanceof HttpError) return { type: error.name, message: error.message, reason: networkReason(error) };
  return error;
}

/** `ECONNREFUSED`, `invalid-json` and the like; never the message, which names the address. */
export function networkReason(error: HttpError): string {
  const cause = error.error as { code?: unknown; type?: unknown; name?: unknown } | null | undefined;
  const reason = cause?.code ?? cause?.type ?? cause?.name;
  return typeof reason === 'string' ? reason : 'unknown';
}
