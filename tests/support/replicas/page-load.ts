import autocannon from 'autocannon';
import type { FilterCreated } from '#core/contracts/filter-answers.ts';
import { PATHS, pathWith } from '#core/contracts/paths.ts';
import { quantile } from '../chaos/outage-verdict.ts';
import type { SignedIn } from './replica-world.ts';

const CONNECTIONS = 20;
const PER_SECOND = 100;
/** Longer than any test: it is stopped. */
const LONGEST_S = 3_600;

const PAGE = { accept: 'text/html,*/*' };

/** A filter of a price that no ad has, under one name or another. */
const wishes = (filterName: string) =>
  JSON.stringify({ filters: { filterName, priceMin: 99_000_000, priceMax: 99_000_001, active: 1 } });

interface LoadFigures {
  readonly answered: number;
  readonly p99: number;
  readonly slowest: number;
  readonly failed: Pick<autocannon.Result, 'errors' | 'timeouts' | 'non2xx' | 'mismatches'>;
}

/** What people who use the pages ask for, at an even pace over connections that are kept, until it is stopped. */
export class PageLoad {
  readonly #cannon: autocannon.Instance;
  readonly #result: Promise<autocannon.Result>;
  readonly #times: number[] = [];

  private constructor(url: string, requests: autocannon.Request[]) {
    const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
    this.#cannon = autocannon(
      { url, requests, connections: CONNECTIONS, overallRate: PER_SECOND, duration: LONGEST_S, timeout: 20 },
      (error, result) => (error ? reject(error) : resolve(result)),
    );
    // In a worker's thread it leaves its own figures of the time for somebody else to put together.
    this.#cannon.on('response', (_client, _status, _bytes, ms) => this.#times.push(ms));
    this.#result = promise;
  }

  /** A tenth of the requests writes; the others read what is the user's, and the page with all of its files. */
  static async start(url: string, headers: SignedIn): Promise<PageLoad> {
    const path = pathWith(PATHS.filterUpdate, { filterId: await newFilter(url, headers) });
    const save = (name: string): autocannon.Request => ({ method: 'PUT', path, headers, body: wishes(name) });
    const own = { path: PATHS.filters, headers };
    const assets = await filesOf(url);
    const pages = ['/', '/filters', ...assets, PATHS.health].map((path) => ({ path, headers: PAGE }));
    return new PageLoad(url, [own, save('one name'), ...pages, own, save('another name'), own]);
  }

  /** @returns what became of all requests; times in milliseconds */
  async stop(): Promise<LoadFigures> {
    this.#cannon.stop();
    const { errors, timeouts, non2xx, mismatches } = await this.#result;
    const [p99, slowest] = [quantile(this.#times, 0.99), quantile(this.#times, 1)];
    return { answered: this.#times.length, p99, slowest, failed: { errors, timeouts, non2xx, mismatches } };
  }
}

async function newFilter(url: string, headers: SignedIn): Promise<number> {
  const made = await fetch(url + PATHS.filterNew, { method: 'POST', headers, body: wishes('a name') });
  if (!made.ok) throw new Error(await made.text());
  const { filterId } = (await made.json()) as FilterCreated;
  return filterId;
}

/** Scripts and styles that the page names. */
async function filesOf(url: string): Promise<string[]> {
  const page = await (await fetch(url, { headers: PAGE })).text();
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
  if (files.length === 0) throw new Error('the web app is not built: npm run build');
  return files;
}
