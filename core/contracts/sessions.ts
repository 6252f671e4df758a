import * as z from 'zod/mini';

/** The ways in: the mini app, a log-in confirmed in the chat, a password, the log-in of developers. */
export const SIGN_IN_WAYS = ['telegram', 'link', 'password', 'dev'] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

/** Answer of `GET /api/user/sessions`, the one in use first, then the latest used. */
export const sessionsResponseSchema = z.object({
  sessions: z.array(
    z.object({
      way: z.enum(SIGN_IN_WAYS),
      /** Browser and system, such as `Chrome · Windows`; null when it did not tell. */
      client: z.nullable(z.string()),
      createdAt: z.string(),
      lastUsedAt: z.string(),
      /** The one that asks. */
      current: z.boolean(),
    }),
  ),
});
export type SessionsResponse = z.infer<typeof sessionsResponseSchema>;
