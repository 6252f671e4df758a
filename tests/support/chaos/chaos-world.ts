import type { MikroORM } from '@mikro-orm/postgresql';
import { vi } from 'vitest';
import type { Database } from '#core/db/open.ts';
import { RandomStream } from '#tools/bench/matching/random-stream.ts';
import type { FaultMix } from '#tools/telegram-emulator/types.ts';
import { openTestDatabase } from '../test-database.ts';
import { AdFeed } from './ad-feed.ts';
import { type Audience, type AudienceSize, gatherListeners } from './listeners.ts';
import { type Fate, ServiceProcess } from './service-process.ts';
import { TelegramProcess } from './telegram-process.ts';

/** What a day with Telegram brings, and more of it. */
export const FAULTS: FaultMix['percent'] = {
  throttled: 3,
  'error-500': 1.5,
  'html-502': 1,
  'reset-before': 1,
  'reset-after': 0.5,
  'hang-after': 0.3,
  slow: 0.5,
  'invalid-json': 0.2,
  'ok-false': 0.2,
};

export const CONCURRENCY = 3;

interface Given extends AudienceSize {
  readonly seed: number;
  /** Over the settings with the pace lifted and no cap. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A death of the service; milliseconds since 1970. */
export interface Kill {
  readonly at: number;
  /** By whom, or at which place. */
  readonly by: string;
}

/** A process of the service was started. */
export interface Start {
  readonly at: number;
  /** When it was seen to lead; null: nobody has looked. */
  leadsAt: number | null;
  /** Rows that could be sent at once. */
  readonly due: number;
}

/** A service that lives and dies, with all that outlives it: database, Telegram, market, and the log of what was done. */
export class ChaosWorld {
  readonly telegram: TelegramProcess;
  readonly feed: AdFeed;
  readonly audience: Audience;
  readonly kills: Kill[] = [];
  readonly starts: Start[] = [];
  readonly seed: number;
  readonly #database: Database;
  readonly #env: Readonly<Record<string, string>>;
  readonly #alive = new Set<ServiceProcess>();
  readonly #startOf = new Map<ServiceProcess, Start>();

  private constructor(
    given: Given,
    parts: { telegram: TelegramProcess; database: Database; feed: AdFeed; audience: Audience },
  ) {
    this.seed = given.seed;
    this.telegram = parts.telegram;
    this.feed = parts.feed;
    this.audience = parts.audience;
    this.#database = parts.database;
    this.#env = {
      ...parts.telegram.env,
      ...{ SOURCE: 'ndjson', SOURCE_URL: parts.feed.path, SOURCE_INTERVAL_S: '1' },
      ...{ SEND_CONCURRENCY: String(CONCURRENCY), SEND_RATE_PER_S: '1000', ALERTS_PER_HOUR: '0' },
      ...given.env,
    };
  }

  static async open(given: Given): Promise<ChaosWorld> {
    const [telegram, database] = await Promise.all([TelegramProcess.start(), openTestDatabase()]);
    const feed = new AdFeed(given.seed);
    const audience = await gatherListeners(database.orm, telegram, new RandomStream(given.seed, 50), given);
    return new ChaosWorld(given, { telegram, database, feed, audience });
  }

  get orm(): MikroORM {
    return this.#database.orm;
  }

  get databaseUrl(): string {
    return this.#database.url;
  }

  randomOf(part: number): RandomStream {
    return new RandomStream(this.seed, 60 + part);
  }

  /** Another process of the service, once it answers HTTP. */
  async start(given: { fate?: Fate; clock?: boolean; env?: Record<string, string> } = {}): Promise<ServiceProcess> {
    const name = `service-${this.starts.length + 1}`;
    const start: Start = { due: await this.#dueRows(), at: Date.now(), leadsAt: null };
    this.starts.push(start);
    const service = new ServiceProcess({
      ...given,
      name,
      databaseUrl: this.databaseUrl,
      env: { ...this.#env, ...given.env },
    });
    this.#startOf.set(service, start);
    this.#alive.add(service);
    void service.ended.then(({ signal }) => {
      this.#alive.delete(service);
      if (signal === 'SIGKILL') this.kills.push({ at: Date.now(), by: service.fate?.at ?? 'the test' });
    });
    // One with a fate may meet it before it is asked for the first time.
    if (!given.fate) await service.listening();
    return service;
  }

  /** Waits until the process leads, that is, does everything. */
  async leads(service: ServiceProcess): Promise<void> {
    await vi.waitUntil(() => !service.isAlive || service.log.includes('"msg":"this process leads"'), WITHIN);
    const start = this.#startOf.get(service);
    if (start) start.leadsAt = Date.now();
  }

  async kill(service: ServiceProcess): Promise<void> {
    service.kill();
    await service.ended;
  }

  /** Waits until the market that was there at the beginning is known. */
  async baselined(): Promise<void> {
    await this.#until('select 1 from sources where baseline_completed_at is not null', 'no baseline');
  }

  /** Ads that the service has not read to the end or not matched yet. */
  async backlog(): Promise<number> {
    const [row] = await this.ask<{ matched: number }>(
      `select count(*)::int as matched from ads join ad_events on ad_id = ads.id
       where kind = 'new' and matched_at is not null and details_state = 'done'`,
    );
    return this.feed.ads.length - (row?.matched ?? 0);
  }

  /** The number of the first ad that is not read, matched or told to everybody; infinite where there is none. */
  async firstOpenAd(): Promise<number> {
    const [row] = await this.ask<{ first: number | null }>(
      `select min(substring(external_id from 'ad-([0-9]+)$')::int) as first from ads
       where details_state <> 'done' or exists (select from ad_events where ad_id = ads.id and matched_at is null)
         or exists (select from notifications where ad_id = ads.id and status in ('pending', 'sending'))`,
    );
    return row?.first ?? Number.POSITIVE_INFINITY;
  }

  /** Waits until every ad is matched and no row waits or is being sent. */
  async drained(timeout: number): Promise<void> {
    await vi.waitFor(
      async () => {
        const backlog = await this.backlog();
        const [row] = await this.ask<{ left: number }>(
          `select (select count(*)::int from ad_events where matched_at is null)
             + (select count(*)::int from notifications where status in ('pending', 'sending')) as left`,
        );
        if (backlog > 0 || row?.left !== 0) throw new Error(`${backlog} ads are not matched, ${row?.left} rows wait`);
      },
      { timeout, interval: 100 },
    );
  }

  /** What 30 s would bring: claims of processes that are gone have lapsed. */
  async lapseClaims(): Promise<void> {
    await this.ask('update recipients set lease_until = clock_timestamp() where lease_until is not null');
  }

  ask<Row extends object>(query: string, params: unknown[] = []): Promise<Row[]> {
    return this.orm.em.fork().execute<Row[]>(query, params);
  }

  async close(): Promise<void> {
    for (const service of this.#alive) service.kill();
    await Promise.all([...this.#alive].map((service) => service.ended));
    await this.telegram.stop();
    await this.#database.close();
    this.feed.remove();
  }

  async #dueRows(): Promise<number> {
    const [row] = await this.ask<{ due: number }>(
      `select count(*)::int as due from notifications join recipients using (user_id)
       where status = 'pending' and due_at <= now() and reachable and next_send_at <= now()
         and coalesce(lease_until < now(), true)`,
    );
    return row?.due ?? 0;
  }

  #until(query: string, what: string): Promise<void> {
    return vi.waitFor(async () => {
      if ((await this.ask(query)).length === 0) throw new Error(what);
    }, WITHIN);
  }
}

/** Also on a machine that is busy with other things. */
const WITHIN = { timeout: 120_000, interval: 20 };
