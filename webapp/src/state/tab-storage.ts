import type * as z from 'zod/mini';
import { type VerificationView, verificationResponseSchema } from '#core/contracts/registration.ts';

/** What this tab keeps over a reload: a phone may put the page away while its person reads the code in Telegram. */
const KEYS = ['registration', 'registration.verification', 'reset.verification', 'loginLink'] as const;
export type KeptKey = (typeof KEYS)[number];

/** What is kept; null when there is nothing, or not what was agreed on. */
export function readKept<T>(key: KeptKey, schema: z.ZodMiniType<T>): T | null {
  try {
    return schema.safeParse(JSON.parse(window.sessionStorage.getItem(key) ?? 'null')).data ?? null;
  } catch {
    // A frame may be denied its storage; nothing in it is worth more than a comfort.
    return null;
  }
}

/** Keeps the value, or forgets it when it is null. */
export function writeKept(key: KeptKey, value: object | null): void {
  try {
    if (value === null) window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, JSON.stringify(value));
  } catch (error) {
    console.warn(`The browser does not keep "${key}".`, error);
  }
}

/** Forgets all of it. */
export function forgetTab(): void {
  for (const key of KEYS) writeKept(key, null);
}

/** The verification that was waited for before the page was loaded anew; null when its time is over. */
export function readVerification(key: KeptKey): VerificationView | null {
  const kept = readKept(key, verificationResponseSchema.shape.verification);
  return kept !== null && Date.parse(kept.expiresAt) > Date.now() ? kept : null;
}
