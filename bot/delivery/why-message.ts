import { factsOf } from '#core/ads/ad-facts.ts';
import { formatPrice } from '#core/i18n/formats.ts';
import { type ExplainedFact, type ExplanationWords, explainInWords } from '#core/matching/explanation.ts';
import type { ExplainedFilter } from '#core/matching/match-explainer.ts';
import type { ToldAlert } from '#core/notifications/told-alerts.ts';
import type { Translate } from '../texts.ts';
import { heading } from './ad-message.ts';
import { quotedName } from './alert-buttons.ts';
import { cleanText, cutText, type Line, safeLink, toPlain } from './rich-text.ts';

/** What an explanation is worded with. */
export interface WhyWording {
  readonly t: Translate;
  readonly words: ExplanationWords;
}

const MESSAGE_LENGTH = 4096;
/** What is said below the filters. */
const ENDING_LENGTH = 200;
/** Thirteen facts of these lengths and all that stands around them fit into one message. */
const FOUND_LENGTH = 60;
const WANTED_LENGTH = 160;
const CHOICE_LENGTH = 60;
const EMPTY: Line = [{ text: '' }];

/** Why an alert came, by each of the filters that it named, on what they ask and the ad says now. */
export function whyMessage(alert: ToldAlert, filters: readonly ExplainedFilter[], wording: WhyWording): Line[] {
  const { t } = wording;
  const lines = [heading(adOf(alert), safeLink(alert.ad.url), wording), ...adNotes(alert, t)];
  let left = filters.length;
  for (const filter of filters) {
    const next = [EMPTY, ...filterLines(filter, alert, wording)];
    if (toPlain([...lines, ...next]).length > MESSAGE_LENGTH - ENDING_LENGTH) break;
    lines.push(...next);
    left -= 1;
  }
  if (left > 0) lines.push(EMPTY, plain(t('alert.more', { count: left })));
  const deleted = alert.filterIds.length - filters.length;
  if (deleted > 0) lines.push(EMPTY, plain(t('why.filtersDeleted', { count: deleted })));
  return lines;
}

/** The ad on a button: "BMW 320 · 2017 · 12 900 €". */
export function choiceText(alert: ToldAlert, wording: WhyWording): string {
  const { price } = alert.payload;
  const name = toPlain([heading(adOf(alert), null, wording)]);
  return cutText(price === null ? name : `${name} · ${formatPrice(price)}`, CHOICE_LENGTH);
}

const adOf = ({ ad }: ToldAlert) => ({ facts: factsOf(ad), title: ad.title ?? null });

/** What was special about the alert, and what has become of the ad since. */
function adNotes({ payload, ad }: ToldAlert, t: Translate): Line[] {
  const notes: Line[] = [];
  const change = (key: 'why.priceFell' | 'why.priceNow', before: number, now: number) =>
    plain(t(key, { before: formatPrice(before), now: formatPrice(now) }));
  const { occasion, price, oldPrice } = payload;
  if (occasion === 'price_drop' && price !== null && oldPrice !== null)
    notes.push(change('why.priceFell', oldPrice, price));
  if (price !== null && ad.price != null && ad.price !== price) notes.push(change('why.priceNow', price, ad.price));
  if (ad.goneAt ?? ad.supersededAt) notes.push(plain(t('why.gone')));
  return notes;
}

function filterLines({ filter, checks }: ExplainedFilter, { sentAt }: ToldAlert, { t, words }: WhyWording): Line[] {
  const { matches, facts, rest } = explainInWords(checks, words);
  const name = quotedName(filter.name, t);
  const lines: Line[] = [[{ text: t(matches ? 'why.matches' : 'why.noLonger', { name }), style: 'bold' }]];
  if (!filter.active) lines.push(plain(t('why.filterOff')));
  // A new name and switching it off count as edits, too: neither is why a filter does not match.
  if (!matches && filter.active && filter.editedAt > sentAt) lines.push(plain(t('why.filterChanged')));
  lines.push(...facts.map((fact) => factLine(fact, t)));
  if (rest !== null) lines.push(plain(rest));
  return lines;
}

function factLine(fact: ExplainedFact, t: Translate): Line {
  const isNamed = fact.field === 'brand' || fact.field === 'model';
  // A source may name cars that no catalogue knows; all else is our own text, with figures and units that stay together.
  const shown = (text: string, length: number) => cutText(isNamed ? cleanText(text) : text, length);
  const found = shown(fact.found, FOUND_LENGTH);
  const wanted = shown(fact.wanted, WANTED_LENGTH);
  const told = found === wanted ? found : t('why.asked', { found, wanted });
  return plain(`${fact.ok ? '✓' : '✗'} ${fact.label}: ${told}`);
}

const plain = (text: string): Line => [{ text }];
