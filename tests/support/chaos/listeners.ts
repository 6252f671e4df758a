import type { MikroORM } from '@mikro-orm/postgresql';
import { type FilterCriteria, NO_CRITERIA } from '#core/contracts/filter-criteria.ts';
import { Filter } from '#core/filters/filter.entity.ts';
import { criteriaColumns, matchableCriteria } from '#core/filters/filter-criteria.ts';
import { matches } from '#core/matching/matches.ts';
import type { RandomStream } from '#tools/bench/matching/random-stream.ts';
import { createWorkload } from '#tools/bench/matching/workload.ts';
import type { FilterRow } from '../kills/history.ts';
import { wishOf } from '../kills/market.ts';
import { Wishes } from './alert-oracle.ts';
import type { TelegramProcess } from './telegram-process.ts';

/** What Telegram answers to messages for them. */
type Reach = 'open' | 'blocked' | 'unknown' | 'refusing';

export interface Listener {
  readonly userId: number;
  readonly chatId: number;
  readonly reach: Reach;
}

export interface Audience {
  readonly listeners: readonly Listener[];
  readonly wishes: Wishes;
}

export interface AudienceSize {
  readonly users: number;
  /** How many users an ad suits on average, about. */
  readonly perAd?: number;
  /** What the only filter of the n-th user asks; without it, filters are drawn. */
  readonly wish?: (n: number) => Partial<FilterCriteria>;
  /** Every n-th user has blocked the bot, is unknown to Telegram, or gets no message accepted; without it, nobody. */
  readonly awayEvery?: number;
}

const FIRST_CHAT = 600_000;
const SAMPLE = 1_000;
const POOL = 400;
const AWAY: readonly Reach[] = ['blocked', 'blocked', 'blocked', 'unknown', 'blocked', 'blocked', 'refusing'];

/** Users with filters of which so many suit the ads of the workload, and their chats with the bot. */
export async function gatherListeners(
  orm: MikroORM,
  telegram: TelegramProcess,
  random: RandomStream,
  size: AudienceSize,
): Promise<Audience> {
  const em = orm.em.fork();
  const users = await em.execute<{ id: string; chat: string }[]>(
    `insert into users (telegram_id, first_name, role, language)
     select ? + n, 'Anna', 'advanced', (array['lv', 'en', 'ru'])[1 + n % 3] from generate_series(1, ?) n
     returning id, telegram_id as chat`,
    [FIRST_CHAT, size.users],
  );
  const listeners = users.map(({ id, chat }, n) => {
    return { userId: Number(id), chatId: Number(chat), reach: reachOf(n, size) };
  });
  await openChats(telegram, listeners);
  const { wish } = size;
  const wishes = wish
    ? listeners.map(({ userId }, n) => ({ userId, criteria: { ...NO_CRITERIA, ...wish(n) } }))
    : drawWishes(listeners, random, size);
  await em.insertMany(
    Filter,
    wishes.map((wish, n) => ({
      ...{ userId: wish.userId, name: `filter ${n}`, nameKey: `filter ${n}`, editedAt: new Date(), active: true },
      ...criteriaColumns(wish.criteria),
    })),
  );
  return { listeners, wishes: new Wishes(await readFilters(orm)) };
}

function reachOf(n: number, { awayEvery }: AudienceSize): Reach {
  if (awayEvery === undefined || n % awayEvery !== awayEvery - 1) return 'open';
  return AWAY[Math.floor(n / awayEvery) % AWAY.length] ?? 'blocked';
}

/** As the rows stand in the database. */
async function readFilters(orm: MikroORM): Promise<FilterRow[]> {
  const rows = await orm.em.fork().execute<{ row: FilterRow }[]>('select to_jsonb(filters) as row from filters');
  return rows.map(({ row }) => row);
}

async function openChats(telegram: TelegramProcess, listeners: readonly Listener[]): Promise<void> {
  for (const { chatId, reach } of listeners) {
    if (reach === 'unknown') continue;
    await telegram.addUser({ id: chatId, first_name: 'Anna', language_code: 'lv' });
    await telegram.command('allow-write-access', { userId: chatId });
    if (reach === 'blocked') await telegram.command('block', { userId: chatId });
    if (reach !== 'refusing') continue;
    const fault = {
      method: '*',
      kind: 'error',
      errorCode: 400,
      description: 'Bad Request: message is malformed',
    } as const;
    await telegram.fault({ ...fault, chatId, count: Number.POSITIVE_INFINITY });
  }
  // The service is to learn of it from the answers to its sends.
  await telegram.command('take-updates');
}

function drawWishes(listeners: readonly Listener[], random: RandomStream, { perAd = 1 }: AudienceSize) {
  const each = (perAd * SAMPLE) / listeners.length;
  // A chat takes one message a second, so nobody may want much more than the others.
  const pool = drawPool(random).filter(({ hits }) => hits > 0 && hits <= Math.max(2, 1.5 * each));
  return listeners.flatMap(({ userId }) => {
    const own: { userId: number; criteria: FilterCriteria }[] = [];
    for (let hits = 0; hits < each; ) {
      const wish = pool[random.whole(0, pool.length - 1)];
      if (!wish) throw new Error('No filter of the workload suits so few ads');
      own.push({ userId, criteria: wish.criteria });
      hits += wish.hits;
    }
    return own;
  });
}

/** Filters of the workload, and how many ads of a sample each of them suits. */
function drawPool(random: RandomStream): { criteria: FilterCriteria; hits: number }[] {
  const workload = createWorkload(random.whole(1, 1_000_000));
  const sample = Array.from({ length: SAMPLE }, () => workload.ad());
  return Array.from({ length: POOL }, () => {
    const criteria = wishOf(workload, random);
    const matchable = matchableCriteria(criteria);
    return { criteria, hits: sample.filter((ad) => matches(matchable, ad)).length };
  });
}
