import { expect } from 'vitest';
import { FACT_COLUMNS, factColumns } from '#core/ads/ad-facts.ts';
import { AdSearch } from '#core/ads/ad-search.ts';
import { priceDistribution, yearDistribution } from '#core/ads/distribution.ts';
import type { AdFacts } from '#core/contracts/ad.ts';
import { type FilterCriteria, NO_CRITERIA } from '#core/contracts/filter-criteria.ts';
import { type Database, runInFork } from '#core/db/open.ts';
import { countValuesInSql, searchInSql } from '#tools/bench/preview/sql-search.ts';
import { unknownCar } from './ad-builders.ts';
import { createTestClock } from './test-clock.ts';
import { openTestDatabase } from './test-database.ts';

const DAY_MS = 86_400_000;

/** How many days ago; null takes a time back. */
type AdTimes = Partial<Record<'postedAt' | 'firstSeenAt' | 'renewedAt' | 'goneAt' | 'supersededAt', number | null>>;

export interface StoredAd extends AdTimes {
  readonly facts?: Partial<AdFacts>;
  /** Whether it came as news; otherwise a first sweep found it. */
  readonly isNews?: boolean;
}

const FACT_NAMES = Object.fromEntries(FACT_COLUMNS.map(({ field, name }) => [field, name]));
const TIME_COLUMNS = {
  ...{ postedAt: 'posted_at', firstSeenAt: 'first_seen_at', renewedAt: 'renewed_at' },
  ...{ goneAt: 'gone_at', supersededAt: 'superseded_at' },
};

/** A store of ads, the search over it, and the same search by the database alone. */
export class MarketWorld {
  readonly database: Database;
  readonly clock = createTestClock();
  readonly search: AdSearch;
  #lastKey = 0;

  static async open(): Promise<MarketWorld> {
    return new MarketWorld(await openTestDatabase());
  }

  constructor(database: Database) {
    this.database = database;
    this.search = this.anotherSearch();
  }

  /** As another process of the service would have it. */
  anotherSearch(): AdSearch {
    return new AdSearch({ em: this.database.orm.em, clock: this.clock });
  }

  close(): Promise<void> {
    return this.database.close();
  }

  execute<Row>(sql: string, params: readonly unknown[] = []): Promise<Row[]> {
    return this.database.orm.em.fork().execute<Row[]>(sql, [...params]);
  }

  daysAgo(days: number): Date {
    return new Date(this.clock.now().getTime() - days * DAY_MS);
  }

  /** First seen today unless told otherwise. */
  async store({ facts = {}, isNews = true, ...times }: StoredAd = {}): Promise<number> {
    this.#lastKey += 1;
    const key = `ad-${this.#lastKey}`;
    const columns = { ...this.#factsIn({ ...unknownCar, ...facts }), ...this.#timesIn({ firstSeenAt: 0, ...times }) };
    const names = Object.keys(columns);
    const [ad] = await this.execute<{ id: string }>(
      `with added as (
        insert into ads (source, external_id, url, url_key, fingerprint, details_state, last_seen_at, ${names})
        values ('test', ?, ?, ?, ?, 'done', now(), ${names.map(() => '?')}) returning id
      ), told as (
        insert into ad_events (ad_id, kind, released_at, release_revision) select id, 'new', now(), 0 from added where ?
      )
      select id from added`,
      [key, `https://market.test/${key}`, key, key, ...Object.values(columns), isNews],
    );
    return Number(ad?.id);
  }

  async change(id: number, { facts = {}, ...times }: Omit<StoredAd, 'isNews'>): Promise<void> {
    const columns = { ...(Object.keys(facts).length > 0 ? this.#factsIn({ ...unknownCar, ...facts }) : {}) };
    Object.assign(columns, this.#timesIn(times));
    const changes = Object.keys(columns).map((name) => `${name} = ?`);
    await this.execute(`update ads set ${changes} where id = ?`, [...Object.values(columns), id]);
  }

  preview(criteria: Partial<FilterCriteria> = {}, search = this.search): ReturnType<AdSearch['preview']> {
    return this.#run(() => search.preview({ ...NO_CRITERIA, ...criteria }));
  }

  histogram(criteria: Partial<FilterCriteria> = {}): ReturnType<AdSearch['histogram']> {
    return this.#run(() => this.search.histogram({ ...NO_CRITERIA, ...criteria }));
  }

  /** Compares all that is said of a filter with what the database says; answers how many ads it finds. */
  async expectSameInSql(criteria: FilterCriteria, search = this.search): Promise<number> {
    const em = this.database.orm.em.fork();
    const now = this.clock.now();
    const { sample, ...counted } = await this.preview(criteria, search);
    expect({ ...counted, newest: sample.map(({ ad }) => ad.id) }).toEqual(await searchInSql(em, criteria, now));
    const values = Map.groupBy(await countValuesInSql(em, criteria, now), ({ fact }) => fact);
    expect(await this.#run(() => search.histogram(criteria))).toEqual({
      price: priceDistribution(values.get('price') ?? []),
      year: yearDistribution(values.get('year') ?? [], now.getUTCFullYear() + 1),
    });
    return counted.matching;
  }

  #run<T>(work: () => Promise<T>): Promise<T> {
    return runInFork(this.database.orm, work);
  }

  #factsIn(facts: AdFacts): Record<string, unknown> {
    const columns = Object.entries(factColumns(facts)) as [keyof typeof FACT_NAMES, unknown][];
    return Object.fromEntries(columns.map(([name, value]) => [FACT_NAMES[name], value]));
  }

  #timesIn(times: AdTimes): Record<string, unknown> {
    const known = Object.entries(times) as [keyof typeof TIME_COLUMNS, number | null][];
    return Object.fromEntries(
      known.map(([name, days]) => [TIME_COLUMNS[name], days === null ? null : this.daysAgo(days)]),
    );
  }
}
