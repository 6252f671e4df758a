import * as z from 'zod/mini';
import { ALL, AREAS, BODY_TYPES, COLORS, DEAL_TYPES, ENGINES, GEARBOXES } from '../catalog/options.ts';
import { MONTH_PATTERN } from './ad.ts';

/** Unset year on the wire. */
export const NO_YEAR = '-';
/** Unset inspection month on the wire. */
export const ANY_MONTH = 'any';

const bound = z.nullable(z.number());
const year = z.union([z.int(), z.literal(NO_YEAR)]);

/**
 * What a filter asks of an ad, in the wire form of the specification. `null`, `[]`, "0", "-" and "any" ask nothing.
 * price: whole euros · volume: litres · run: kilometres · checkup: the inspection holds at least until that month.
 */
export const filterCriteriaSchema = z.strictObject({
  carBrand: z.string(),
  carModel: z.array(z.string()),
  priceMin: bound,
  priceMax: bound,
  yearMin: year,
  yearMax: year,
  volumeMin: bound,
  volumeMax: bound,
  runMin: bound,
  runMax: bound,
  engine: z.array(z.enum(ENGINES)),
  bodyType: z.array(z.enum(BODY_TYPES)),
  color: z.array(z.enum(COLORS)),
  area: z.array(z.enum(AREAS)),
  gearBox: z.enum([ALL, ...GEARBOXES]),
  dealType: z.enum([ALL, ...DEAL_TYPES]),
  checkup: z.union([z.literal(ANY_MONTH), z.string().check(z.regex(MONTH_PATTERN))]),
});
export type FilterCriteria = z.infer<typeof filterCriteriaSchema>;

/** Asks nothing: matches every ad. */
export const NO_CRITERIA: FilterCriteria = {
  carBrand: ALL,
  carModel: [],
  priceMin: null,
  priceMax: null,
  yearMin: NO_YEAR,
  yearMax: NO_YEAR,
  volumeMin: null,
  volumeMax: null,
  runMin: null,
  runMax: null,
  engine: [],
  bodyType: [],
  color: [],
  area: [],
  gearBox: ALL,
  dealType: ALL,
  checkup: ANY_MONTH,
};

/** Electric cars have no engine volume: it is neither asked nor stored when the engine list is exactly electric. */
export function isElectricOnly({ engine }: Pick<FilterCriteria, 'engine'>): boolean {
  return engine.length === 1 && engine[0] === 'electric';
}
