import { ALL, AREAS, BODY_TYPES, COLORS, DEAL_TYPES, ENGINES, GEARBOXES } from '#core/catalog/options.ts';
import { charactersOf, cleanText, isInvisible } from '#core/contracts/characters.ts';
import { codeOfIssue, type ErrorCode } from '#core/contracts/error-codes.ts';
import { dateFault, filterInputSchema } from '#core/contracts/filter.ts';
import { type FilterCriteria, isElectricOnly, NO_CRITERIA, NO_YEAR } from '#core/contracts/filter-criteria.ts';
import { filterNameKey, MAX_NAME_CHARACTERS } from '#core/contracts/filter-name.ts';

/** A filter while it is edited: what the page shows, right or wrong. */
export interface FilterDraft extends FilterCriteria {
  readonly filterName: string;
  /** The pending position of the switch. */
  readonly active: 0 | 1;
}

/** Takes the given fields into the draft. */
export type DraftChange = (change: Partial<FilterDraft>) => void;

export type DraftField = keyof FilterDraft;

/** What is wrong, field by field; of two bounds in the wrong order it stands at the lower one. */
export type DraftFaults = Readonly<Partial<Record<DraftField, ErrorCode>>>;

/** Stands in for a field that is wrong while the others are judged. */
const FAULTLESS: FilterDraft = { ...NO_CRITERIA, filterName: '-', active: 0 };
const FIELDS = Object.keys(FAULTLESS) as DraftField[];
/** The fields that say what is looked for. */
export const CRITERIA_FIELDS = Object.keys(NO_CRITERIA) as (keyof FilterCriteria)[];

/** A filter that nobody has filled in yet: it finds everything and is switched on. */
export function newDraft(names: readonly string[], defaultName: string): FilterDraft {
  return { ...NO_CRITERIA, filterName: freeName(names, defaultName), active: 1 };
}

/** A stored filter, without what the server only tells of it. */
export function draftOf(filter: FilterDraft): FilterDraft {
  return Object.fromEntries(FIELDS.map((field) => [field, filter[field]])) as unknown as FilterDraft;
}

/** The default name, with the first number that makes it a new one; it stays within the 15 characters. */
export function freeName(names: readonly string[], defaultName: string): string {
  const taken = new Set(names.map(filterNameKey));
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : ` ${number}`;
    const name = cutName(defaultName, MAX_NAME_CHARACTERS - ending.length).trimEnd() + ending;
    if (!taken.has(filterNameKey(name))) return name;
  }
}

/** As much of a typed name as may be kept. */
export function cutName(typed: string, characters = MAX_NAME_CHARACTERS): string {
  return charactersOf(typed).slice(0, characters).join('');
}

/** The name that typed text stands for: the default one where a person would see nothing. */
export function nameOf(typed: string, fallback: string): string {
  return isInvisible(typed) ? fallback : cleanText(typed);
}

/** Another make has other models. */
export function withBrand(draft: FilterDraft, carBrand: string): Partial<FilterDraft> {
  return carBrand === draft.carBrand ? {} : { carBrand, carModel: [] };
}

const LISTS = { engine: ENGINES, bodyType: BODY_TYPES, color: COLORS, area: AREAS } as const;
type ListField = keyof typeof LISTS;

/** The chosen options of a list, in the order of the catalogue; All among them clears it, and none stands twice. */
export function withChosen(field: ListField, chosen: readonly string[]): Partial<FilterDraft> {
  return { [field]: chosen.includes(ALL) ? [] : LISTS[field].filter((key) => chosen.includes(key)) };
}

/** The chosen models, as `withChosen`; the catalogue of models is not closed. */
export function withModels(chosen: readonly string[]): Partial<FilterDraft> {
  return { carModel: chosen.includes(ALL) ? [] : [...new Set(chosen)] };
}

const SINGLES = { gearBox: GEARBOXES, dealType: DEAL_TYPES } as const;
type SingleField = keyof typeof SINGLES;

/** The one chosen option; anything that is none stands for all. */
export function withOneOf(field: SingleField, value: string): Partial<FilterDraft> {
  return { [field]: SINGLES[field].find((key) => key === value) ?? ALL };
}

/** A year as a field for numbers holds it; null is unset. */
export function boundOfYear(year: FilterDraft['yearMin']): number | null {
  return year === NO_YEAR ? null : year;
}

export function yearOfBound(bound: number | null): FilterDraft['yearMin'] {
  return bound ?? NO_YEAR;
}

/** Electric cars have no engine volume, so it is not asked for. */
export function hasVolume(draft: Pick<FilterDraft, 'engine'>): boolean {
  return !isElectricOnly(draft);
}

/** The body of the calls that store the filter. A volume that is not asked for is not sent, whatever it holds. */
export function bodyOf(draft: FilterDraft): { readonly filters: FilterDraft } {
  return { filters: hasVolume(draft) ? draft : { ...draft, volumeMin: null, volumeMax: null } };
}

/** The body of the calls that only count: what the filter asks for, without name and switch. */
export function criteriaBodyOf(draft: FilterDraft): { readonly filters: FilterCriteria } {
  const { filterName: _name, active: _active, ...filters } = bodyOf(draft).filters;
  return { filters };
}

/** Asks the market itself what it has: the filter without price and year. */
export function marketBodyOf(draft: FilterDraft): { readonly filters: FilterCriteria } {
  const { priceMin, priceMax, yearMin, yearMax } = NO_CRITERIA;
  return criteriaBodyOf({ ...draft, priceMin, priceMax, yearMin, yearMax });
}

/**
 * Everything that the server would refuse, by the server's own rules.
 * @param stored the filter as it is stored: its inspection month may be kept though it has passed.
 */
export function draftFaults(draft: FilterDraft, now: Date, stored?: Pick<FilterCriteria, 'checkup'>): DraftFaults {
  const faults: Partial<Record<DraftField, ErrorCode>> = {};
  let judged = bodyOf(draft).filters;
  // A judgement stops at what is wrong first: what is wrong is set aside, and the rest judged again.
  for (const _ of FIELDS) {
    const found = faultsOf(judged, now, stored);
    if (found.length === 0) break;
    for (const { field, code } of found) {
      faults[field] ??= code;
      judged = { ...judged, [field]: FAULTLESS[field] };
    }
  }
  return faults;
}

interface Fault {
  readonly field: DraftField;
  readonly code: ErrorCode;
}

/** What is said of a bound that is no number at all. */
const UNREADABLE: DraftFaults = {
  priceMin: 'filter.priceOutOfRange',
  priceMax: 'filter.priceOutOfRange',
  yearMin: 'filter.yearOutOfRange',
  yearMax: 'filter.yearOutOfRange',
  volumeMin: 'filter.volumeOutOfRange',
  volumeMax: 'filter.volumeOutOfRange',
  runMin: 'filter.runOutOfRange',
  runMax: 'filter.runOutOfRange',
};

function faultsOf(draft: FilterDraft, now: Date, stored?: Pick<FilterCriteria, 'checkup'>): readonly Fault[] {
  const { error } = filterInputSchema.safeParse(draft);
  const ofInput = (error?.issues ?? []).flatMap(({ path, message }) => {
    const field = FIELDS.find((name) => name === path[0]);
    if (!field) return [];
    const code = codeOfIssue(message);
    return [{ field, code: (code === 'request.invalid' && UNREADABLE[field]) || code }];
  });
  if (ofInput.length > 0) return ofInput;
  const ofDate = dateFault(draft, now, stored);
  return ofDate ? [ofDate] : [];
}

/** Whether another filter of the user has the name already. */
export function isNameTaken(name: string, otherNames: readonly string[]): boolean {
  return otherNames.some((other) => filterNameKey(other) === filterNameKey(name));
}

/** The fields of the draft that differ from the filter it began as; the order within a list is no difference. */
export function changesOf(base: FilterDraft, draft: FilterDraft): Partial<FilterDraft> {
  const changed = FIELDS.filter((field) => !isSame(base[field], draft[field]));
  return Object.fromEntries(changed.map((field) => [field, draft[field]]));
}

export function sameDraft(one: FilterDraft, other: FilterDraft): boolean {
  return FIELDS.every((field) => isSame(one[field], other[field]));
}

type Value = FilterDraft[DraftField];

function isSame(one: Value, other: Value): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return Object.is(one, other);
  return one.length === other.length && one.every((key) => (other as readonly string[]).includes(key));
}
