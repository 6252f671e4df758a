import * as z from 'zod/mini';
import { LOCALES } from '../i18n/locales.ts';

/** Answer of `GET /api/config`: what pages may know of the settings. */
export const configResponseSchema = z.object({
  /** The bot's name without @; null while the bot is off or Telegram has not told it yet. */
  botName: z.nullable(z.string()),
  /** Opens the chat with the bot; null as long as the name is. */
  botUrl: z.nullable(z.string()),
  /** Whether administrators may sign in without Telegram, at /dev-login. */
  devLogin: z.boolean(),
  contact: z.object({
    phone: z.string(),
    email: z.string(),
    address: z.string(),
    latitude: z.number(),
    longitude: z.number(),
  }),
  languages: z.array(z.enum(LOCALES)),
  environment: z.enum(['development', 'test', 'production']),
});
export type ConfigResponse = z.infer<typeof configResponseSchema>;

/** What `GET /readyz` tells. A bot that is `degraded` does not keep the service from answering pages. */
export const readinessResponseSchema = z.object({
  db: z.enum(['up', 'down', 'migrations-pending', 'stopping']),
  leader: z.boolean(),
  poller: z.enum(['running', 'off', 'degraded']),
  sender: z.enum(['running', 'off', 'degraded']),
  oldestPendingSeconds: z.nullable(z.number()),
});
/** Ready to serve as long as `db` is `up`. */
export type Readiness = z.infer<typeof readinessResponseSchema>;
