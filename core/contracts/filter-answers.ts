import * as z from 'zod/mini';
import { adViewSchema } from './ad-answers.ts';
import { filterCriteriaSchema } from './filter-criteria.ts';

const switchPosition = z.literal([0, 1]);

/** A stored filter as the API answers it. */
const filterViewSchema = z.object({
  filterName: z.string(),
  ...filterCriteriaSchema.shape,
  active: switchPosition,
  /** The make in the language of the request; null when all are wanted. */
  brandName: z.nullable(z.string()),
  /** The models and model groups in the language of the request, in the order of `carModel`. */
  modelNames: z.array(z.string()),
  /** Alerts about ads that this filter matched in the last seven days. */
  alertsThisWeek: z.int(),
  /** When the last of all its alerts was sent (ISO 8601). */
  lastAlertAt: z.nullable(z.string()),
});
export type FilterView = z.infer<typeof filterViewSchema>;

/** Answer of `GET /filters/get/filters`: under each filter's id a list that holds the filter. */
export const filtersResponseSchema = z.record(z.string(), z.array(filterViewSchema).check(z.length(1)));
export type FiltersResponse = z.infer<typeof filtersResponseSchema>;

/** Answer of `POST /filters/new`; the message stands there when the filter was stored inactive though asked active. */
export const filterCreatedSchema = z.object({
  filterId: z.int(),
  active: switchPosition,
  message: z.optional(z.string()),
});
export type FilterCreated = z.infer<typeof filterCreatedSchema>;

/** Answer of `PUT /filters/update/{filterId}`. */
export const filterUpdatedSchema = z.omit(filterCreatedSchema, { filterId: true });
export type FilterUpdated = z.infer<typeof filterUpdatedSchema>;

/** Answer of `POST /api/filters/preview`: what the filter would find among the ads on the market now. */
export const previewResponseSchema = z.object({
  matching: z.int(),
  /** Matching ads posted a week, by the last 28 days; one decimal below ten. null: too little is known yet. */
  perWeek: z.nullable(z.number()),
  /** The newest matching ads, at most ten. */
  sample: z.array(adViewSchema),
});
export type PreviewResponse = z.infer<typeof previewResponseSchema>;

const distributionSchema = z.object({
  /** Of equal width and without gaps, ascending; from inclusive, to exclusive. The last one also counts all above. */
  bars: z.array(z.object({ from: z.number(), to: z.number(), count: z.int() })),
  median: z.number(),
  /** Ads that state the value. */
  total: z.int(),
});
export type Distribution = z.infer<typeof distributionSchema>;

/** Answer of `POST /api/market/histogram`; null where fewer than 20 ads state the value. */
export const histogramResponseSchema = z.object({
  price: z.nullable(distributionSchema),
  year: z.nullable(distributionSchema),
});
export type HistogramResponse = z.infer<typeof histogramResponseSchema>;
