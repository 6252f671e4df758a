import pg from 'pg';
import { factColumns } from '#core/ads/ad-facts.ts';
import { insertRows } from '../matching/bulk-insert.ts';
import { RandomStream } from '../matching/random-stream.ts';
import { createWorkload, type Workload } from '../matching/workload.ts';

/** How many ads of each kind the store holds. */
export interface MarketAmounts {
  readonly onMarket: number;
  /** Posted within the last four weeks, but not on the market any more. */
  readonly recentlyGone: number;
  readonly longGone: number;
}

const DAY_MS = 86_400_000;
const TIMES_STREAM = 11;
const BATCH = 10_000;
/** Ads that do not tell when they were posted; so many in a hundred. */
const UNDATED = 5;
const RENEWED = 20;

const INSERT_ADS = `
  insert into ads (source, external_id, url, url_key, fingerprint, title, photo, details_state,
    brand, model, price, year, volume, mileage, engine, body_type, color, area, gear_box, deal_type, checkup_month,
    posted_at, first_seen_at, last_seen_at, renewed_at, gone_at)
  select 'bench', key, 'https://market.example/' || key, key, key, 'An ad of a car for the benchmark',
    'https://market.example/' || key || '.jpg', 'done',
    brand, model, price, year, volume, mileage, engine, body_type, color, area, gear_box, deal_type, checkup_month,
    posted_at, first_seen_at, first_seen_at, renewed_at, gone_at
  from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::int[], $6::int[], $7::int[], $8::text[], $9::text[],
    $10::text[], $11::text[], $12::text[], $13::text[], $14::int[], $15::timestamptz[], $16::timestamptz[],
    $17::timestamptz[], $18::timestamptz[]) as ad (key, brand, model, price, year, volume, mileage, engine, body_type,
    color, area, gear_box, deal_type, checkup_month, posted_at, first_seen_at, renewed_at, gone_at)`;

/** Each was once dearer; every other one twice. */
const INSERT_PRICES = `
  insert into ad_prices (ad_id, seen_at, price)
  select id, first_seen_at + n * interval '1 day', price + 100 * (2 - n)
  from ads, generate_series(0, 2) as n where price is not null and n <= 1 + id % 2`;

/** Those without a date have come as news. */
const INSERT_EVENTS = `
  insert into ad_events (ad_id, kind, price, released_at, release_revision, matched_at)
  select id, 'new', price, first_seen_at, 0, first_seen_at from ads where posted_at is null`;

/** Fills an empty store, the same way for the same seed and time. */
export async function seedMarket(url: string, seed: number, now: Date, amounts: MarketAmounts): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const workload = createWorkload(seed);
  const random = new RandomStream(seed, TIMES_STREAM);
  const { onMarket, recentlyGone, longGone } = amounts;
  // As they would lie in a store of years: the old ones first, those on the market between those that have gone.
  const kinds = [
    ...Array.from({ length: longGone }, () => 'long gone' as const),
    ...Array.from({ length: onMarket + recentlyGone }, (_, n) =>
      // Spread evenly.
      Math.floor((n + 1) * (recentlyGone / (onMarket + recentlyGone))) >
      Math.floor(n * (recentlyGone / (onMarket + recentlyGone)))
        ? ('recently gone' as const)
        : ('on the market' as const),
    ),
  ];
  for (let from = 0; from < kinds.length; from += BATCH) {
    const rows = kinds
      .slice(from, from + BATCH)
      .map((kind, n) => [`b${from + n}`, ...factsOf(workload), ...timesOf(kind, now, random)]);
    await insertRows(client, INSERT_ADS, rows);
  }
  await client.query(INSERT_PRICES);
  await client.query(INSERT_EVENTS);
  // As the database would by itself within minutes.
  await client.query('vacuum (analyze)');
  await client.end();
}

function factsOf(workload: Workload): unknown[] {
  const { brand, model, price, year, volume, mileage, engine, ...rest } = factColumns(workload.ad());
  const { bodyType, color, area, gearBox, dealType, checkupMonth } = rest;
  return [brand, model, price, year, volume, mileage, engine, bodyType, color, area, gearBox, dealType, checkupMonth];
}

/** Posted, first seen, renewed, gone. */
function timesOf(kind: 'on the market' | 'recently gone' | 'long gone', now: Date, random: RandomStream): unknown[] {
  const [least, most] = { 'on the market': [0, 58], 'recently gone': [1, 27], 'long gone': [40, 400] }[kind] as [
    number,
    number,
  ];
  const age = least + (most - least) * random.next();
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  return [
    random.chance(UNDATED) ? null : ago(age),
    ago(age),
    random.chance(RENEWED) ? ago(age * random.next()) : null,
    kind === 'on the market' ? null : ago(age * random.next() * 0.9),
  ];
}
