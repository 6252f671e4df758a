import { createHmac } from 'node:crypto';

const DIGITS = 6;

/**
 * The code of a verification's round. It is made anew each time and stored nowhere: who reads the database cannot know
 * it without the bot's token.
 */
export function verificationCode(botToken: string, tokenHash: string, round: number): string {
  const digest = createHmac('sha256', botToken).update(`verification ${tokenHash} ${round}`).digest();
  return String(digest.readUInt32BE(0) % 10 ** DIGITS).padStart(DIGITS, '0');
}
