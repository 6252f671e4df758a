import { type FilterCriteria, NO_CRITERIA } from '#core/contracts/filter-criteria.ts';
import type editor from '#core/i18n/locales/lv/editor.json';
import { type FilterDraft, hasVolume } from './filter-draft.ts';

export type FieldLabel = keyof typeof editor.label;

/** What stands behind the label of a field; what narrows a search most comes first. */
const CRITERIA: Readonly<Record<FieldLabel, readonly (keyof FilterCriteria)[]>> = {
  price: ['priceMin', 'priceMax'],
  year: ['yearMin', 'yearMax'],
  model: ['carModel'],
  run: ['runMin', 'runMax'],
  area: ['area'],
  color: ['color'],
  engine: ['engine'],
  bodyType: ['bodyType'],
  gearBox: ['gearBox'],
  volume: ['volumeMin', 'volumeMax'],
  checkup: ['checkup'],
  dealType: ['dealType'],
  brand: ['carBrand'],
};

const DETAILS: readonly FieldLabel[] = ['engine', 'bodyType', 'volume', 'gearBox', 'run', 'dealType', 'checkup'];
/** More than these nobody tries. */
const MAX_HINTS = 3;

/** The fields that ask for something. */
function setFields(draft: FilterDraft): FieldLabel[] {
  const isSet = (field: keyof FilterCriteria) => String(draft[field] ?? '') !== String(NO_CRITERIA[field] ?? '');
  const labels = Object.keys(CRITERIA) as FieldLabel[];
  return labels.filter((label) => CRITERIA[label].some(isSet) && (label !== 'volume' || hasVolume(draft)));
}

/** What to widen when nothing matches; empty when the filter already asks for nothing. */
export function widenHints(draft: FilterDraft): FieldLabel[] {
  return setFields(draft).slice(0, MAX_HINTS);
}

/** The fields of the collapsed part that ask for something. */
export function setDetails(draft: FilterDraft): FieldLabel[] {
  const set = setFields(draft);
  return DETAILS.filter((label) => set.includes(label));
}

/** A filter that asks for this field alone: to word it. */
export function onlyField(draft: FilterDraft, label: FieldLabel): FilterCriteria {
  return { ...NO_CRITERIA, ...Object.fromEntries(CRITERIA[label].map((field) => [field, draft[field]])) };
}
