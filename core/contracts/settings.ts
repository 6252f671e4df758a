import * as z from 'zod/mini';
import { LOCALES } from '../i18n/locales.ts';

export const DELIVERY_MODES = ['instant', 'hourly', 'daily'] as const;
export type DeliveryMode = (typeof DELIVERY_MODES)[number];

/** A time of day in the user's time zone, `HH:MM`. */
const timeOfDaySchema = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'settings.timeInvalid'));

const settings = {
  /** One value for mini app, bot and alerts. */
  language: z.enum(LOCALES),
  /** Whether alerts are sent at all; off is what /pause does in the chat. */
  alerts: z.boolean(),
  delivery: z.enum(DELIVERY_MODES),
  /** The hours in which no alert is sent; both are null, or both are times. */
  quietFrom: z.nullable(timeOfDaySchema),
  quietTo: z.nullable(timeOfDaySchema),
  /** An IANA name, such as `Europe/Riga`. */
  timeZone: z.string(),
};

/** What became of the last test alert. */
const TEST_ALERT_STATES = ['waiting', 'sent', 'failed'] as const;

/** Answer of `GET` and `PUT /api/user/settings`. */
export const settingsResponseSchema = z.object({
  ...settings,
  /** Whether the bot may write to the user; false once they have blocked it. */
  reachable: z.boolean(),
  testAlert: z.nullable(z.object({ state: z.enum(TEST_ALERT_STATES), at: z.string() })),
  /** Only in the answer that switched the alerts on again: ads that matched while they were off. */
  missed: z.optional(z.int()),
});
export type SettingsResponse = z.infer<typeof settingsResponseSchema>;

/** Body of `PUT /api/user/settings`; what is left out stays as it is. */
export const settingsRequestSchema = z.partial(z.strictObject(settings));
export type SettingsRequest = z.infer<typeof settingsRequestSchema>;
