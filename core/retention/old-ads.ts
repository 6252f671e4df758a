import type { EntityManager } from '@mikro-orm/postgresql';
import { lockSource } from '../ads/ad-rows.ts';
import type { Clock } from '../clock.ts';
import { bigints } from '../db/bigint-array.ts';
import { BATCH_SIZE, deleteBatch } from '../db/delete-batch.ts';
import { type KeptTable, keptSince } from './kept-for.ts';

/** A transaction that has deleted rows. */
export interface Deleted {
  readonly table: KeptTable;
  readonly count: number;
}

/** Nothing of it is younger, so that it has been off the market for long and counts in nobody's memory. The time is given once. */
const OLD = 'greatest(ads.last_seen_at, ads.first_seen_at, ads.posted_at, ads.renewed_at) <= ?';

/** An alert that may still be told, at a time. */
const UNDER_WAY = "(status = 'sending' or (status = 'pending' and expires_at > ?))";

/**
 * An event of the ad that waits for its matcher, or has such an alert. `offset 0`: each ad looks for its own events, and
 * each event for its own alerts; by what they are, all that wait in the outbox would be read for each.
 */
const hasEvent = (alertIs: string) => `exists (
  select from ad_events event where event.ad_id = ads.id and (matched_at is null or exists (
    select from (
      select status, expires_at from notifications where subject_id = event.id and kind = 'ad' offset 0
    ) as alert where ${alertIs}
  )) offset 0)`;

/** Whoever holds what a batch needs is not waited for longer: well before the database looks for a deadlock. */
const PATIENCE = '200ms';

/**
 * Deletes the ads that were seen last so long ago, and before each batch of them its alerts, in batches of their own, as
 * one ad may have thousands. docs/architecture.md tells what may meet.
 */
export async function* forgetOldAds(em: EntityManager, clock: Clock): AsyncGenerator<Deleted> {
  for (const source of await sourcesOfAds(em)) {
    let count: number;
    do {
      const now = clock.now();
      const limit = keptSince('ads', now);
      const ads = await findOldAds(em, source, limit, now);
      yield* forgetAlerts(em, ads, limit, now);
      count = await deleteAds(em, source, ads, limit);
      yield { table: 'ads', count };
      // The rest of a batch somebody is busy with: the next time is soon enough.
    } while (count === BATCH_SIZE);
  }
}

/** From one to the next by an index: reading them all for a few names would take long. */
async function sourcesOfAds(em: EntityManager): Promise<string[]> {
  const rows = await em.execute<{ source: string }[]>(
    `with recursive named as (
       select min(source) as source from ads
       union all
       select (select min(source) from ads where source > named.source) from named where named.source is not null
     )
     select source from named where source is not null`,
  );
  return rows.map(({ source }) => source);
}

/** By the index of sources and visits: none is read that is not old. */
async function findOldAds(em: EntityManager, sourceId: string, limit: Date, now: Date): Promise<number[]> {
  const rows = await em.execute<{ id: string }[]>(
    `select id from ads where source = ? and last_seen_at <= ? and ${OLD} and not ${hasEvent(UNDER_WAY)}
     order by last_seen_at limit ${BATCH_SIZE}`,
    [sourceId, limit, limit, now],
  );
  return rows.map(({ id }) => Number(id));
}

async function* forgetAlerts(em: EntityManager, adIds: readonly number[], limit: Date, now: Date) {
  let count: number;
  do {
    count = await deleteAlerts(em, adIds, limit, now);
    yield { table: 'notifications', count } satisfies Deleted;
  } while (count === BATCH_SIZE);
}

/** The events as a list: joined, all alerts of everybody would be read for those of a thousand ads. */
function deleteAlerts(em: EntityManager, adIds: readonly number[], limit: Date, now: Date): Promise<number> {
  return deleteBatch(em, {
    table: 'notifications',
    key: ['subject_id', 'user_id', 'kind'],
    where: `kind = 'ad' and not ${UNDER_WAY} and subject_id = any(array(
      select event.id from ads join ad_events event on event.ad_id = ads.id
      where ads.id = any(?::bigint[]) and ${OLD} and matched_at is not null))`,
    values: [now, bigints(adIds), limit],
  });
}

/**
 * Asks again with the ads held, by a statement of its own, which sees what was committed before: none goes that was seen
 * meanwhile, or that something is left of which waits.
 */
function deleteAds(outer: EntityManager, sourceId: string, adIds: readonly number[], limit: Date): Promise<number> {
  return outer.transactional(async (em) => {
    // As whoever stores a page: it has read which ads there are, and writes by their ids.
    await lockSource(em, sourceId);
    await em.execute("select set_config('lock_timeout', ?, true), set_config('vanags.off_market', 'on', true)", [
      PATIENCE,
    ]);
    const held = await em.execute<{ id: string }[]>(
      `select id from ads where id = any(?::bigint[]) and ${OLD} order by id for update skip locked`,
      [bigints(adIds), limit],
    );
    const { affectedRows } = await em.execute<{ affectedRows: number }>(
      `delete from ads where id = any(?::bigint[]) and not ${hasEvent('true')}`,
      [bigints(held.map(({ id }) => Number(id)))],
      'run',
    );
    return affectedRows;
  });
}
