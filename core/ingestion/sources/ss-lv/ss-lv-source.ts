import { type Clock, systemClock } from '../../../clock.ts';
import { type AdPage, type AdSource, type ListPage, SourceError, type Urgency } from '../../ad-source.ts';
import { PoliteClient, type PoliteClientOptions } from '../polite-client.ts';
import { parseAdPage } from './ss-lv-ad-parser.ts';
import { parseListPage, parseSections } from './ss-lv-list-parser.ts';
import {
  cursorOf,
  isListPath,
  type ListPlace,
  NEWEST_LIST,
  pathOf,
  placeOf,
  readSourceUrl,
  sectionsPath,
} from './ss-lv-list-place.ts';
import { toAdDetails, toListContents } from './ss-lv-mapping.ts';
import { canonicalAdUrl, hostsOf } from './ss-lv-url.ts';

export interface SsLvSourceOptions
  extends Pick<PoliteClientOptions, 'allowPrivate' | 'delayMs' | 'budgetPerHour' | 'timeoutMs' | 'sleep'> {
  /** The site, or one of its lists (`https://www.ss.lv/lv/transport/cars/bmw/`) that is then read alone. */
  readonly baseUrl?: string;
  readonly clock?: Clock;
}

/** What the site's robots.txt is known to forbid, should it once fail to say so. */
const FORBIDDEN_PATHS = [/^\/en\//, /\/fDgSeF4[^/]*\.html$/, /_f\//, /^\/photo\//, /^\/c\//, /^\/go\//, /\/contacts\//];

const SECTIONS_LIFE_MS = 60 * 60 * 1000;
const NOTHING: ListPage = { ads: [], badRows: [], unknownValues: {}, next: null, notModified: false };

/**
 * The lists and ad pages of ss.lv. The newest ads of the whole market come first (cursor `today/page2`), then every
 * section from its first to its last page (`bmw/page7`), so a complete read sees each ad on offer at least once; ads of
 * today come twice.
 */
class SsLvSource implements AdSource {
  readonly id = 'ss-lv';
  readonly #base: URL;
  readonly #client: PoliteClient;
  readonly #clock: Clock;
  readonly #language: string;
  readonly #onlyList: string | null;
  #sections: { readonly names: readonly string[]; readonly readAt: number } | null = null;
  /** Where the first page led to when it was last read in full; asked for when it has not changed since. */
  #afterFirst: string | null = null;

  constructor({ baseUrl = 'https://www.ss.lv/', ...options }: SsLvSourceOptions) {
    this.#base = new URL(baseUrl);
    this.#clock = options.clock ?? systemClock;
    const { language, onlyList } = readSourceUrl(this.#base);
    this.#language = language;
    this.#onlyList = onlyList;
    this.#client = new PoliteClient({ ...options, hosts: hostsOf(this.#base), forbiddenPaths: FORBIDDEN_PATHS });
  }

  async fetchList(cursor: string | null, signal: AbortSignal): Promise<ListPage> {
    const place = cursor === null ? { list: this.#onlyList ?? NEWEST_LIST, page: 1 } : placeOf(cursor);
    const url = new URL(pathOf(place, this.#language), this.#base);
    // The ads of the first page are read before the second one: on most polls nothing new stands there.
    const urgency = cursor === null ? 'news' : 'soon';
    const page = await this.#client.get(url, { signal, conditional: cursor === null, urgency });
    if (page.state === 'notModified') return { ...NOTHING, next: this.#afterFirst, notModified: true };
    if (page.state === 'missing' || page.url.pathname !== url.pathname) {
      return { ...NOTHING, next: await this.#afterMissing(place, page.url, signal) };
    }
    const raw = parseListPage(page.text, page.url);
    const next =
      raw.nextPage === null ? await this.#nextList(place, signal) : cursorOf({ ...place, page: raw.nextPage });
    if (cursor === null) this.#afterFirst = next;
    return { ...toListContents(raw, this.#clock.now()), next, notModified: false };
  }

  async fetchAd(address: string, signal: AbortSignal, urgency: Urgency): Promise<AdPage> {
    const url = canonicalAdUrl(address, this.#base);
    if (url === null) throw new SourceError('refused', `${address} is no ad of this site`);
    const page = await this.#client.get(new URL(url), { signal, urgency });
    if (page.state === 'missing' || isListPath(page.url.pathname)) return { state: 'gone' };
    if (canonicalAdUrl(page.url.href, this.#base) !== url) {
      throw new SourceError('layout', `${url} led to ${page.url.href}`);
    }
    const parsed = parseAdPage(page.text, page.url);
    if (parsed.state === 'gone') return parsed;
    return { state: 'found', details: toAdDetails(parsed.ad, url, this.#clock.now()).ad };
  }

  /** A page past the end leads to the first one, and a section without ads to the brands: the list is over. */
  async #afterMissing(place: ListPlace, landed: URL, signal: AbortSignal): Promise<string | null> {
    const first = place.page === 1 && place.list === (this.#onlyList ?? NEWEST_LIST);
    if (first || !isListPath(landed.pathname)) {
      throw new SourceError('layout', `${pathOf(place, this.#language)} led to ${landed.pathname}`);
    }
    return this.#nextList(place, signal);
  }

  async #nextList({ list }: ListPlace, signal: AbortSignal): Promise<string | null> {
    if (this.#onlyList !== null) return null;
    const sections = await this.#readSections(signal);
    // A section that was taken off the site while it was read is followed by the first: sections come twice then.
    const next = sections[sections.indexOf(list) + 1];
    return next === undefined ? null : cursorOf({ list: next, page: 1 });
  }

  async #readSections(signal: AbortSignal): Promise<readonly string[]> {
    const now = this.#clock.now().getTime();
    if (this.#sections && now - this.#sections.readAt < SECTIONS_LIFE_MS) return this.#sections.names;
    const url = new URL(sectionsPath(this.#language), this.#base);
    const page = await this.#client.get(url, { signal });
    const names = parseSections(page.text);
    this.#sections = { names, readAt: now };
    return names;
  }
}

/** Reads ss.lv (or its emulator) politely; see `PoliteClient` for delay and budget. */
export function createSsLvSource(options: SsLvSourceOptions = {}): AdSource {
  return new SsLvSource(options);
}
