import type { CheerioAPI } from 'cheerio';
import { type BadRow, FEW_ROWS, SourceError } from '../../ad-source.ts';
import { loadPage } from './load-page.ts';
import { linesOf, type Selection } from './page-text.ts';
import { canonicalAdUrl, photoUrl } from './ss-lv-url.ts';

/** The texts of one row, as the page has them; a missing column is an empty text. */
export interface RawRow extends Record<Column, string> {
  readonly externalId: string;
  readonly url: string;
  readonly title: string;
  readonly photo: string | null;
}

export interface RawListPage {
  readonly rows: readonly RawRow[];
  readonly badRows: readonly BadRow[];
  readonly page: number;
  readonly nextPage: number | null;
}

type Column = (typeof COLUMNS)[number];
const COLUMNS = ['car', 'model', 'year', 'volume', 'mileage', 'price'] as const;

/** How the headings of the columns begin, in Latvian and in Russian. */
const HEADINGS: readonly (readonly [RegExp, Column])[] = [
  [/^(mark|марк)/, 'car'],
  [/^(mode|моде)/, 'model'],
  [/^(gad|год)/, 'year'],
  [/^(tilp|об)/, 'volume'],
  [/^(nobr|проб)/, 'mileage'],
  [/^(cen|цен)/, 'price'],
];

/** Before the columns stand the checkbox, the thumbnail and the title. */
const LEADING_CELLS = 3;
const USUAL_COLUMNS: readonly (Column | null)[] = ['car', 'year', 'volume', 'mileage', 'price'];

/** The number in the id of an ad's row; banner rows have none ("tr_bnr_712"). */
function rowId(id: string | undefined): string | null {
  return /^tr_(\d{1,18})$/.exec(id ?? '')?.[1] ?? null;
}

/** The order of the columns by their headings, so that a moved column is not read as another fact. */
function readColumns($: CheerioAPI): readonly (Column | null)[] | null {
  const head = $('tr#head_line');
  if (head.length === 0) return null;
  const headings = head.first().children('td, th').slice(1).toArray();
  const columns = headings.map((cell) => {
    const label = $(cell).text().trim().toLowerCase();
    return HEADINGS.find(([pattern]) => pattern.test(label))?.[1] ?? null;
  });
  if (!columns.includes('year') || !columns.includes('price')) {
    throw new SourceError('layout', 'the list has no columns for year and price');
  }
  return columns;
}

function readRow(row: Selection, columns: readonly (Column | null)[], base: URL): RawRow | string {
  const cells = row.children('td');
  if (cells.length !== LEADING_CELLS + columns.length) return `${cells.length} cells`;
  const link = row.find('a[id^="dm_"], a.am').first();
  const url = canonicalAdUrl(link.attr('href') ?? '', base);
  if (url === null) return 'no link to an ad';
  const texts = { car: '', model: '', year: '', volume: '', mileage: '', price: '' };
  columns.forEach((column, index) => {
    if (column) texts[column] = linesOf(cells.eq(LEADING_CELLS + index));
  });
  return {
    externalId: rowId(row.attr('id')) ?? '',
    url,
    title: linesOf(link),
    photo: photoUrl(row.find('img.isfoto').attr('src') ?? '', base),
    ...texts,
  };
}

function pageNumber(address: string): number {
  return Number(/\/page([1-9]\d{0,5})\.html$/.exec(address)?.[1] ?? 1);
}

function readPager($: CheerioAPI, pageUrl: URL): Pick<RawListPage, 'page' | 'nextPage'> {
  const shown = Number($('button.navia').first().text());
  const page = Number.isInteger(shown) && shown > 0 ? shown : pageNumber(pageUrl.pathname);
  const linked = $('a[name="nav_id"][href]')
    .toArray()
    .map((link) => pageNumber($(link).attr('href') ?? ''));
  // On the first page "previous" leads to the last one, on the last page "next" to the first.
  const after = linked.filter((number) => number > page);
  return { page, nextPage: after.length > 0 ? page + 1 : null };
}

/**
 * Reads a list page. Rows that cannot be read are set apart; a page that is no list, or has more than a few rows and
 * not one readable ad, throws `SourceError('layout')`.
 */
export function parseListPage(html: string, pageUrl: URL): RawListPage {
  const $ = loadPage(html);
  const columns = readColumns($);
  const elements = $('tr[id]').filter((_, row) => rowId($(row).attr('id')) !== null);
  if (!columns && elements.length === 0) throw new SourceError('layout', 'the page is not a list of ads');
  const rows = new Map<string, RawRow>();
  const badRows: BadRow[] = [];
  for (const element of elements) {
    const row = readRow($(element), columns ?? USUAL_COLUMNS, pageUrl);
    if (typeof row === 'string') badRows.push({ externalId: rowId($(element).attr('id')), reason: row });
    else if (!rows.has(row.externalId)) rows.set(row.externalId, row);
  }
  if (rows.size === 0 && elements.length > (columns ? FEW_ROWS : 0)) {
    throw new SourceError('layout', `none of the ${elements.length} rows could be read: ${badRows[0]?.reason}`);
  }
  return { rows: [...rows.values()], badRows, ...readPager($, pageUrl) };
}

/** The sections of the page that lists the brands, as they stand in its addresses, in its order. */
export function parseSections(html: string): readonly string[] {
  const $ = loadPage(html);
  const sections = $('h4 a[href], a.a_category[href]')
    .toArray()
    .flatMap((link) => /^\/(?:lv|ru)\/transport\/cars\/([a-z0-9-]+)\/$/.exec($(link).attr('href') ?? '')?.[1] ?? []);
  if (sections.length === 0) throw new SourceError('layout', 'the page of the brands names no section');
  return [...new Set(sections)];
}
