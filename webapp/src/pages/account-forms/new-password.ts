import { passwordFault } from '#core/contracts/account-rules.ts';
import type { ErrorCode } from '#core/contracts/error-codes.ts';
import { loadedJudge } from './password-judge.ts';

/** A new password, and the same once more. */
export interface NewPassword {
  readonly password: string;
  readonly confirmPassword: string;
}

/** What is wrong with it before it is sent. */
export function newPasswordFaults({ password, confirmPassword }: NewPassword) {
  const fault = passwordFault(password) ?? (loadedJudge()?.isCommon(password) ? 'user.passwordCommon' : null);
  const faults: Partial<Record<keyof NewPassword, ErrorCode>> = {};
  if (fault) faults.password = fault;
  if (password !== confirmPassword) faults.confirmPassword = 'user.passwordMismatch';
  return faults;
}
