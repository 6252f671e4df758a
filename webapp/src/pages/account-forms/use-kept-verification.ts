import { useState } from 'react';
import type { VerificationView } from '#core/contracts/registration.ts';
import { type KeptKey, readVerification, writeKept } from '../../state/tab-storage.ts';

/** The verification that is waited for, kept over a reload; null forgets it. */
export function useKeptVerification(key: KeptKey) {
  const [verification, setVerification] = useState(() => readVerification(key));
  const keep = (next: VerificationView | null) => {
    setVerification(next);
    writeKept(key, next);
  };
  return [verification, keep] as const;
}
