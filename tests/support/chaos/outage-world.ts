import pg from 'pg';
import { vi } from 'vitest';
import { connect, migrate } from '#core/db/open.ts';
import { aFilter, aUser } from '../builders.ts';
import { openTestDatabase } from '../test-database.ts';
import { OutageFeed, priceRangeOf } from './outage-feed.ts';
import { OutageRelay } from './outage-relay.ts';
import { judge, type OutageVerdict, type Person } from './outage-verdict.ts';
import { ServiceProcess } from './service-process.ts';
import { TelegramProcess } from './telegram-process.ts';

const FIRST_CHAT = 910_000;
const LOOK = { timeout: 60_000, interval: 50 };

interface Given {
  /** Default: a database of its own. */
  readonly databaseUrl?: string;
  readonly people: number;
  /** An ad concerns the people of one group. */
  readonly groups: number;
  readonly env?: Readonly<Record<string, string>>;
  /** The clock of the service can be set. */
  readonly clock?: boolean;
}

type Parts = Pick<OutageWorld, 'databaseUrl' | 'feed' | 'people' | 'telegram' | 'relay'> & {
  readonly start: () => Promise<ServiceProcess>;
};

/** Registers what is to be done when the test ends, the last first. */
type OnEnd = (end: () => void | Promise<void>) => void;

/** One service with a feed of ads, people to tell them, and Telegram behind an interruptible line. */
export class OutageWorld {
  readonly databaseUrl: string;
  readonly feed: OutageFeed;
  readonly people: readonly Person[];
  readonly telegram: TelegramProcess;
  readonly relay: OutageRelay;
  readonly #start: () => Promise<ServiceProcess>;
  #service: ServiceProcess;

  private constructor(parts: Parts, service: ServiceProcess) {
    this.databaseUrl = parts.databaseUrl;
    this.feed = parts.feed;
    this.people = parts.people;
    this.telegram = parts.telegram;
    this.relay = parts.relay;
    this.#start = parts.start;
    this.#service = service;
  }

  /** Resolves when the service has read its baseline and polls. Everything it starts ends with the test. */
  static async open(given: Given, onEnd: OnEnd): Promise<OutageWorld> {
    const databaseUrl = given.databaseUrl ?? (await ownDatabase(onEnd));
    const feed = new OutageFeed(given.groups);
    onEnd(() => feed.remove());
    const telegram = await TelegramProcess.start();
    onEnd(() => telegram.stop());
    const relay = await OutageRelay.start(telegram.apiRoot);
    onEnd(() => relay.close());
    const people = await settle(databaseUrl, given, telegram);
    const settings = { ...telegram.env, TELEGRAM_API_ROOT: relay.url, ...feed.env, ALERTS_PER_HOUR: '0', ...given.env };
    const start = () =>
      ServiceProcess.start({ databaseUrl, env: settings, clock: given.clock ?? false, name: 'outage' });
    const world = new OutageWorld({ databaseUrl, feed, people, telegram, relay, start }, await start());
    onEnd(() => world.#endService());
    await vi.waitFor(async () => {
      const [row] = await world.ask<{ ready: boolean }>(
        'select bool_and(baseline_completed_at is not null) as ready from sources',
      );
      if (!row?.ready) throw new Error('the service has not read its baseline');
    }, LOOK);
    return world;
  }

  get service(): ServiceProcess {
    return this.#service;
  }

  /** Another process in the place of one that has ended. */
  async restart(): Promise<ServiceProcess> {
    this.#service = await this.#start();
    return this.#service;
  }

  /** Waits until an alert is on its way, beyond so many calls. */
  async sending(calls: number): Promise<void> {
    await vi.waitFor(() => {
      if (!this.relay.calls.slice(calls).some(({ method }) => method.startsWith('send')))
        throw new Error('nothing is sent');
    }, LOOK);
  }

  /** Over a connection of its own, as the server may have been away since the last question. */
  ask<Row extends object>(query: string, params: unknown[] = []): Promise<Row[]> {
    return askAt<Row>(this.databaseUrl, query, params);
  }

  /** Waits until everything published was matched and nothing waits to be sent. */
  async drained(timeout = LOOK.timeout): Promise<void> {
    await vi.waitFor(
      async () => {
        const [row] = await this.ask<{ matched: number; waiting: number }>(
          `select (select count(*)::int from ad_events where kind = 'new' and matched_at is not null) as matched,
             (select count(*)::int from notifications where status in ('pending', 'sending')) as waiting`,
        );
        const { matched = 0, waiting = 0 } = row ?? {};
        if (matched < this.feed.ads.length || waiting > 0)
          throw new Error(`${this.feed.ads.length - matched} ads are not matched, ${waiting} rows wait`);
      },
      { ...LOOK, timeout },
    );
  }

  /** Waits until so many alerts were accepted. */
  async sent(count: number): Promise<void> {
    await vi.waitFor(async () => {
      const [row] = await this.ask<{ n: number }>("select count(*)::int as n from notifications where status = 'sent'");
      if ((row?.n ?? 0) < count) throw new Error(`${row?.n} alerts were sent`);
    }, LOOK);
  }

  async verdict(): Promise<OutageVerdict> {
    return judge(this.feed.ads, this.people, await this.telegram.calls());
  }

  async readiness(): Promise<number> {
    return (await fetch(`${this.service.url}/readyz`, { signal: AbortSignal.timeout(10_000) })).status;
  }

  async #endService(): Promise<void> {
    if (!this.#service.isAlive) return;
    this.#service.kill();
    await this.#service.ended;
  }
}

async function ownDatabase(onEnd: OnEnd): Promise<string> {
  const database = await openTestDatabase();
  onEnd(() => database.close());
  return database.url;
}

/** People who have opened the chat, with one filter each. */
async function settle(databaseUrl: string, { people, groups }: Given, telegram: TelegramProcess): Promise<Person[]> {
  const orm = await connect(databaseUrl);
  await migrate(orm);
  const settled: Person[] = [];
  for (let index = 0; index < people; index += 1) {
    const chat = FIRST_CHAT + index;
    const group = index % groups;
    const user = await aUser(orm, { telegramId: chat });
    await aFilter(orm, user.id, { criteria: priceRangeOf(group) });
    await telegram.command('start', { userId: chat });
    settled.push({ userId: user.id, chat, group });
  }
  await orm.close(true);
  return settled;
}

/** One question over a connection of its own. */
async function askAt<Row extends object>(url: string, query: string, params: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(query, params)).rows;
  } finally {
    await client.end();
  }
}
