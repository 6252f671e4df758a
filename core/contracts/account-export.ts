import * as z from 'zod/mini';
import { LOCALES } from '../i18n/locales.ts';
import { filterCriteriaSchema } from './filter-criteria.ts';
import { SIGN_IN_WAYS } from './sessions.ts';
import { DELIVERY_MODES } from './settings.ts';

const moment = z.string();
const money = z.nullable(z.int());
const text = z.nullable(z.string());

/** How far a message got. */
const message = { status: z.string(), createdAt: moment, sentAt: z.nullable(moment) };

const accountSchema = z.object({
  id: z.int(),
  telegramUserId: z.int(),
  firstName: z.string(),
  username: text,
  email: text,
  phone: text,
  role: z.string(),
  createdAt: moment,
});

const settingsSchema = z.object({
  language: z.enum(LOCALES),
  /** Since when the user wants no alerts; null: they are on. */
  alertsPausedAt: z.nullable(moment),
  delivery: z.enum(DELIVERY_MODES),
  /** `HH:MM` in the time zone. */
  quietFrom: text,
  quietTo: text,
  timeZone: z.string(),
  /** Whether the bot may write, and why not. */
  reachable: z.boolean(),
  unreachableReason: text,
});

const filterSchema = z.object({
  id: z.int(),
  filterName: z.string(),
  ...filterCriteriaSchema.shape,
  active: z.boolean(),
  createdAt: moment,
  editedAt: moment,
});

const alertSchema = z.object({
  adId: z.int(),
  /** The filters that matched, also those deleted since. */
  filterIds: z.array(z.int()),
  occasion: z.string(),
  price: money,
  oldPrice: money,
  ...message,
});

/** Another message of the bot: the key of its text, and what the text names. */
const directMessageSchema = z.object({
  text: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  ...message,
});

/**
 * Answer of `GET /api/user/export`: everything that is stored about the user, without secrets and what is derived from
 * them. Times are ISO 8601, prices whole euros; lists begin with the oldest. Fields may be added, none changes its sense.
 */
export const accountExportSchema = z.object({
  exportedAt: moment,
  account: accountSchema,
  settings: settingsSchema,
  filters: z.array(filterSchema),
  alerts: z.array(alertSchema),
  messages: z.array(directMessageSchema),
  hiddenAds: z.array(z.object({ adId: z.int(), hiddenAt: moment })),
  problems: z.array(z.object({ text: z.string(), createdAt: moment })),
  feedback: z.array(z.object({ rating: z.int(), email: z.string(), comment: z.string(), createdAt: moment })),
  planRequests: z.array(z.object({ plan: z.string(), state: z.string(), createdAt: moment })),
  sessions: z.array(
    z.object({
      way: z.enum(SIGN_IN_WAYS),
      /** Browser and system. */
      client: text,
      createdAt: moment,
      lastUsedAt: moment,
      expiresAt: moment,
    }),
  ),
});
export type AccountExport = z.infer<typeof accountExportSchema>;
