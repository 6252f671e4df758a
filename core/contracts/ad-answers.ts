import * as z from 'zod/mini';
import { adFactsSchema } from './ad.ts';

/** An ad as the API answers it. Times are ISO 8601. */
export const adViewSchema = z.object({
  id: z.int(),
  source: z.string(),
  externalId: z.string(),
  /** Make and model as people write them; the ad's own title where it names none. */
  name: z.nullable(z.string()),
  url: z.string(),
  title: z.nullable(z.string()),
  photo: z.nullable(z.string()),
  ...adFactsSchema.shape,
  firstSeenAt: z.string(),
  postedAt: z.nullable(z.string()),
  /** The known prices, the oldest first; whole euros. */
  priceHistory: z.array(z.object({ price: z.int(), seenAt: z.string() })),
});
export type AdView = z.infer<typeof adViewSchema>;
