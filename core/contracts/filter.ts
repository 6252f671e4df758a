import * as z from 'zod/mini';
import { inspectionMonths, monthIndex } from '../catalog/inspection-months.ts';
import { ALL, AREAS, BODY_TYPES, COLORS, DEAL_TYPES, ENGINES, GEARBOXES } from '../catalog/options.ts';
import { MONTH_PATTERN } from './ad.ts';
import type { ErrorCode } from './error-codes.ts';
import { ANY_MONTH, type FilterCriteria, isElectricOnly, NO_YEAR } from './filter-criteria.ts';
import { filterNameSchema } from './filter-name.ts';

const FIRST_YEAR = 1900;
/** Filters a user may store, active and inactive together. */
export const MAX_FILTERS = 50;

const MAX_WHOLE = 100_000_000;
const MAX_LITRES = 20;
const MAX_KEYS = 300;
const MAX_KEY_LENGTH = 60;

const switchPosition = z.literal([0, 1]);

const isWhole = (value: number) => Number.isInteger(value) && value <= MAX_WHOLE;
/** Tolerates what adding tenths does to a binary fraction, as in 0.1 + 0.2; what is next to nothing is no tenth. */
function isTenths(value: number): boolean {
  const tenths = Math.round(value * 10);
  return tenths >= 1 && value <= MAX_LITRES && Math.abs(value * 10 - tenths) < 1e-6;
}

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
  const checked = z.number().check(({ value, issues }) => {
    const fault = faultOf(value);
    if (fault) issues.push({ code: 'custom', message: fault, input: value });
  });
  const rounded = z.transform((value: number) => Math.round(value * 10) / 10 || 0);
  return z._default(z.nullable(z.pipe(checked, rounded)), null);
}

const year = z.union([z.int(), z.literal(NO_YEAR)]);
const yearInput = z._default(
  year.check(z.refine((value) => value === NO_YEAR || value >= FIRST_YEAR, 'filter.yearOutOfRange')),
  NO_YEAR,
);

/** All among the keys of a list wins, and no key stays twice. */
function chosen<K extends string>(keys: readonly K[]): Exclude<K, typeof ALL>[] {
  const isKey = (key: K): key is Exclude<K, typeof ALL> => key !== ALL;
  return keys.every(isKey) ? [...new Set(keys)] : [];
}

const key = z.string().check(z.maxLength(MAX_KEY_LENGTH));
const keyList = z._default(
  z.pipe(
    z.array(key).check(z.maxLength(MAX_KEYS)),
    z.transform((keys: string[]) => chosen<string>(keys)),
  ),
  [],
);

function optionList<const K extends string>(keys: readonly K[]) {
  const choice = z.array(z.enum([ALL, ...keys])).check(z.maxLength(MAX_KEYS));
  return z._default(
    z.pipe(
      choice,
      z.transform((values) => chosen<K | typeof ALL>(values)),
    ),
    [],
  );
}

const criteriaInputs = {
  carBrand: z._default(key, ALL),
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
  gearBox: z._default(z.enum([ALL, ...GEARBOXES]), ALL),
  dealType: z._default(z.enum([ALL, ...DEAL_TYPES]), ALL),
  checkup: z._default(
    z.string().check(z.refine((month) => month === ANY_MONTH || MONTH_PATTERN.test(month), 'filter.checkupOutOfRange')),
    ANY_MONTH,
  ),
};

/** Electric cars have no engine volume, whatever the fields still hold. */
function withoutIdleVolume<T extends FilterCriteria>(input: T): T {
  return isElectricOnly(input) ? { ...input, volumeMin: null, volumeMax: null } : input;
}

const RANGES = [
  ['priceMin', 'priceMax', 'filter.priceReversed'],
  ['yearMin', 'yearMax', 'filter.yearReversed'],
  ['volumeMin', 'volumeMax', 'filter.volumeReversed'],
  ['runMin', 'runMax', 'filter.runReversed'],
] as const satisfies readonly (readonly [string, string, ErrorCode])[];

function isReversed(minimum: number | string | null, maximum: number | string | null): boolean {
  return typeof minimum === 'number' && typeof maximum === 'number' && minimum > maximum;
}

/** Refuses a minimum above its maximum. */
const inOrder = z.check<FilterCriteria>(({ value, issues }) => {
  const counted = withoutIdleVolume(value);
  for (const [minimum, maximum, message] of RANGES) {
    if (isReversed(counted[minimum], counted[maximum]))
      issues.push({ code: 'custom', message, path: [minimum], input: value });
  }
});

const filterFieldsSchema = z
  .strictObject({ filterName: filterNameSchema, ...criteriaInputs, active: switchPosition })
  .check(inOrder);
type FilterFields = z.output<typeof filterFieldsSchema>;

/**
 * A filter as a form sends it: name, criteria and the position of the switch. Nothing is coerced, unknown fields are
 * refused, missing ones are unset. The messages of the issues are error codes. What depends on today is `dateFault`;
 * whether brand and models exist is asked of the catalogue.
 */
export const filterInputSchema = z.pipe(filterFieldsSchema, z.transform(withoutIdleVolume<FilterFields>));
export type FilterInput = z.output<typeof filterInputSchema>;

const previewFieldsSchema = z
  .strictObject({ filterName: z.optional(z.string()), ...criteriaInputs, active: z.optional(switchPosition) })
  .check(inOrder);
type PreviewFields = z.output<typeof previewFieldsSchema>;

/** Body of the calls that only ask what a filter would find: as to store one, but name and switch do not count. */
export const filterPreviewBodySchema = z.strictObject({
  filters: z.pipe(previewFieldsSchema, z.transform(withoutIdleVolume<PreviewFields>)),
});
export type FilterPreviewBody = z.input<typeof filterPreviewBodySchema>;

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
