import type { BegunVerification } from '#core/auth/verifications.ts';
import type { VerificationResponse } from '#core/contracts/registration.ts';
import type { BotLinks } from '../bot-links.ts';

export function verificationView({ id, token, expiresAt }: BegunVerification, bot: BotLinks): VerificationResponse {
  return { verification: { id, deepLink: bot.start(`verify_${token}`), expiresAt: expiresAt.toISOString() } };
}
