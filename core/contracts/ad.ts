import { z } from 'zod';
import { AREAS, BODY_TYPES, COLORS, DEAL_TYPES, ENGINES, GEARBOXES, SELLERS } from '../catalog/options.ts';

/** `MM.YYYY`, the month until which the technical inspection of a car is valid. */
export const MONTH_PATTERN = /^(0[1-9]|1[0-2])\.(19|20)\d\d$/;

/**
 * The facts of a car on offer, in the catalogue's keys. `null` means that the ad does not say, never "any".
 * price: whole euros · volume: litres with one decimal · mileage: km · checkup: `MM.YYYY`.
 */
export const adFactsSchema = z.strictObject({
  brand: z.string().nullable(),
  model: z.string().nullable(),
  price: z.int().min(0).nullable(),
  year: z.int().nullable(),
  volume: z.number().min(0).nullable(),
  mileage: z.int().min(0).nullable(),
  engine: z.enum(ENGINES).nullable(),
  bodyType: z.enum(BODY_TYPES).nullable(),
  color: z.enum(COLORS).nullable(),
  area: z.enum(AREAS).nullable(),
  gearBox: z.enum(GEARBOXES).nullable(),
  dealType: z.enum(DEAL_TYPES).nullable(),
  checkup: z.string().regex(MONTH_PATTERN).nullable(),
  seller: z.enum(SELLERS).nullable(),
});
export type AdFacts = z.infer<typeof adFactsSchema>;
