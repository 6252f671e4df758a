import type { EntityManager } from '@mikro-orm/postgresql';
import type { Core } from '#core/context.ts';
import type { AlertRow } from '#core/notifications/store-alerts.ts';
import { RandomStream } from '#tools/bench/matching/random-stream.ts';
import { type Summary, summarise } from '../summary.ts';

/** What one ad costs where 100,000 filters are saved. */
const ROWS = 360;
const STREAM = 3;

export interface OutboxFigures {
  /** A second, by the time of all transactions. */
  readonly rows: number;
  readonly transactions: Summary;
}

interface Addressee {
  readonly user_id: string;
  readonly filter_id: string;
}

/** The rows by themselves, into the product's table with all that hangs on it. */
const ROWS_ALONE = `
  insert into notifications (subject_id, user_id, kind, ad_id, filter_ids, payload, due_at, expires_at)
  select ?, user_id, 'ad', ?, array[filter_id], ?::jsonb, now(), now() + interval '1 day'
  from unnest(?::bigint[], ?::bigint[]) as given (user_id, filter_id)
  on conflict (kind, subject_id, user_id) do nothing`;

/** Transactions of one insert each: the rows alone, and as the matcher stores them, taking turns. */
export async function measureOutbox(
  core: Core,
  count: number,
): Promise<{ alone: OutboxFigures; stored: OutboxFigures; compiledWith: string }> {
  return core.run(async () => {
    const em = core.orm.em.fork();
    const addressees = await em.execute<Addressee[]>(
      'select user_id, min(id) as filter_id from filters where active group by user_id order by user_id',
    );
    const [ad] = await em.execute<{ id: string }[]>('select id from ads limit 1');
    const random = new RandomStream(1, STREAM);
    const times: [number[], number[]] = [[], []];
    for (let n = 0; n < 2 * count; n++) {
      const rows = alertRows(pick(addressees, random), { eventId: 1_000_000 + n, adId: Number(ad?.id) });
      const insert = n % 2 === 0 ? insertAlone : core.outbox.enqueueAlerts.bind(core.outbox);
      const start = performance.now();
      await em.transactional(async (own) => {
        await insert(own, rows);
      });
      times[n % 2]?.push(performance.now() - start);
    }
    const [alone, stored] = times.map(figuresOf) as [OutboxFigures, OutboxFigures];
    const [build] = await em.execute<{ flag: string }[]>(
      "select substring(setting from '-O\\S+') as flag from pg_config where name = 'CFLAGS'",
    );
    return { alone, stored, compiledWith: build?.flag ?? 'unknown flags' };
  });
}

async function insertAlone(em: EntityManager, rows: readonly AlertRow[]): Promise<void> {
  const [{ eventId, adId, payload } = { eventId: 0, adId: 0, payload: {} }] = rows;
  const users = `{${rows.map((row) => row.userId)}}`;
  const filters = `{${rows.map((row) => row.filterIds[0])}}`;
  await em.execute(ROWS_ALONE, [eventId, adId, JSON.stringify(payload), users, filters]);
}

/** So many different ones in the order of the users, as the matcher has them. */
function pick(all: readonly Addressee[], random: RandomStream): Addressee[] {
  const places = new Set<number>();
  while (places.size < Math.min(ROWS, all.length)) places.add(random.whole(0, all.length - 1));
  return [...places].sort((a, b) => a - b).flatMap((place) => all[place] ?? []);
}

function alertRows(addressees: readonly Addressee[], of: { eventId: number; adId: number }): AlertRow[] {
  const dueAt = new Date();
  const expiresAt = new Date(dueAt.getTime() + 86_400_000);
  const payload = { occasion: 'new', price: 9_000, oldPrice: null } as const;
  return addressees.map(({ user_id, filter_id }) => ({
    ...{ ...of, payload, dueAt, expiresAt },
    userId: Number(user_id),
    filterIds: [Number(filter_id)],
  }));
}

function figuresOf(times: readonly number[]): OutboxFigures {
  const totalMs = times.reduce((sum, ms) => sum + ms, 0);
  return { transactions: summarise(times), rows: ((ROWS * times.length) / totalMs) * 1_000 };
}
