import type { CheerioAPI } from 'cheerio';
import { SourceError } from '../../ad-source.ts';
import { loadPage } from './load-page.ts';
import { linesOf, type Selection } from './page-text.ts';
import { photoUrl } from './ss-lv-url.ts';

/** The texts of an ad's own page that we use; telephone, VIN and names of people are not read at all. */
export interface RawAd extends Record<Field, string> {
  readonly title: string;
  readonly photo: string | null;
  /** Last words of the headline, behind brand and model. */
  readonly deal: string;
  readonly posted: string;
  readonly dealer: boolean;
}

export type RawAdPage = { readonly state: 'found'; readonly ad: RawAd } | { readonly state: 'gone' };

type Field = (typeof FIELDS)[number][0];

/** Field, id of its cell, and how its label begins where the page has no ids. */
const FIELDS = [
  ['car', 'tdo_31', /^(marka|марка)/],
  ['year', 'tdo_18', /^(izlaiduma gads|год)/],
  ['engine', 'tdo_15', /^(motors|двигатель)/],
  ['fuel', 'tdo_34', /^(degviela|dzinēja tips|топливо|тип двигателя)/],
  ['gearBox', 'tdo_35', /^(ātrumkārba|ātr\.? ?kārba|кор)/],
  ['mileage', 'tdo_16', /^(nobraukums|пробег)/],
  ['color', 'tdo_17', /^(krāsa|цвет)/],
  ['bodyType', 'tdo_32', /^(virsbūves tips|тип кузова)/],
  ['checkup', 'tdo_223', /^(tehniskā apskate|тех)/],
  ['price', 'tdo_8', /^(cena|цена)/],
  ['place', null, /^(vieta|место)/],
] as const;

const DEALER = /^(uzņēmums|компания|фирма)/;
const POSTED = /^(?:datums|izvietots|дата|размещено):\s*([\d.]+(?:\s+\d{1,2}:\d{2})?)/i;
const GONE_TEXT =
  /sludinājum\S{0,20} (?:nav atrast|ir dzēst|neeksistē|nav aktīv|termiņš)|объявлени\S{0,20} (?:не найден|удален|не существует)/i;

/** Longer texts are the seller's story, which is not kept. */
const TITLE_LENGTH = 72;

/** Labels and their values, in the table of the options or in that of the contacts. */
function readLabels($: CheerioAPI): ReadonlyMap<string, Selection> {
  const labels = new Map<string, Selection>();
  for (const row of $('tr')) {
    const cells = $(row).children('td');
    const label = labelOf(cells.eq(0));
    if (cells.length >= 2 && label !== '' && !labels.has(label)) labels.set(label, cells.eq(1));
  }
  return labels;
}

function labelOf(cell: Selection): string {
  return cell.text().replace(/\s+/g, ' ').trim().replace(/:$/, '').toLowerCase();
}

function cellOf($: CheerioAPI, labels: ReadonlyMap<string, Selection>, id: string | null, label: RegExp): Selection {
  const byId = id === null ? null : $(`#${id}`).first();
  if (byId && byId.length > 0) return byId;
  return [...labels].find(([text]) => label.test(text))?.[1] ?? $([]);
}

/** "Nobraukums, tūkst. km: 167" states the unit in its label. */
function withUnit(text: string, label: string): string {
  if (text === '' || /[^\d\s.,]/.test(text)) return text;
  return /tūkst|тыс/.test(label) ? `${text} tūkst.` : `${text} km`;
}

function readFields($: CheerioAPI, labels: ReadonlyMap<string, Selection>): Record<Field, string> {
  const texts = FIELDS.map(([field, id, pattern]) => {
    const cell = cellOf($, labels, id, pattern);
    const text = linesOf(cell);
    return [field, field === 'mileage' ? withUnit(text, labelOf(cell.prevAll('td').first())) : text] as const;
  });
  return Object.fromEntries(texts) as Record<Field, string>;
}

/** The beginning of the seller's text, as the lists cut it; the tables within it are facts, not text. */
function readTitle($: CheerioAPI): string {
  const text = $('#msg_div_msg').first().clone();
  text.find('table, script, style').remove();
  return Array.from(linesOf(text).replaceAll('\n', ' ')).slice(0, TITLE_LENGTH).join('');
}

function readPosted($: CheerioAPI): string {
  const footers = $('.msg_footer').toArray();
  return footers.map((footer) => POSTED.exec(linesOf($(footer)))?.[1]).find((date) => date !== undefined) ?? '';
}

/**
 * Reads an ad's own page. The page that says that the ad is no more is `gone`; one that is neither throws
 * `SourceError('layout')`.
 */
export function parseAdPage(html: string, pageUrl: URL): RawAdPage {
  const $ = loadPage(html);
  const labels = readLabels($);
  const fields = readFields($, labels);
  if (fields.car === '' && fields.price === '' && fields.year === '') {
    if (GONE_TEXT.test($('body').text().replace(/\s+/g, ' '))) return { state: 'gone' };
    throw new SourceError('layout', 'the page is not an ad');
  }
  const headline = linesOf($('h2.headtitle').first());
  const ad = {
    ...fields,
    title: readTitle($),
    photo: photoUrl($('img.pic_thumbnail.isfoto').first().attr('src') ?? '', pageUrl),
    deal: headline.split('/').at(-1)?.trim() ?? '',
    posted: readPosted($),
    dealer: [...labels.keys()].some((label) => DEALER.test(label)),
  };
  return { state: 'found', ad };
}
