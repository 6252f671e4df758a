import type { EntityManager } from '@mikro-orm/postgresql';

/** An ad's own page. */
export interface AdAddress {
  readonly id: number;
  readonly url: string;
}

/** Complete sweeps without the ad after which it is looked for on its own page, and after which it is given up. */
const MISSED_TO_ASK = 2;
const MISSED_TO_GIVE_UP = 3;

const ON_OFFER = 'gone_at is null and superseded_at is null';
/** Title and photo may be shown only as long as the ad stands; identity and prices stay. */
const GONE = 'update ads set gone_at = ?, title = null, photo = null, updated_at = ?';

/** Counts a complete sweep for the ads it did not show; those nobody could confirm since the last one are given up. */
export async function countMissed(em: EntityManager, sourceId: string, sweepStartedAt: Date, at: Date): Promise<void> {
  await em.execute(
    `update ads set missed_sweeps = missed_sweeps + 1 where source = ? and last_seen_at < ? and ${ON_OFFER}`,
    [sourceId, sweepStartedAt],
  );
  await em.execute(`${GONE} where source = ? and missed_sweeps >= ? and ${ON_OFFER}`, [
    at,
    at,
    sourceId,
    MISSED_TO_GIVE_UP,
  ]);
}

/** Ads that are gone unless their own page says otherwise. */
export async function findMissing(em: EntityManager, sourceId: string, limit: number): Promise<AdAddress[]> {
  const rows = await em.execute<{ id: string; url: string }[]>(
    `select id, url from ads where source = ? and missed_sweeps >= ? and ${ON_OFFER} order by id limit ?`,
    [sourceId, MISSED_TO_ASK, limit],
  );
  return rows.map(({ id, url }) => ({ id: Number(id), url }));
}

export async function markGone(em: EntityManager, adId: number, at: Date): Promise<void> {
  await em.execute(`${GONE} where id = ? and ${ON_OFFER}`, [at, at, adId]);
}

export async function markFound(em: EntityManager, adId: number): Promise<void> {
  await em.execute('update ads set missed_sweeps = 0 where id = ?', [adId]);
}
