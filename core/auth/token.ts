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

/** Whether a text can be a token of 256 bits, or the hash of any token; nothing else need be looked up. */
export function isToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}
