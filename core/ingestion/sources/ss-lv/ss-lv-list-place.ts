import { SourceError } from '../../ad-source.ts';

/** Where a list stands below the root of the cars: `today`, `bmw`, `bmw/320/sell`. */
export interface ListPlace {
  readonly list: string;
  readonly page: number;
}

/** The whole market newest first, as far as it was placed or renewed within a day. */
export const NEWEST_LIST = 'today';

const ROOT = '/transport/cars/';
const CURSOR = /^((?:[a-z0-9-]+\/)+)page([1-9]\d{0,5})$/;

/** Which language and which one list an operator's address asks for; the bare site, or its cars, mean all lists. */
export function readSourceUrl(url: URL): { readonly language: 'lv' | 'ru'; readonly onlyList: string | null } {
  const match = /^\/(lv|ru)\/transport\/cars\/((?:[a-z0-9-]+\/)*)/.exec(url.pathname.toLowerCase());
  const list = match?.[2]?.replace(/\/$/, '') ?? '';
  return { language: match?.[1] === 'ru' ? 'ru' : 'lv', onlyList: list === '' ? null : list };
}

export function placeOf(cursor: string): ListPlace {
  const [, list = '', page] = CURSOR.exec(cursor) ?? [];
  if (list === '') throw new SourceError('refused', `"${cursor.slice(0, 100)}" is no place in the lists`);
  return { list: list.slice(0, -1), page: Number(page) };
}

export function cursorOf({ list, page }: ListPlace): string {
  return `${list}/page${page}`;
}

/** The path of a page; the first one has no number. */
export function pathOf({ list, page }: ListPlace, language: string): string {
  return `/${language}${ROOT}${list}/${page === 1 ? '' : `page${page}.html`}`;
}

/** The page that names the sections. */
export function sectionsPath(language: string): string {
  return `/${language}${ROOT}`;
}

/** Whether the site led from an ad or an empty list back to its lists, as it does with what is no more. */
export function isListPath(path: string): boolean {
  return /^\/(?:lv|ru)\/transport\/cars\//.test(path);
}
