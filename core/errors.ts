import type { ErrorCode } from './contracts/error-codes.ts';

/** Values that an error's text names, and details that the client needs beside the text. */
export type ErrorParams = Readonly<Record<string, string | number | boolean | null>>;

/**
 * A refusal that the person who asked should understand. The `code` is stable; one file for each side turns it into an
 * HTTP answer (`api/error-handler.ts`), a chat reply (`bot/errors.ts`) or an exit code (`cli/output.ts`).
 */
export class DomainError extends Error {
  override readonly name: string = 'DomainError';
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  constructor(code: ErrorCode, params: ErrorParams = {}) {
    super(code);
    this.code = code;
    this.params = params;
  }
}

export class NotFoundError extends DomainError {
  override readonly name = 'NotFoundError';
}

export class ForbiddenError extends DomainError {
  override readonly name = 'ForbiddenError';
}

export class UnauthenticatedError extends DomainError {
  override readonly name = 'UnauthenticatedError';
}

/** Input that is understood but not allowed; answered with 400. */
export class InvalidInputError extends DomainError {
  override readonly name = 'InvalidInputError';
}

/** The state does not allow it (for example: an administrator cannot be deleted); answered with 409. */
export class ConflictError extends DomainError {
  override readonly name = 'ConflictError';
}

/** Too often; answered with 429. */
export class TooManyError extends DomainError {
  override readonly name = 'TooManyError';
  /** When another try is worth it, in whole seconds. */
  readonly retryAfterS: number;
  constructor(code: ErrorCode, retryAfterS: number) {
    super(code);
    this.retryAfterS = Math.max(1, Math.ceil(retryAfterS));
  }
}

/** Something that the answer needs is away at this moment; answered with 503. */
export class UnavailableError extends DomainError {
  override readonly name = 'UnavailableError';
}
