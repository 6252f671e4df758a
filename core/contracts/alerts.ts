import * as z from 'zod/mini';
import { adViewSchema } from './ad-answers.ts';

const alertSchema = z.object({
  occasion: z.enum(['new', 'price_drop']),
  /** The price before it fell. */
  oldPrice: z.nullable(z.int()),
  sentAt: z.string(),
  /** Names of the filters that matched, as far as they still exist. */
  filterNames: z.array(z.string()),
  hidden: z.boolean(),
  /** No longer on the market. */
  gone: z.boolean(),
  ad: adViewSchema,
});
export type AlertView = z.infer<typeof alertSchema>;

/** Answer of `GET /api/alerts`: the own latest alerts, the newest first, at most 50. */
export const alertsResponseSchema = z.object({ alerts: z.array(alertSchema) });
export type AlertsResponse = z.infer<typeof alertsResponseSchema>;
