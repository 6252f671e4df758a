import pg from 'pg';
import { vi } from 'vitest';
import { connect, migrate } from '#core/db/open.ts';
import { aFilter, aUser } from '../builders.ts';
import { openTestDatabase } from '../test-database.ts';
import { OutageFeed, priceRangeOf } from './outage-feed.ts';
import { judge, type OutageVerdict, type Person } from './outage-verdict.ts';
import { TelegramProcess } from './telegram-process.ts';

const FIRST_CHAT = 910_000;
const LOOK = { timeout: 60_000, interval: 50 };

export interface AlertsGiven {
  /** Default: a database of its own. */
  readonly databaseUrl?: string;
  readonly people: number;
  /** An ad concerns the people of one group. */
  readonly groups: number;
}

export type AlertParts = Pick<AlertWorld, 'databaseUrl' | 'feed' | 'people' | 'telegram'>;

/** Registers what is to be done when the test ends, the last first. */
export type OnEnd = (end: () => void | Promise<void>) => void;

/** A feed of ads, people to tell them, and Telegram that keeps what it has accepted; whatever services stand between. */
export class AlertWorld {
  readonly databaseUrl: string;
  readonly feed: OutageFeed;
  readonly people: readonly Person[];
  readonly telegram: TelegramProcess;

  protected constructor(parts: AlertParts) {
    this.databaseUrl = parts.databaseUrl;
    this.feed = parts.feed;
    this.people = parts.people;
    this.telegram = parts.telegram;
  }

  /** Resolves when the first service has read its baseline. */
  async baselineRead(): Promise<void> {
    await vi.waitFor(async () => {
      const [row] = await this.ask<{ ready: boolean }>(
        'select bool_and(baseline_completed_at is not null) as ready from sources',
      );
      if (!row?.ready) throw new Error('the service has not read its baseline');
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
}

/** A database, a feed, Telegram and people in its chats. Everything it starts ends with the test. */
export async function prepareAlerts(given: AlertsGiven, onEnd: OnEnd): Promise<AlertParts> {
  const databaseUrl = given.databaseUrl ?? (await ownDatabase(onEnd));
  const feed = new OutageFeed(given.groups);
  onEnd(() => feed.remove());
  const telegram = await TelegramProcess.start();
  onEnd(() => telegram.stop());
  return { databaseUrl, feed, telegram, people: await settle(databaseUrl, given, telegram) };
}

async function ownDatabase(onEnd: OnEnd): Promise<string> {
  const database = await openTestDatabase();
  onEnd(() => database.close());
  return database.url;
}

/** People who have opened the chat, with one filter each. */
async function settle(
  databaseUrl: string,
  { people, groups }: AlertsGiven,
  telegram: TelegramProcess,
): Promise<Person[]> {
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
