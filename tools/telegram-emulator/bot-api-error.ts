import type { ResponseParameters } from 'grammy/types';

/** A refusal as the Bot API words it. */
export class BotApiError extends Error {
  override readonly name = 'BotApiError';
  readonly code: number;
  /** True when the call itself breaks the rules of the Bot API, false when the state of the chat refuses it. */
  readonly isViolation: boolean;
  readonly parameters: ResponseParameters | undefined;

  constructor(code: number, description: string, isViolation: boolean, parameters?: ResponseParameters) {
    super(description);
    this.code = code;
    this.isViolation = isViolation;
    this.parameters = parameters;
  }
}

/** The call is wrong whatever the state: kept as a violation for tests to see. */
export function badCall(reason: string): BotApiError {
  return new BotApiError(400, `Bad Request: ${reason}`, true);
}

/** The call is well formed, but the state of chat, message or query does not allow it. */
export function refused(reason: string): BotApiError {
  return new BotApiError(400, `Bad Request: ${reason}`, false);
}

export function forbidden(reason: string): BotApiError {
  return new BotApiError(403, `Forbidden: ${reason}`, false);
}
