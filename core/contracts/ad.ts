import * as z from 'zod/mini';
import { AREAS, BODY_TYPES, COLORS, DEAL_TYPES, ENGINES, GEARBOXES, SELLERS } from '../catalog/options.ts';

/** `MM.YYYY`, the month until which the technical inspection of a car is valid. */
export const MONTH_PATTERN = /^(0[1-9]|1[0-2])\.(19|20)\d\d$/;

/**
 * The facts of a car on offer, in the catalogue's keys. `null` means that the ad does not say, never "any".
 * price: whole euros · volume: litres with one decimal · mileage: km · checkup: `MM.YYYY`.
 */
export const adFactsSchema = z.strictObject({
  brand: z.nullable(z.string()),
  model: z.nullable(z.string()),
  price: z.nullable(z.int().check(z.minimum(0))),
  year: z.nullable(z.int()),
  volume: z.nullable(z.number().check(z.minimum(0))),
  mileage: z.nullable(z.int().check(z.minimum(0))),
  engine: z.nullable(z.enum(ENGINES)),
  bodyType: z.nullable(z.enum(BODY_TYPES)),
  color: z.nullable(z.enum(COLORS)),
  area: z.nullable(z.enum(AREAS)),
  gearBox: z.nullable(z.enum(GEARBOXES)),
  dealType: z.nullable(z.enum(DEAL_TYPES)),
  checkup: z.nullable(z.string().check(z.regex(MONTH_PATTERN))),
  seller: z.nullable(z.enum(SELLERS)),
});
export type AdFacts = z.infer<typeof adFactsSchema>;
