import type { EntityManager } from '@mikro-orm/postgresql';
import { ADVISORY_LOCKS } from '../db/advisory-locks.ts';
import { FACT_COLUMNS, type FactColumns, factColumns, factList, factSelection, factsOf } from './ad-facts.ts';
import { canonicalUrlKey } from './ad-identity.ts';
import type { PagePlan, PlannedAd } from './ad-page.ts';
import type { KnownAd, SeenAd } from './seen-ad.ts';

/** One writer per source at a time; the lock goes with the transaction. */
export async function lockSource(em: EntityManager, sourceId: string): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(?, hashtext(?))', [ADVISORY_LOCKS.source, sourceId]);
}

interface AdRow extends FactColumns {
  readonly id: string;
  readonly externalId: string;
  readonly url: string;
  readonly urlKey: string;
  readonly fingerprint: string;
  readonly title: string | null;
  readonly photo: string | null;
  readonly postedAt: string | null;
  readonly detailsDone: boolean;
  readonly newHeld: boolean;
  readonly lastSeenAt: string;
  readonly gone: boolean;
  readonly superseded: boolean;
}

const KNOWN_AD = `
  select a.id, a.external_id as "externalId", a.url, a.url_key as "urlKey", a.fingerprint, a.title, a.photo,
    ${factSelection('a')},
    a.posted_at as "postedAt", a.details_state = 'done' as "detailsDone", a.last_seen_at as "lastSeenAt",
    a.gone_at is not null as "gone", a.superseded_at is not null as "superseded",
    exists (select from ad_events e where e.ad_id = a.id and e.kind = 'new' and e.released_at is null) as "newHeld"
  from ads a`;

function knownAd(row: AdRow): KnownAd {
  const { id, externalId, url, urlKey, fingerprint, title, photo, detailsDone, newHeld, gone, superseded } = row;
  return {
    ...factsOf(row),
    ...{ id: Number(id), externalId, url, urlKey, fingerprint, title, photo, detailsDone, newHeld, gone, superseded },
    postedAt: row.postedAt === null ? null : new Date(row.postedAt),
    lastSeenAt: new Date(row.lastSeenAt),
  };
}

/** Every stored ad of the source with a row id or an address of the seen ones, superseded ones too. */
export async function findKnown(em: EntityManager, sourceId: string, seen: readonly SeenAd[]): Promise<KnownAd[]> {
  if (seen.length === 0) return [];
  const urlKeys = seen.map((ad) => canonicalUrlKey(ad.url));
  // Three look-ups, as each has an index of its own.
  const rows = await em.execute<AdRow[]>(
    `${KNOWN_AD} where a.id in (
      select id from ads where source = ? and external_id in (?)
      union select id from ads where source = ? and superseded_at is null and url_key in (?)
      union select id from ads where source = ? and superseded_at is not null and url_key in (?)
    )`,
    [sourceId, seen.map((ad) => ad.externalId), sourceId, urlKeys, sourceId, urlKeys],
  );
  return rows.map(knownAd);
}

export async function findAd(em: EntityManager, adId: number): Promise<KnownAd> {
  const [row] = await em.execute<AdRow[]>(`${KNOWN_AD} where a.id = ?`, [adId]);
  if (!row) throw new Error(`there is no ad ${adId}`);
  return knownAd(row);
}

/** Ids for new ads, in rising order. */
export async function drawIds(em: EntityManager, count: number): Promise<number[]> {
  const rows = await em.execute<{ id: string }[]>(
    "select nextval(pg_get_serial_sequence('ads', 'id')) as id from generate_series(1, ?)",
    [count],
  );
  return rows.map(({ id }) => Number(id));
}

const FACTS = factList((name) => name);
const RECORD = `
  id bigint, external_id text, url text, url_key text, fingerprint text, title text, photo text,
  ${factList((name, type) => `${name} ${type}`)}, posted_at timestamptz, details_state text,
  seen boolean, renewed boolean, superseded boolean`;

function record({ after, seen, renewed }: PlannedAd) {
  const columns = factColumns(after);
  return {
    id: after.id,
    external_id: after.externalId,
    url: after.url,
    url_key: after.urlKey,
    fingerprint: after.fingerprint,
    title: after.title,
    photo: after.photo,
    ...Object.fromEntries(FACT_COLUMNS.map(({ field, name }) => [name, columns[field]])),
    posted_at: after.postedAt,
    details_state: after.detailsDone ? 'done' : 'pending',
    ...{ seen, renewed, superseded: after.superseded },
  };
}

interface PageTimes {
  /** Now. */
  readonly at: Date;
  /** When the run began: what counts as the time of the visit for all its pages. */
  readonly seenAt: Date;
}

function isRekeyed({ before, after }: PlannedAd): boolean {
  if (!before) return false;
  return (
    before.externalId !== after.externalId || before.urlKey !== after.urlKey || before.superseded !== after.superseded
  );
}

/** Row ids and addresses may change hands within a page, so those that move are all given up first. */
async function freeKeys(em: EntityManager, ads: readonly PlannedAd[], at: Date): Promise<void> {
  const ids = ads.filter(isRekeyed).map(({ after }) => after.id);
  if (ids.length === 0) return;
  await em.execute(
    "update ads set superseded_at = coalesce(superseded_at, ?), external_id = external_id || '~' || id where id in (?)",
    [at, ids],
  );
}

async function updateAds(em: EntityManager, ads: readonly PlannedAd[], { at, seenAt }: PageTimes): Promise<void> {
  if (ads.length === 0) return;
  await em.execute(
    `update ads a set external_id = r.external_id, url = r.url, url_key = r.url_key, fingerprint = r.fingerprint,
      title = r.title, photo = r.photo, ${factList((name) => `${name} = r.${name}`)},
      posted_at = r.posted_at, updated_at = ?,
      superseded_at = case when r.superseded then a.superseded_at end,
      gone_at = case when not r.seen then a.gone_at end,
      missed_sweeps = case when r.seen then 0 else a.missed_sweeps end,
      last_seen_at = case when r.seen then greatest(a.last_seen_at, ?) else a.last_seen_at end,
      renewed_at = case when r.renewed then ?::timestamptz else a.renewed_at end
    from jsonb_to_recordset(?::jsonb) as r(${RECORD}) where a.id = r.id`,
    [at, seenAt, at, JSON.stringify(ads.map(record))],
  );
}

async function touchAds(em: EntityManager, ads: readonly PlannedAd[], seenAt: Date): Promise<void> {
  if (ads.length === 0) return;
  await em.execute('update ads set last_seen_at = greatest(last_seen_at, ?), missed_sweeps = 0 where id in (?)', [
    seenAt,
    ads.map(({ after }) => after.id),
  ]);
}

async function insertAds(em: EntityManager, sourceId: string, ads: readonly PlannedAd[], { at, seenAt }: PageTimes) {
  if (ads.length === 0) return;
  await em.execute(
    `insert into ads (id, source, external_id, url, url_key, fingerprint, title, photo, ${FACTS}, posted_at,
      details_state, first_seen_at, last_seen_at, superseded_at)
    select id, ?, external_id, url, url_key, fingerprint, title, photo, ${FACTS}, posted_at, details_state, ?, ?,
      case when superseded then ?::timestamptz end
    from jsonb_to_recordset(?::jsonb) as r(${RECORD})`,
    [sourceId, at, seenAt, at, JSON.stringify(ads.map(record))],
  );
}

/** Of two prices at one instant the later one counts. */
export async function insertPrices(em: EntityManager, ads: readonly KnownAd[], at: Date): Promise<void> {
  const prices = ads.flatMap(({ id, price }) => (price === null ? [] : { ad_id: id, price }));
  if (prices.length === 0) return;
  await em.execute(
    `insert into ad_prices (ad_id, seen_at, price)
    select ad_id, ?, price from jsonb_to_recordset(?::jsonb) as r(ad_id bigint, price int)
    on conflict (ad_id, seen_at) do update set price = excluded.price`,
    [at, JSON.stringify(prices)],
  );
}

/** Writes what a page changes, all but its events. */
export async function writePage(em: EntityManager, sourceId: string, plan: PagePlan, times: PageTimes): Promise<void> {
  const known = plan.ads.filter(({ before }) => before !== null);
  const differs = (ad: PlannedAd) => ad.changed || ad.renewed || isRekeyed(ad);
  await freeKeys(em, known, times.at);
  await updateAds(em, known.filter(differs), times);
  await touchAds(
    em,
    known.filter((ad) => ad.seen && !differs(ad)),
    times.seenAt,
  );
  await insertAds(
    em,
    sourceId,
    plan.ads.filter(({ before }) => before === null),
    times,
  );
  await insertPrices(
    em,
    plan.ads.filter(({ priced }) => priced).map(({ after }) => after),
    times.at,
  );
}
