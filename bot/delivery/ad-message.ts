import type { InlineKeyboardButton } from 'grammy/types';
import { brandName, modelName, OTHER_MODEL } from '#core/catalog/brands.ts';
import type { AdFacts } from '#core/contracts/ad.ts';
import { formatMileage, formatPrice, formatVolume, formatWhole, inSentence } from '#core/i18n/formats.ts';
import type { Locale } from '#core/i18n/locales.ts';
import type { AlertContent } from '#core/notifications/message-sender.ts';
import type { AppLinks } from '../links.ts';
import type { Translate } from '../texts.ts';
import { ageText } from './age-text.ts';
import { editFiltersButton, filterSwitchButton, hideButton, quotedName } from './alert-buttons.ts';
import { cleanText, cutText, type Line, type Piece, safeLink, toHtml, toPlain } from './rich-text.ts';

/** In which language, at what time and with which addresses a message is worded. */
export interface Wording {
  readonly locale: Locale;
  readonly t: Translate;
  readonly now: Date;
  readonly links: AppLinks;
}

export interface AdMessage {
  /** For a caption, too, where it is an alert: at most 1024 visible characters. */
  readonly html: string;
  /** The same without markup; of an alert with the address written out. */
  readonly plain: string;
  readonly photo: string | null;
  /** The address whose preview stands in for a photo. */
  readonly preview: string | null;
  readonly keyboard: InlineKeyboardButton[][];
}

/** A line may end with it, never begin. */
const SEPARATOR = '\u00a0· ';
const HEADING_LENGTH = 120;
/** More names than this neither help nor fit under a photo. */
const NAMED_FILTERS = 3;
const DIGEST_LENGTH = 4096;
/** As many alerts as a digest is made of at once are all listed, whatever their titles. */
const DIGEST_HEADING_LENGTH = 90;
/** Telegram takes 100 styled runs in a message; an ad has at most four. */
const DIGEST_ADS = 24;

/** One ad with its facts and buttons. */
export function alertMessage(alert: AlertContent, wording: Wording): AdMessage {
  const link = safeLink(alert.url);
  const title = heading(alert, link, wording);
  const price = pricePieces(alert);
  const facts = factTexts(alert.facts, wording);
  const lines: Line[] =
    oldPriceOf(alert) === null
      ? [title, joined(price, facts), placeLine(alert, wording), filterLine(alert, wording)]
      : [price, title, joined([], facts), placeLine(alert, wording), filterLine(alert, wording)];
  const shown = lines.filter((line) => line.length > 0).map(withCapital);
  return {
    html: toHtml(shown),
    plain: link ? `${toPlain(shown)}\n${link}` : toPlain(shown),
    photo: safeLink(alert.photo),
    preview: link,
    keyboard: alertKeyboard(alert, link, wording),
  };
}

/** Several ads in one message, two lines for each, as many as fit. */
export function digestMessage(alerts: readonly AlertContent[], wording: Wording): AdMessage {
  const { t, links } = wording;
  const lines: Line[] = [[{ text: t('alert.digest', { count: alerts.length }), style: 'bold' }]];
  const room = DIGEST_LENGTH - HEADING_LENGTH;
  let left = alerts.length;
  for (const alert of alerts.slice(0, DIGEST_ADS)) {
    const next = digestLines(alert, wording);
    if (toPlain([...lines, ...next]).length > room) break;
    lines.push(...next);
    left -= 1;
  }
  if (left > 0) lines.push([{ text: t('alert.more', { count: left }) }]);
  return {
    html: toHtml(lines),
    plain: toPlain(lines),
    photo: null,
    preview: null,
    keyboard: [[{ text: t('filters.open'), web_app: { url: links.filters } }]],
  };
}

function digestLines(alert: AlertContent, wording: Wording): Line[] {
  const { facts } = alert;
  const { t } = wording;
  const rest = [
    facts.mileage === null ? null : formatMileage(facts.mileage, t('common:unit.kilometre')),
    facts.area === null ? null : t(`options:area.${facts.area}`),
  ].filter((text) => text !== null);
  const lines = [heading(alert, safeLink(alert.url), wording, DIGEST_HEADING_LENGTH), joined(pricePieces(alert), rest)];
  return lines.filter((line) => line.length > 0);
}

/** What the ad is about, as a link where there is one. */
export function heading(
  ad: Pick<AlertContent, 'facts' | 'title'>,
  link: string | null,
  { t }: { t: Translate },
  maxUnits = HEADING_LENGTH,
): Line {
  const { brand, model, year } = ad.facts;
  const title = cleanText(ad.title ?? '');
  const name = brand === null ? title || t('alert.untitled') : carName(brand, model);
  const isYearTold = year === null || (brand === null && title.includes(String(year)));
  const ending = isYearTold ? '' : `${SEPARATOR}${year}`;
  return [{ text: cutText(name, maxUnits - ending.length) + ending, style: 'bold', link }];
}

function carName(brand: string, model: string | null): string {
  const make = brandName(brand);
  return cleanText(model === null || model === OTHER_MODEL ? make : `${make} ${modelName(brand, model)}`);
}

/** The price before, where this alert is about a fall of it. */
function oldPriceOf({ occasion, price, oldPrice }: AlertContent): number | null {
  return occasion === 'price_drop' && price !== null && oldPrice !== null && oldPrice > price ? oldPrice : null;
}

function pricePieces(alert: AlertContent): Piece[] {
  const { price } = alert;
  if (price === null) return [];
  const oldPrice = oldPriceOf(alert);
  if (oldPrice === null) return [{ text: formatPrice(price), style: 'bold' }];
  const percent = Math.round(((oldPrice - price) / oldPrice) * 100);
  const change = percent === 0 ? '' : ` (−${percent}\u00a0%)`;
  return [
    { text: formatWhole(oldPrice), style: 'struck' },
    { text: ' ' },
    { text: formatPrice(price) + change, style: 'bold' },
  ];
}

function factTexts(facts: AdFacts, { locale, t }: Wording): string[] {
  const texts = [
    facts.mileage === null ? null : formatMileage(facts.mileage, t('common:unit.kilometre')),
    engineText(facts, locale, t),
    facts.gearBox === null ? null : inSentence(t(`options:gearbox.${facts.gearBox}`)),
    facts.checkup === null ? null : t('alert.inspection', { month: facts.checkup }),
  ];
  return texts.filter((text) => text !== null);
}

function engineText({ engine, volume }: AdFacts, locale: Locale, t: Translate): string | null {
  const name = engine === null || engine === 'other' ? null : inSentence(t(`options:engine.${engine}`));
  if (volume === null) return name;
  return `${formatVolume(volume, locale)} ${name ?? t('common:unit.litre')}`;
}

/** A line begins with a capital, also where the fact that would stand first is not known. */
function withCapital([first, ...rest]: Line): Line {
  return first ? [{ ...first, text: first.text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) }, ...rest] : [];
}

function joined(first: readonly Piece[], texts: readonly string[]): Line {
  if (first.length === 0) return texts.length > 0 ? [{ text: texts.join(SEPARATOR) }] : [];
  return [...first, ...texts.map((text) => ({ text: SEPARATOR + text }))];
}

function placeLine(alert: AlertContent, wording: Wording): Line {
  const { t } = wording;
  const age = ageText(wording.now.getTime() - alert.since.getTime(), t);
  const told = oldPriceOf(alert) === null ? age : t('alert.priceChanged', { age });
  const { area } = alert.facts;
  return [{ text: area === null ? told : `${t(`options:area.${area}`)}${SEPARATOR}${told}` }];
}

function filterLine({ filters }: AlertContent, { t }: Wording): Line {
  if (filters.length === 0) return [];
  const names = filters
    .slice(0, NAMED_FILTERS)
    .map(({ name }) => quotedName(name, t))
    .join(', ');
  const left = filters.length - NAMED_FILTERS;
  if (left > 0) return [{ text: t('alert.filtersMore', { names, count: left }) }];
  return [{ text: t(filters.length === 1 ? 'alert.filter' : 'alert.filters', { names }) }];
}

function alertKeyboard(alert: AlertContent, link: string | null, { t, links }: Wording): InlineKeyboardButton[][] {
  const open = link ? [{ text: t('alert.button.open'), url: link }] : [];
  const first = [...open, hideButton(alert.adId, false, t)];
  if (alert.filters.length === 0) return [first];
  const isOnly = alert.filters.length === 1;
  const edit = editFiltersButton(
    alert.filters.map(({ id }) => id),
    links,
    t,
  );
  const switches = alert.filters
    .slice(0, NAMED_FILTERS)
    .map(({ id, name }) => filterSwitchButton({ id, name: isOnly ? null : name }, true, t));
  // A label with a name needs the whole width: Telegram cuts what does not fit.
  return isOnly ? [first, [edit, ...switches]] : [first, ...switches.map((button) => [button]), [edit]];
}
