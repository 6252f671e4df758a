import type { EntityManager } from '@mikro-orm/postgresql';
import { bigints } from '../db/bigint-array.ts';
import { WAITING } from './notification.entity.ts';
import { Respite } from './respite.ts';

/** What the search for recipients takes of the time. */
const SEARCH_SHARE = 0.1;
/** How late a new row is seen at most, beside the search itself: a direct message must not wait for many alerts. */
const LONGEST_REST_MS = 5000;
/** As many as are sent to in a few seconds. */
const FOUND_AT_ONCE = 200;

export interface LockedRecipient {
  readonly user_id: string;
  readonly hour_started_at: string | null;
  readonly hour_count: number;
}

/** Who may be claimed: somebody reachable whose chat may be written to, whom nobody holds, and who has a row that is due. */
const DUE = `
  reachable and next_send_at <= ? and coalesce(lease_until < clock_timestamp(), true)
  and exists (
    select from notifications as waiting where waiting.user_id = recipients.user_id and ${WAITING}
  )`;

/**
 * Starts from the waiting rows, as most users have none. Materialized: with old statistics, as after a burst, the planner
 * would ask every recipient for rows instead, which takes many times as long.
 */
const SEARCH = `
  with waiting as materialized (
    select user_id, bool_and(kind = 'ad') as only_alerts from notifications where ${WAITING} group by user_id
  )
  select user_id from waiting join recipients using (user_id)
  where reachable and next_send_at <= ? and coalesce(lease_until < clock_timestamp(), true)
  order by only_alerts, next_send_at, user_id limit ${FOUND_AT_ONCE}`;

/**
 * The recipients who are due: whom a direct message waits for, then those who wait longest. A search looks through all waiting rows, so it finds many at
 * once and the claims take them bit by bit. What was found is but a hint: each claim asks anew under its lock.
 */
export class DueRecipients {
  readonly #search: Respite;
  #found: number[] = [];

  constructor({ monotonic }: { monotonic: () => number }) {
    this.#search = new Respite({ share: SEARCH_SHARE, longestMs: LONGEST_REST_MS, monotonic });
  }

  /** How long nobody will be found, whoever has become due: milliseconds, mostly 0. */
  get blindMs(): number {
    return this.#found.length > 0 ? 0 : this.#search.leftMs();
  }

  /** Locks up to `limit` of them. Recipients another process works on are left out. */
  async lock(em: EntityManager, limit: number, now: Date): Promise<LockedRecipient[]> {
    const locked: LockedRecipient[] = [];
    if (this.#search.isOver()) this.#found = await this.#search.after(() => find(em, now));
    while (locked.length < limit && this.#found.length > 0) {
      locked.push(...(await lock(em, this.#found.splice(0, limit - locked.length), now)));
    }
    return locked;
  }
}

async function find(em: EntityManager, now: Date): Promise<number[]> {
  const rows = await em.execute<{ user_id: string }[]>(SEARCH, [now, now, now]);
  return rows.map((row) => Number(row.user_id));
}

/** In the order in which they were found. */
function lock(em: EntityManager, userIds: readonly number[], now: Date): Promise<LockedRecipient[]> {
  const ids = bigints(userIds);
  return em.execute<LockedRecipient[]>(
    `select user_id, hour_started_at, hour_count from recipients
     where user_id = any(?::bigint[]) and ${DUE}
     order by array_position(?::bigint[], user_id)
     for update skip locked`,
    [ids, now, now, now, ids],
  );
}
