import type { TFunction } from 'i18next';
import { monthIndex } from '#core/catalog/inspection-months.ts';
import { ALL } from '#core/catalog/options.ts';
import type { FilterView } from '#core/contracts/filter-answers.ts';
import type { FilterCriteria } from '#core/contracts/filter-criteria.ts';
import { formatVolume, formatWhole, inSentence } from '#core/i18n/formats.ts';
import type { Locale } from '#core/i18n/locales.ts';
import { rangeText, yearsText } from '#core/i18n/range-texts.ts';

/** What a filter asks for, with its cars named: the catalogue of names is too heavy for a list. */
export type NamedCriteria = FilterCriteria & Pick<FilterView, 'brandName' | 'modelNames'>;

/** What a summary is worded with. */
export interface SummaryWords {
  readonly t: TFunction<['filters', 'options', 'common']>;
  readonly locale: Locale;
}

/** About two lines of a phone. */
const MAX_CHARACTERS = 68;
/** Of which the count of what is left out takes so many. */
const COUNT_CHARACTERS = 7;
/** Names of one list; the others are counted. */
const MAX_NAMES = 3;
const SEPARATOR = ' · ';

/**
 * What a filter asks for in a few facts, the most telling first: "BMW 320, 330", "līdz 15 000 €", "no 2015", "dīzelis".
 * What would not fit on two lines is counted in a last one.
 */
export function filterSummary(filter: NamedCriteria, words: SummaryWords): string[] {
  const facts = allFacts(filter, words);
  if (facts.join(SEPARATOR).length <= MAX_CHARACTERS) return facts;
  let length = COUNT_CHARACTERS;
  const left = facts.findIndex((fact, index) => {
    length += fact.length + SEPARATOR.length;
    return index > 0 && length > MAX_CHARACTERS;
  });
  return left === -1
    ? facts
    : [...facts.slice(0, left), words.t('filters:summary.more', { number: facts.length - left })];
}

function allFacts(filter: NamedCriteria, words: SummaryWords): string[] {
  const { t, locale } = words;
  const euros = { unit: '€', format: formatWhole };
  const kilometres = { unit: t('common:unit.kilometre'), format: formatWhole };
  const litres = { unit: t('common:unit.litre'), format: (value: number) => formatVolume(value, locale) };
  return [
    carFact(filter, words),
    rangeText({ min: filter.priceMin, max: filter.priceMax }, euros, t),
    yearsText({ min: yearOf(filter.yearMin), max: yearOf(filter.yearMax) }, t),
    rangeText({ min: filter.runMin, max: filter.runMax }, kilometres, t),
    listFact(filter.engine.map((key) => inSentence(t(`options:engine.${key}`)))),
    filter.gearBox === ALL ? null : inSentence(t(`options:gearbox.${filter.gearBox}`)),
    rangeText({ min: filter.volumeMin, max: filter.volumeMax }, litres, t),
    listFact(filter.area.map((key) => t(`options:area.${key}`))),
    listFact(filter.bodyType.map((key) => inSentence(t(`options:bodyType.${key}`)))),
    listFact(filter.color.map((key) => inSentence(t(`options:color.${key}`)))),
    checkupFact(filter, words),
    filter.dealType === ALL ? null : inSentence(t(`options:dealType.${filter.dealType}`)),
  ].filter((fact) => fact !== null);
}

function carFact({ brandName, modelNames }: NamedCriteria, { t }: SummaryWords): string {
  if (brandName === null) return t('filters:summary.allBrands');
  return [brandName, listFact(modelNames)].filter(Boolean).join(' ');
}

/** "-" is no year. */
function yearOf(year: FilterCriteria['yearMin']): number | null {
  return typeof year === 'number' ? year : null;
}

/** "any" is no month. Its constant would bring the whole validator of the contracts into the page. */
function checkupFact({ checkup }: FilterCriteria, { t }: SummaryWords): string | null {
  return Number.isNaN(monthIndex(checkup)) ? null : t('filters:summary.checkup', { month: checkup });
}

function listFact(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES ? `${shown} +${names.length - MAX_NAMES}` : shown;
}
