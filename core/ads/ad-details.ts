import type { EntityManager } from '@mikro-orm/postgresql';
import { bigints } from '../db/bigint-array.ts';
import { FACT_COLUMNS, factColumns, factList } from './ad-facts.ts';
import type { AdAddress } from './ad-gone.ts';
import { lockSource } from './ad-rows.ts';
import type { KnownAd } from './seen-ad.ts';

/** Writes what an ad's own page has told, or the ad as it was when the page told nothing of it. */
export async function writeDetails(
  em: EntityManager,
  ad: KnownAd,
  { state, at }: { state: 'done' | 'failed'; at: Date },
): Promise<void> {
  const columns = factColumns(ad);
  await em.execute(
    `update ads set fingerprint = ?, title = ?, photo = ?, ${factList((name) => `${name} = ?`)},
      posted_at = ?, details_state = ?, updated_at = ? where id = ?`,
    [
      ...[ad.fingerprint, ad.title, ad.photo, ...FACT_COLUMNS.map(({ field }) => columns[field])],
      ...[ad.postedAt, state, at, ad.id],
    ],
  );
}

/** Reads of an ad's page before the ad is left with what its list row said. */
const DETAIL_TRIES = 3;

/** Which ads' pages are to be read: those that came as news, or those that the baseline found. */
export interface WaitingAds {
  readonly from: 'news' | 'baseline';
  readonly limit: number;
  readonly except: Iterable<number>;
}

/** The ads on offer whose own page is still to be read, the newest first; none before the baseline is complete. */
export async function findWaiting(
  em: EntityManager,
  sourceId: string,
  { from, limit, except }: WaitingAds,
): Promise<AdAddress[]> {
  const rows = await em.execute<{ id: string; url: string }[]>(
    `select id, url from ads
    where source = ? and details_state = 'pending' and gone_at is null and superseded_at is null
      and first_seen_at ${from === 'news' ? '>' : '<='} (select baseline_completed_at from sources where id = ?)
      and id <> all(?::bigint[])
    order by first_seen_at desc, id limit ?`,
    [sourceId, sourceId, bigints(except), limit],
  );
  return rows.map(({ id, url }) => ({ id: Number(id), url }));
}

/** Locks the ad's source; answers whether the ad still waits for its page. */
export async function lockPending(em: EntityManager, adId: number): Promise<boolean> {
  const [ad] = await em.execute<{ source: string }[]>('select source from ads where id = ?', [adId]);
  if (!ad) return false;
  await lockSource(em, ad.source);
  const pending = await em.execute<unknown[]>("select 1 from ads where id = ? and details_state = 'pending'", [adId]);
  return pending.length > 0;
}

/** Counts a failed read of the ad's page; answers whether it was the last one. */
export async function countTry(em: EntityManager, adId: number, at: Date): Promise<boolean> {
  const [ad] = await em.execute<{ last: boolean }[]>(
    `update ads set detail_tries = detail_tries + 1, updated_at = ?,
      details_state = case when detail_tries + 1 >= ? then 'failed' else details_state end
    where id = ? returning details_state = 'failed' as last`,
    [at, DETAIL_TRIES, adId],
  );
  return ad?.last ?? false;
}
