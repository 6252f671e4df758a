import * as z from 'zod/mini';
import { sessionUserSchema } from './user.ts';

/** Answer of `POST /auth/link`: a log-in that waits to be confirmed in the chat with the bot. */
export const linkResponseSchema = z.object({
  /** Names the log-in when its state is asked for; not a secret. */
  id: z.string(),
  /** Opens the chat with the bot. */
  deepLink: z.string(),
  /** Two digits that the bot shows, too. */
  matchCode: z.string(),
  expiresAt: z.string(),
});
export type LinkResponse = z.infer<typeof linkResponseSchema>;

/**
 * Answer of `GET /auth/link/{id}`. `confirmed` comes once, together with the session; a log-in that was refused in the
 * chat, or is over, is `expired`.
 */
export const linkStateResponseSchema = z.object({
  state: z.enum(['pending', 'confirmed', 'expired']),
  /** Who was signed in, with `confirmed`. */
  user: z.optional(sessionUserSchema),
});
export type LinkStateResponse = z.infer<typeof linkStateResponseSchema>;

/** Body of `POST /auth/link/redeem`: the token of a link that the bot gave; answered like a log-in. */
export const redeemLinkRequestSchema = z.strictObject({ token: z.string() });
export type RedeemLinkRequest = z.input<typeof redeemLinkRequestSchema>;
