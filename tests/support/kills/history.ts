import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';

const ALERTS_AT_ONCE = 50_000;

/** A row of `filters` as the database spells it. */
export interface FilterRow {
  readonly id: number;
  readonly user_id: number;
  readonly active: boolean;
  readonly activated_revision: number | null;
  readonly brand: string;
  readonly models: readonly string[];
  readonly price_min: number | null;
  readonly price_max: number | null;
  readonly year_min: number | null;
  readonly year_max: number | null;
  readonly volume_min: number | null;
  readonly volume_max: number | null;
  readonly mileage_min: number | null;
  readonly mileage_max: number | null;
  readonly engines: readonly string[];
  readonly body_types: readonly string[];
  readonly colors: readonly string[];
  readonly areas: readonly string[];
  readonly gear_box: string;
  readonly deal_type: string;
  readonly checkup_month: number | null;
}

/** The facts of a row of `ads`. */
export interface AdRow {
  readonly brand: string | null;
  readonly model: string | null;
  readonly price: number | null;
  readonly year: number | null;
  readonly volume: number | null;
  readonly mileage: number | null;
  readonly engine: string | null;
  readonly body_type: string | null;
  readonly color: string | null;
  readonly area: string | null;
  readonly gear_box: string | null;
  readonly deal_type: string | null;
  readonly checkup_month: number | null;
}

export interface EventRow {
  readonly id: number;
  readonly adId: number;
  readonly kind: 'new' | 'details_completed' | 'price_drop';
  readonly oldPrice: number | null;
  readonly releaseRevision: number | null;
  readonly matchedRevision: number | null;
}

/** An event was matched. */
export interface Mark {
  readonly eventId: number;
  readonly xid: number;
  readonly snapshot: Snapshot;
  /** The last filter revision that the snapshot shows. */
  readonly revision: number;
  /** The process. */
  readonly matcher: string;
  readonly ad: AdRow;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** An alert after something happened to its row; of one that was deleted, before. */
export interface AlertState {
  readonly seq: number;
  readonly xid: number;
  readonly deed: 'insert' | 'update' | 'delete';
  readonly subjectId: number;
  readonly userId: number;
  readonly adId: number;
  readonly filterIds: readonly number[];
  readonly payload: { readonly occasion: string; readonly price: number | null; readonly oldPrice: number | null };
  readonly status: string;
}

export interface FilterChange {
  readonly revision: number;
  readonly filterId: number;
  /** null: it was deleted. */
  readonly state: FilterRow | null;
}

/** All that happened. */
export interface History {
  readonly events: readonly EventRow[];
  readonly marks: readonly Mark[];
  /** In the order of the revisions. */
  readonly filters: readonly FilterChange[];
  /** In the order in which it happened to each row. */
  readonly alerts: readonly AlertState[];
  /** Users who deleted their account, and the transactions in which they did. */
  readonly departures: ReadonlyMap<number, number>;
  /** `subject:user` of the alerts that are stored at the end. */
  readonly stored: ReadonlySet<string>;
}

/** Which transactions a snapshot shows, as `pg_visible_in_snapshot` has it. */
class Snapshot {
  readonly #min: number;
  readonly #max: number;
  readonly #running: ReadonlySet<number>;

  /** @param text `xmin:xmax:xip,…` */
  constructor(text: string) {
    const [min, max, running = ''] = text.split(':');
    this.#min = Number(min);
    this.#max = Number(max);
    this.#running = new Set(running.split(',').filter(Boolean).map(Number));
  }

  shows(xid: number): boolean {
    return xid < this.#min || (xid < this.#max && !this.#running.has(xid));
  }
}

/** What `keepHistory` has kept, and what the product has stored in the end. */
export async function readHistory(orm: MikroORM): Promise<History> {
  const em = orm.em.fork();
  const marks = await read<Omit<Mark, 'snapshot'> & { snapshot: string }>(
    em,
    `select event_id as "eventId", xid::bigint, snapshot, revision, matcher, ad, extract(epoch from at) * 1000 as at
     from history.marks order by event_id`,
  );
  const departures = await read<{ userId: number; xid: number }>(
    em,
    'select user_id as "userId", xid::bigint from history.departures',
  );
  const stored = await read<{ key: string }>(
    em,
    "select subject_id || ':' || user_id as key from notifications where kind = 'ad'",
  );
  return {
    events: await read<EventRow>(
      em,
      `select id, ad_id as "adId", kind, old_price as "oldPrice", release_revision as "releaseRevision",
         matched_revision as "matchedRevision" from ad_events order by id`,
    ),
    marks: marks.map((mark) => ({ ...mark, snapshot: new Snapshot(mark.snapshot) })),
    filters: await read<FilterChange>(
      em,
      'select revision, filter_id as "filterId", state from history.filters order by revision',
    ),
    alerts: await readAlerts(em),
    departures: new Map(departures.map(({ userId, xid }) => [userId, xid])),
    stored: new Set(stored.map(({ key }) => key)),
  };
}

/** In pages, as one answer with all of them would be long. */
async function readAlerts(em: EntityManager): Promise<AlertState[]> {
  const alerts: AlertState[] = [];
  for (;;) {
    const page = await read<AlertState>(
      em,
      `select seq, xid::bigint, deed, subject_id as "subjectId", user_id as "userId", ad_id as "adId",
         filter_ids as "filterIds", payload, status
       from history.alerts where seq > ? order by seq limit ?`,
      [alerts.at(-1)?.seq ?? 0, ALERTS_AT_ONCE],
    );
    for (const alert of page) alerts.push(alert);
    if (page.length < ALERTS_AT_ONCE) return alerts;
  }
}

/** As JSON, in which a bigint is a number. */
async function read<Row>(em: EntityManager, query: string, params: unknown[] = []): Promise<Row[]> {
  const rows = await em.execute<{ row: Row }[]>(`select to_jsonb(found) as row from (${query}) found`, params);
  return rows.map(({ row }) => row);
}
