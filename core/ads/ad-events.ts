import type { EntityManager } from '@mikro-orm/postgresql';
import type { AdEventKind } from './ad-event.entity.ts';

/** How long the event of a new ad waits for the ad's own page. */
export const HOLD_MS = 60_000;

export interface AdEventRow {
  readonly adId: number;
  readonly kind: AdEventKind;
  readonly oldPrice: number | null;
  /** The ad's price then. */
  readonly price: number | null;
}

/** Writes events, released as they are written unless they are held. */
export async function insertEvents(
  em: EntityManager,
  events: readonly AdEventRow[],
  { at, holdUntil = null }: { at: Date; holdUntil?: Date | null },
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ adId, kind, oldPrice, price }) => ({ ad_id: adId, kind, old_price: oldPrice, price }));
  await em.execute(
    `insert into ad_events (ad_id, kind, old_price, price, hold_until, released_at, release_revision)
    select ad_id, kind, old_price, price, ?::timestamptz, ?::timestamptz, ${holdUntil ? 'null' : 'last_filter_revision()'}
    from jsonb_to_recordset(?::jsonb) as r(ad_id bigint, kind text, old_price int, price int)`,
    [holdUntil, holdUntil ? null : at, JSON.stringify(rows)],
  );
}

const RELEASE = `
  update ad_events e set released_at = ?, release_revision = last_filter_revision(), price = a.price, updated_at = ?
  from ads a where a.id = e.ad_id and e.kind = 'new' and e.released_at is null`;

/** Frees the held event of an ad for matching, with the price the ad has now; answers whether there was one. */
export async function releaseNew(em: EntityManager, adId: number, at: Date): Promise<boolean> {
  const released = await em.execute<unknown[]>(`${RELEASE} and a.id = ? returning e.id`, [at, at, adId]);
  return released.length > 0;
}

/** The same for all events of a source that have waited long enough; answers how many. */
export async function releaseDueOf(em: EntityManager, sourceId: string, at: Date): Promise<number> {
  const released = await em.execute<unknown[]>(`${RELEASE} and a.source = ? and e.hold_until <= ? returning e.id`, [
    at,
    at,
    sourceId,
    at,
  ]);
  return released.length;
}

/** The sources with events that have waited long enough. */
export async function sourcesWithDue(em: EntityManager, at: Date): Promise<string[]> {
  const rows = await em.execute<{ source: string }[]>(
    `select distinct a.source from ad_events e join ads a on a.id = e.ad_id
    where e.released_at is null and e.hold_until <= ? order by a.source`,
    [at],
  );
  return rows.map(({ source }) => source);
}

/** Whether the ad came as news; those of a baseline did not. */
export async function hasNewEvent(em: EntityManager, adId: number): Promise<boolean> {
  const found = await em.execute<unknown[]>("select 1 from ad_events where ad_id = ? and kind = 'new'", [adId]);
  return found.length > 0;
}
