import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VerificationView } from '#core/contracts/registration.ts';
import { verifyCode } from '../../api/account-endpoints.ts';
import { ApiError } from '../../api/client.ts';
import { useSubmit } from '../../components/use-submit.ts';
import { useBeginFault } from './use-begin-fault.ts';

/** Of a verification whose code is being typed. */
export interface VerificationState {
  readonly send: (code: string) => void;
  readonly isBusy: boolean;
  readonly isDone: boolean;
  /** The last code was not the right one: in words, at the field. */
  readonly codeFault: string | null;
  /** It could not be sent: in words, and another try may help. */
  readonly failure: string | null;
  /** Only a new beginning helps: why, in words. */
  readonly end: string | null;
}

/** @param onRight told that the code was right, also when the person has left meanwhile. */
export function useVerification({ id, expiresAt }: VerificationView, onRight: () => void): VerificationState {
  const { t } = useTranslation('register');
  const faultOf = useBeginFault(t('verify.failed'));
  const isOver = useIsOver(expiresAt);
  const code = useRef('');
  const { isBusy, isDone, failure, submit } = useSubmit(async () => {
    await verifyCode({ verificationId: id, code: code.current });
    onRight();
  });
  const send = (digits: string) => {
    if (!isBusy) code.current = digits;
    void submit();
  };
  const kind = failure && kindOf(failure.error);
  const words = failure && faultOf(failure.error);
  return {
    send,
    isBusy,
    isDone,
    codeFault: kind === 'code' ? words : null,
    failure: kind === 'failure' ? words : null,
    end: kind === 'end' ? words : isOver && !isDone ? t('verify.over') : null,
  };
}

/** A refusal that is about neither the code nor the connection is about what was begun, and will not pass. */
function kindOf(error: unknown): 'code' | 'failure' | 'end' {
  if (!(error instanceof ApiError) || error.code === 'request.tooMany') return 'failure';
  if (error.code === 'verification.codeInvalid') return 'code';
  return error.status !== null && error.status < 500 ? 'end' : 'failure';
}

/** Whether the time for the code has run out while the page was open. */
function useIsOver(expiresAt: string): boolean {
  const [over, setOver] = useState<string | null>(null);
  useEffect(() => {
    const leftMs = Date.parse(expiresAt) - Date.now();
    // What has just begun cannot be over: the clock of the device is wrong, and only the server can tell.
    if (leftMs <= 0) return undefined;
    const timer = setTimeout(() => setOver(expiresAt), leftMs);
    return () => clearTimeout(timer);
  }, [expiresAt]);
  return over === expiresAt;
}
