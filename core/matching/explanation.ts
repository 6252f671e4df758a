import type { i18n, TFunction } from 'i18next';
import { brandName, expandModels } from '../catalog/brands.ts';
import { knownModelText, modelText, type OptionTexts } from '../i18n/car-names.ts';
import { formatChoice, formatMileage, formatPrice, formatVolume, formatWhole, inSentence } from '../i18n/formats.ts';
import type { Locale } from '../i18n/locales.ts';
import { rangeText, yearsText } from '../i18n/range-texts.ts';
import type { FieldCheck, MatchField, Wanted } from './matches.ts';

const NAMESPACES = ['filters', 'options', 'common', 'editor', 'explanation'] as const;
/** More names of a list than this do not help; the others are counted. */
const MOST_NAMES = 5;

/** What an explanation is worded with. */
export interface ExplanationWords {
  readonly locale: Locale;
  readonly t: TFunction<typeof NAMESPACES>;
  readonly options: OptionTexts;
}

/** One fact that the filter asks for, in words that fit behind its label. */
export interface ExplainedFact {
  readonly field: MatchField;
  /** "Price". */
  readonly label: string;
  /** "up to 15 000 €". */
  readonly wanted: string;
  /** "12 900 €", or that the ad does not say. */
  readonly found: string;
  readonly ok: boolean;
}

/** Why a filter matches an ad, or not. */
export interface Explanation {
  readonly matches: boolean;
  /** In the order of the rules; what the filter leaves open is left out. */
  readonly facts: readonly ExplainedFact[];
  /** The sentence about what is left open; null where nothing is. */
  readonly rest: string | null;
}

type RangeField = 'price' | 'year' | 'mileage' | 'volume';
type OptionField = Exclude<MatchField, RangeField | 'brand' | 'model' | 'checkup'>;

/** The keys of brands that give model keys their meaning. */
interface Brands {
  readonly wanted: string;
  readonly found: string;
}

export function explanationWords(texts: i18n, locale: Locale): ExplanationWords {
  return { locale, t: texts.getFixedT(locale, NAMESPACES), options: texts.getFixedT(locale, 'options') };
}

/** Puts the checks of `explainMatch` into words, with models as the user chose them: "320, 330 or 5 Series". */
export function explainInWords(checks: readonly FieldCheck[], words: ExplanationWords): Explanation {
  const brands = brandsOf(checks);
  const facts = checks.flatMap((check) =>
    check.wanted === null ? [] : [explainFact({ ...check, wanted: check.wanted }, brands, words)],
  );
  const isAllAsked = facts.length === checks.length;
  return {
    matches: checks.every((check) => check.ok),
    facts,
    rest: isAllAsked ? null : words.t(facts.length === 0 ? 'explanation:anything' : 'explanation:rest'),
  };
}

function brandsOf(checks: readonly FieldCheck[]): Brands {
  const brand = checks.find((check) => check.field === 'brand');
  const wanted = brand?.wanted?.kind === 'oneOf' ? brand.wanted.keys[0] : undefined;
  return { wanted: wanted ?? '', found: String(brand?.found ?? '') };
}

function explainFact(check: FieldCheck & { wanted: Wanted }, brands: Brands, words: ExplanationWords): ExplainedFact {
  const { field, found, open, ok } = check;
  const wanted = wantedText(check, brands, words);
  return {
    field,
    label: words.t(`editor:label.${field === 'mileage' ? 'run' : field}`),
    wanted: open ? words.t('explanation:ignored', { wanted }) : wanted,
    found: found === null ? words.t('explanation:notStated') : foundText(field, found, brands, words),
    ok,
  };
}

function foundText(field: MatchField, found: string | number, brands: Brands, words: ExplanationWords): string {
  const { t, locale, options } = words;
  switch (field) {
    case 'price':
      return formatPrice(Number(found));
    case 'year':
      return String(found);
    case 'mileage':
      return formatMileage(Number(found), t('common:unit.kilometre'));
    case 'volume':
      return `${formatVolume(Number(found), locale)}\u00a0${t('common:unit.litre')}`;
    case 'brand':
      return brandName(String(found));
    case 'model':
      return knownModelText(brands.found, String(found), options);
    case 'checkup':
      return t('explanation:until', { month: found });
    default:
      return optionText(field, String(found), options);
  }
}

function wantedText(
  { field, wanted, found }: FieldCheck & { wanted: Wanted },
  brands: Brands,
  words: ExplanationWords,
): string {
  if (wanted.kind === 'until') return words.t('editor:fields.checkup.until', { month: wanted.month });
  if (wanted.kind === 'between') return boundsText(field, wanted, words);
  const nameOf = (key: string) => wantedName(field, key, brands, words);
  const fits = (key: string) => key === found || (field === 'model' && isMember(brands.wanted, key, found));
  return choiceText(wanted.keys, { nameOf, fits }, words);
}

function wantedName(field: MatchField, key: string, brands: Brands, { options }: ExplanationWords): string {
  if (field === 'brand') return brandName(key);
  if (field === 'model') return modelText(brands.wanted, key, options);
  return optionText(field as OptionField, key, options);
}

/** Of a long list the name that the ad fits is never among those that are only counted. */
function choiceText(
  keys: readonly string[],
  { nameOf, fits }: { nameOf: (key: string) => string; fits: (key: string) => boolean },
  { t, locale }: ExplanationWords,
): string {
  if (keys.length <= MOST_NAMES) return formatChoice(keys.map(nameOf), locale);
  const told = [...keys.filter(fits), ...keys.filter((key) => !fits(key))].slice(0, MOST_NAMES - 1);
  const more = t('explanation:more', { number: keys.length - told.length });
  return formatChoice([...told.map(nameOf), more], locale);
}

function isMember(brand: string, group: string, model: string | number | null): boolean {
  return expandModels(brand, [group]).includes(String(model));
}

function boundsText(field: MatchField, range: Wanted & { kind: 'between' }, words: ExplanationWords): string {
  const { t, locale } = words;
  if (field === 'year') return yearsText(range, t) ?? '';
  const litres = { unit: t('common:unit.litre'), format: (value: number) => formatVolume(value, locale) };
  const wholes = { unit: field === 'price' ? '€' : t('common:unit.kilometre'), format: formatWhole };
  return rangeText(range, field === 'volume' ? litres : wholes, t) ?? '';
}

/** A key without a text is shown as it is. An option that names two kinds must not read as two of a list. */
function optionText(field: OptionField, key: string, options: OptionTexts): string {
  const list = field === 'gearBox' ? 'gearbox' : field;
  const text = (options as (key: string, given: object) => string)(`${list}.${key}`, { defaultValue: key });
  return field === 'area' ? text : inSentence(text).replaceAll(', ', '/');
}
