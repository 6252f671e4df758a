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

/** What the administrators are told of by a message, too. */
export const TROUBLES = [
  /** The source was not read for a quarter of an hour. */
  'source.silent',
  /** Pages of the source came, and no ad on them could be read. */
  'source.layout',
  /** A message that could be sent has waited for more than two minutes. */
  'alerts.late',
  /** Telegram refuses the bot's token. */
  'token.refused',
  /** Messages were given up. */
  'messages.dead',
] as const;
export type TroubleKind = (typeof TROUBLES)[number];

/** Why the service is not ready; or, where it is, what else is wrong with it. */
const READINESS_REASONS = [
  /** It did not answer within a second. Not ready. */
  'database.down',
  /** `vanags migrate` was not run. Not ready. */
  'migrations.pending',
  /** Not ready. */
  'stopping',
  /** The database answers, but not in time what it holds: the rest of the reasons is not known. */
  'figures.late',
  /** The bot gets no answer from Telegram. */
  'telegram.away',
  /** Somebody else polls with the same token. */
  'poller.conflict',
  ...TROUBLES,
] as const;
export type ReadinessReason = (typeof READINESS_REASONS)[number];

/** What `GET /readyz` tells. A bot that is `degraded` does not keep the service from answering pages. */
export const readinessResponseSchema = z.object({
  db: z.enum(['up', 'down', 'migrations-pending', 'stopping']),
  reasons: z.array(z.enum(READINESS_REASONS)),
  leader: z.boolean(),
  poller: z.enum(['running', 'off', 'degraded']),
  sender: z.enum(['running', 'off', 'degraded']),
  oldestPendingSeconds: z.nullable(z.number()),
});
/** Ready to serve as long as `db` is `up`. */
export type Readiness = z.infer<typeof readinessResponseSchema>;
