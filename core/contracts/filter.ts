import { z } from 'zod';
import { inspectionMonths, monthIndex } from '../catalog/inspection-months.ts';
import { ALL, AREAS, BODY_TYPES, COLORS, DEAL_TYPES, ENGINES, GEARBOXES } from '../catalog/options.ts';
import { MONTH_PATTERN } from './ad.ts';
import type { ErrorCode } from './error-codes.ts';
import { filterNameSchema } from './filter-name.ts';

/** Unset year on the wire. */
export const NO_YEAR = '-';
/** Unset inspection month on the wire. */
export const ANY_MONTH = 'any';
const FIRST_YEAR = 1900;
/** Filters a user may store, active and inactive together. */
export const MAX_FILTERS = 50;

const MAX_WHOLE = 100_000_000;
const MAX_LITRES = 20;
const MAX_KEYS = 300;

const bound = z.number().nullable();
const year = z.union([z.int(), z.literal(NO_YEAR)]);
const switchPosition = z.literal([0, 1]);

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
  checkup: z.union([z.literal(ANY_MONTH), z.string().regex(MONTH_PATTERN)]),
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

const isWhole = (value: number) => Number.isInteger(value) && value <= MAX_WHOLE;
/** Tolerates what adding tenths does to a binary fraction, as in 0.1 + 0.2. */
const isTenths = (value: number) => value <= MAX_LITRES && Math.abs(value * 10 - Math.round(value * 10)) < 1e-6;

function priceFault(value: number): ErrorCode | null {
  if (value < 0) return 'filter.negative';
  return isWhole(value) ? null : 'filter.priceOutOfRange';
}

function runFault(value: number): ErrorCode | null {
  if (value < 0) return 'filter.negative';
  if (value === 0) return 'filter.runZero';
  return isWhole(value) ? null : 'filter.runOutOfRange';
}

function volumeFault(value: number): ErrorCode | null {
  if (value < 0) return 'filter.negative';
  if (value === 0) return 'filter.volumeZero';
  return isTenths(value) ? null : 'filter.volumeOutOfRange';
}

/** A number that a form sends; its faults are error codes, which browser and server put into words. */
function boundInput(faultOf: (value: number) => ErrorCode | null) {
  return z
    .number()
    .superRefine((value, context) => {
      const fault = faultOf(value);
      if (fault) context.addIssue({ code: 'custom', message: fault });
    })
    .transform((value) => Math.round(value * 10) / 10 || 0)
    .nullable()
    .default(null);
}

const yearInput = year
  .refine((value) => value === NO_YEAR || value >= FIRST_YEAR, 'filter.yearOutOfRange')
  .default(NO_YEAR);

/** All among the keys of a list wins, and no key stays twice. */
function chosen<K extends string>(keys: readonly K[]): Exclude<K, typeof ALL>[] {
  const isKey = (key: K): key is Exclude<K, typeof ALL> => key !== ALL;
  return keys.every(isKey) ? [...new Set(keys)] : [];
}

const keyList = z
  .array(z.string().max(60))
  .max(MAX_KEYS)
  .transform(chosen<string>)
  .default([]);

function optionList<const K extends string>(keys: readonly K[]) {
  return z
    .array(z.enum([ALL, ...keys]))
    .max(MAX_KEYS)
    .transform((values) => chosen<K | typeof ALL>(values))
    .default([]);
}

const filterFieldsSchema = z.strictObject({
  filterName: filterNameSchema,
  carBrand: z.string().max(60).default(ALL),
  carModel: keyList,
  priceMin: boundInput(priceFault),
  priceMax: boundInput(priceFault),
  yearMin: yearInput,
  yearMax: yearInput,
  volumeMin: boundInput(volumeFault),
  volumeMax: boundInput(volumeFault),
  runMin: boundInput(runFault),
  runMax: boundInput(runFault),
  engine: optionList(ENGINES),
  bodyType: optionList(BODY_TYPES),
  color: optionList(COLORS),
  area: optionList(AREAS),
  gearBox: z.enum([ALL, ...GEARBOXES]).default(ALL),
  dealType: z.enum([ALL, ...DEAL_TYPES]).default(ALL),
  checkup: z
    .string()
    .refine((month) => month === ANY_MONTH || MONTH_PATTERN.test(month), 'filter.checkupOutOfRange')
    .default(ANY_MONTH),
  active: switchPosition,
});

/**
 * A filter as a form sends it: name, criteria and the position of the switch. Nothing is coerced, unknown fields are
 * refused, missing ones are unset. The messages of the issues are error codes. What depends on today is `dateFault`;
 * whether brand and models exist is asked of the catalogue.
 */
export const filterInputSchema = filterFieldsSchema
  .transform((input) => (isElectricOnly(input) ? { ...input, volumeMin: null, volumeMax: null } : input))
  .superRefine((input, context) => {
    for (const [minimum, maximum, message] of RANGES) {
      if (isReversed(input[minimum], input[maximum])) context.addIssue({ code: 'custom', message, path: [minimum] });
    }
  });
export type FilterInput = z.output<typeof filterInputSchema>;

const RANGES = [
  ['priceMin', 'priceMax', 'filter.priceReversed'],
  ['yearMin', 'yearMax', 'filter.yearReversed'],
  ['volumeMin', 'volumeMax', 'filter.volumeReversed'],
  ['runMin', 'runMax', 'filter.runReversed'],
] as const satisfies readonly (readonly [string, string, ErrorCode])[];

function isReversed(minimum: number | string | null, maximum: number | string | null): boolean {
  return typeof minimum === 'number' && typeof maximum === 'number' && minimum > maximum;
}

/** Electric cars have no engine volume: it is neither asked nor stored when the engine list is exactly electric. */
function isElectricOnly({ engine }: Pick<FilterCriteria, 'engine'>): boolean {
  return engine.length === 1 && engine[0] === 'electric';
}

/**
 * What is wrong with the years and the inspection month on the day `now`, if anything.
 * @param stored the filter as it is stored: its inspection month may be kept though it has passed.
 */
export function dateFault(
  input: Pick<FilterCriteria, 'yearMin' | 'yearMax' | 'checkup'>,
  now: Date,
  stored?: Pick<FilterCriteria, 'checkup'>,
): { readonly field: 'yearMin' | 'yearMax' | 'checkup'; readonly code: ErrorCode } | null {
  const months = inspectionMonths(now);
  const currentYear = Math.floor(monthIndex(months[0] ?? '') / 12);
  for (const field of ['yearMin', 'yearMax'] as const) {
    const value = input[field];
    if (value !== NO_YEAR && value > currentYear) return { field, code: 'filter.yearOutOfRange' };
  }
  const { checkup } = input;
  if (checkup === ANY_MONTH || checkup === stored?.checkup || months.includes(checkup)) return null;
  return { field: 'checkup', code: 'filter.checkupOutOfRange' };
}

/** Body of `POST /filters/new` and `PUT /filters/update/{filterId}`. */
export const filterBodySchema = z.strictObject({ filters: filterInputSchema });
export type FilterBody = z.input<typeof filterBodySchema>;

/** A stored filter as the API answers it. */
const filterViewSchema = z.strictObject({
  filterName: z.string(),
  ...filterCriteriaSchema.shape,
  active: switchPosition,
});
export type FilterView = z.infer<typeof filterViewSchema>;

/** Answer of `GET /filters/get/filters`: under each filter's id a list that holds the filter. */
export const filtersResponseSchema = z.record(z.string(), z.array(filterViewSchema).length(1));
export type FiltersResponse = z.infer<typeof filtersResponseSchema>;

/** Answer of `POST /filters/new`; the message stands there when the filter was stored inactive though asked active. */
export const filterCreatedSchema = z.strictObject({
  filterId: z.int(),
  active: switchPosition,
  message: z.string().optional(),
});

/** Answer of `PUT /filters/update/{filterId}`. */
export const filterUpdatedSchema = filterCreatedSchema.omit({ filterId: true });
export type FilterUpdated = z.infer<typeof filterUpdatedSchema>;
