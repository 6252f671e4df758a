import type { EntityManager } from '@mikro-orm/postgresql';
import type { AdPayload } from './notification.entity.ts';

/** An alert as the matcher hands it over: tell this user about this ad event. */
export interface AlertRow {
  readonly eventId: number;
  readonly adId: number;
  readonly userId: number;
  readonly filterIds: readonly number[];
  readonly payload: AdPayload;
  readonly dueAt: Date;
  readonly expiresAt: Date;
}

/** What many alerts have in common, mostly all of an event, and the users with their filters as texts of one list each. */
interface Telling extends Omit<AlertRow, 'userId' | 'filterIds'> {
  readonly users: number[];
  readonly filters: string[];
}

/** Bounds the text of one statement, which is put together and read between other work. */
const ROWS_AT_ONCE = 10_000;

/**
 * One statement for many rows. A filter that is on says by its foreign key that its user is there, so that only who does
 * not want to be told, or cannot be, is looked for: they stand in small indexes. `offset 0` makes each row look itself up
 * by an index: joined, all users would be read for a few hundred rows, as the planner does not know how long lists are;
 * `id + 0`, that it looks for a user's active filters once and not for each id.
 */
const STORE = `
  insert into notifications (subject_id, user_id, kind, ad_id, filter_ids, payload, due_at, expires_at)
  select "eventId", alert.user_id, 'ad', "adId", alert.filter_ids, payload, "dueAt", "expiresAt"
  from jsonb_to_recordset(?::jsonb) as telling ("eventId" bigint, "adId" bigint, payload jsonb, "dueAt" timestamptz,
    "expiresAt" timestamptz, users text, filters text)
  cross join lateral (
    select user_id, ('{' || ids || '}')::bigint[] as filter_ids
    from unnest(string_to_array(users, ',')::bigint[], string_to_array(filters, ';')) as given (user_id, ids) offset 0
  ) as alert
  where exists (select from ads where id = "adId" and gone_at is null and superseded_at is null offset 0)
    and exists (select from filters where user_id = alert.user_id and active and id + 0 = any(alert.filter_ids) offset 0)
    and not exists (select from users where id = alert.user_id and paused_at is not null offset 0)
    and not exists (select from recipients where user_id = alert.user_id and not reachable offset 0)
    and not exists (select from hidden_ads where user_id = alert.user_id and ad_id = "adId" offset 0)
  order by alert.user_id, "eventId"
  on conflict (kind, subject_id, user_id) do nothing`;

/** See `Outbox.enqueueAlerts`. */
export async function storeAlerts(em: EntityManager, rows: readonly AlertRow[]): Promise<number> {
  let stored = 0;
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const tellings = groupByTelling(rows.slice(start, start + ROWS_AT_ONCE));
    const list = tellings.map(({ users, filters, ...told }) => ({
      ...told,
      users: users.join(','),
      filters: filters.join(';'),
    }));
    stored += (await em.execute<{ affectedRows: number }>(STORE, [JSON.stringify(list)], 'run')).affectedRows;
  }
  return stored;
}

function groupByTelling(rows: readonly AlertRow[]): Telling[] {
  const tellings = new Map<string, Telling>();
  for (const { userId, filterIds, ...told } of rows) {
    const { occasion, price, oldPrice } = told.payload;
    const key = [told.eventId, told.adId, occasion, price, oldPrice, +told.dueAt, +told.expiresAt].join();
    const telling = tellings.get(key) ?? { ...told, users: [], filters: [] };
    telling.users.push(userId);
    telling.filters.push(filterIds.join());
    tellings.set(key, telling);
  }
  return [...tellings.values()];
}
