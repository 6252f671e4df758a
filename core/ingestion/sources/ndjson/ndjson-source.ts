import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import pLimit from 'p-limit';
import {
  type AdDetails,
  type AdPage,
  type AdSource,
  type BadRow,
  type ListPage,
  SourceError,
} from '../../ad-source.ts';
import { PoliteClient, type PoliteClientOptions } from '../polite-client.ts';
import { MAX_LINE_LENGTH, type NdjsonAd, parseNdjsonAd } from './ndjson-ad.ts';

/** Where the ads are: a file of this machine, or an address. */
type Place = { readonly path: string } | { readonly url: string };

export type NdjsonSourceOptions = Place &
  Pick<PoliteClientOptions, 'allowPrivate' | 'delayMs' | 'budgetPerHour' | 'clock' | 'sleep'>;

/** Ads, or bad lines, of one page of a file. */
const PAGE_SIZE = 500;
const MAX_FEED_BYTES = 50 * 1024 * 1024;
const FEED_TYPES = /^(?:application\/(?:x-)?(?:nd|json)|text\/plain)/i;

/** The lines of a text that comes in parts. A line that grows beyond the limit is cut, so that it ends as a bad row. */
async function* linesOf(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const part of parts) {
    const lines = (rest + part).split('\n');
    rest = (lines.pop() ?? '').slice(0, MAX_LINE_LENGTH + 1);
    yield* lines;
  }
  yield rest;
}

async function* readLines(parts: AsyncIterable<string>): AsyncGenerator<ReturnType<typeof parseNdjsonAd>> {
  for await (const line of linesOf(parts)) {
    const text = line.replace(/^\uFEFF/, '').trim();
    if (text !== '') yield parseNdjsonAd(text);
  }
}

async function* oneText(text: string): AsyncGenerator<string> {
  yield text;
}

function pageOf(ads: readonly NdjsonAd[], badRows: readonly BadRow[]): ListPage {
  return { ads: ads.map(({ source, ...ad }) => ad), badRows, unknownValues: {}, next: null, notModified: false };
}

/** What has been read of a file and not been given out. */
interface Pending {
  source: string;
  ads: NdjsonAd[];
  badRows: BadRow[];
}

/**
 * Reads a file of ads, one a line, in pages of one source each, in the order of the file. A bad line is counted with
 * the ads it stands among; `source` is empty when the whole file holds nothing else. Throws `SourceError` when the
 * file cannot be read.
 */
export async function* readAdFile(path: string): AsyncGenerator<{ readonly source: string; readonly page: ListPage }> {
  let pending: Pending = { source: '', ads: [], badRows: [] };
  const given = () => ({ source: pending.source, page: pageOf(pending.ads, pending.badRows) });
  try {
    for await (const line of readLines(createReadStream(path, 'utf8'))) {
      const source = 'ad' in line ? line.ad.source : pending.source;
      const full = pending.ads.length + pending.badRows.length >= PAGE_SIZE;
      if (full || (pending.ads.length > 0 && source !== pending.source)) {
        yield given();
        pending = { source, ads: [], badRows: [] };
      }
      pending.source = source;
      if ('ad' in line) pending.ads.push(line.ad);
      else pending.badRows.push(line.badRow);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new SourceError('unavailable', `${path} cannot be read`, { cause: error });
  }
  if (pending.ads.length + pending.badRows.length > 0) yield given();
}

/** A feed may hold the ads of several sites, whose ids know nothing of each other. */
function withFullId(ad: NdjsonAd): NdjsonAd {
  return { ...ad, externalId: `${ad.source}:${ad.externalId}` };
}

/** One list page: the whole feed. An ad has no page of its own; its line says all there is. */
class NdjsonSource implements AdSource {
  readonly id = 'ndjson';
  readonly #place: Place;
  readonly #client: PoliteClient | null;
  /** One read at a time: one that was overtaken would take the ads that have come since for gone. */
  readonly #inTurn = pLimit(1);
  #ads: ReadonlyMap<string, NdjsonAd> | null = null;
  /** Read for the sake of one ad, so that an address which is asked conditionally says no more that it has changed. */
  #unlisted: ListPage | null = null;

  constructor(options: NdjsonSourceOptions) {
    this.#place = options;
    const limits = { maxBytes: MAX_FEED_BYTES, contentType: FEED_TYPES };
    this.#client =
      'url' in options ? new PoliteClient({ ...options, ...limits, hosts: [new URL(options.url).host] }) : null;
  }

  fetchList(_cursor: string | null, signal: AbortSignal): Promise<ListPage> {
    return this.#inTurn(async () => {
      const page = await this.#readList(signal);
      const unlisted = this.#unlisted;
      this.#unlisted = null;
      return page.notModified && unlisted ? unlisted : page;
    });
  }

  async #readList(signal: AbortSignal): Promise<ListPage> {
    const text = await this.#read(signal);
    if (text === null) return { ...pageOf([], []), notModified: true };
    const ads = new Map<string, NdjsonAd>();
    const badRows: BadRow[] = [];
    for await (const line of readLines(oneText(text))) {
      if ('ad' in line) ads.set(line.ad.url, withFullId(line.ad));
      else badRows.push(line.badRow);
    }
    if (ads.size === 0 && badRows.length > 0) {
      throw new SourceError('layout', `none of the ${badRows.length} lines is an ad: ${badRows[0]?.reason}`);
    }
    this.#ads = ads;
    return pageOf([...ads.values()], badRows);
  }

  async fetchAd(url: string, signal: AbortSignal): Promise<AdPage> {
    // One that another process has stored may have come after this one read the list, and is not gone.
    if (!this.#ads?.has(url)) await this.#look(signal);
    const ad = this.#ads?.get(url);
    if (!ad) return { state: 'gone' };
    const { source, externalId, url: _, ...details } = ad;
    return { state: 'found', details: details satisfies AdDetails };
  }

  /** Brings up to date which ads there are, without taking anything away from who reads the list. */
  #look(signal: AbortSignal): Promise<void> {
    return this.#inTurn(async () => {
      const page = await this.#readList(signal);
      if (!page.notModified) this.#unlisted = page;
    });
  }

  /** `null` when the feed has not changed since it was last read. */
  async #read(signal: AbortSignal): Promise<string | null> {
    if ('path' in this.#place) {
      const { path } = this.#place;
      return readFile(path, { encoding: 'utf8', signal }).catch((error: unknown) => {
        signal.throwIfAborted();
        throw new SourceError('unavailable', `${path} cannot be read`, { cause: error });
      });
    }
    const page = await this.#client?.get(new URL(this.#place.url), { signal, conditional: true });
    if (page?.state === 'missing') throw new SourceError('unavailable', `there is nothing at ${this.#place.url}`);
    return page?.state === 'found' ? page.text : null;
  }
}

/** Ads of a file or of an address, one JSON object a line, see `parseNdjsonAd`. */
export function createNdjsonSource(options: NdjsonSourceOptions): AdSource {
  return new NdjsonSource(options);
}
