import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as text that fits into a cookie; the database knows only its hash. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** 128 random bits, short enough for a link that starts the bot. */
export function newLinkToken(): string {
  return randomBytes(16).toString('base64url');
}

/** What is stored in the place of a token. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
