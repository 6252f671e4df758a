import pg from 'pg';
import { criteriaColumns } from '#core/filters/filter-criteria.ts';
import type { Workload } from '#tools/bench/matching/workload.ts';

/** As many as one statement takes. */
const PAGE = 20_000;
const FILTERS_PER_USER = 3;

/** Columns of criteria in the order of `VALUES`, with what the text of a value is cast to. */
const TYPES = {
  brand: 'text',
  models: 'text[]',
  price_min: 'int',
  price_max: 'int',
  year_min: 'smallint',
  year_max: 'smallint',
  volume_min: 'smallint',
  volume_max: 'smallint',
  mileage_min: 'int',
  mileage_max: 'int',
  engines: 'text[]',
  body_types: 'text[]',
  colors: 'text[]',
  areas: 'text[]',
  gear_box: 'text',
  deal_type: 'text',
  checkup_month: 'smallint',
};
const COLUMNS = Object.keys(TYPES);
const VALUES = [
  ...(['brand', 'models', 'priceMin', 'priceMax', 'yearMin', 'yearMax', 'volumeMin', 'volumeMax'] as const),
  ...(['mileageMin', 'mileageMax', 'engines', 'bodyTypes', 'colors', 'areas', 'gearBox', 'dealType'] as const),
  'checkupMonth' as const,
];

const INSERT = `
  insert into filters (user_id, name, name_key, active, activated_revision, edited_at, ${COLUMNS})
  select 1 + (n - 1) / ${FILTERS_PER_USER}, 'Filtrs ' || n, 'filtrs ' || n, active, case when active then n end, now(),
    ${Object.entries(TYPES).map(([name, type]) => `${name}::${type}`)}
  from (
    select $1::int + row_number() over () as n, * from unnest($2::boolean[], ${COLUMNS.map((_, at) => `$${at + 3}::text[]`)})
      as drawn (active, ${COLUMNS})
  ) as numbered`;

/**
 * Saves filters until there are `count`, three a user, as a service would have them whose change log was trimmed just
 * now: every filter in the order of its id has a revision of its own.
 */
export async function seedFilters(url: string, workload: Workload, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Without triggers: entries of the log would be written only to be trimmed.
    await client.query('set session_replication_role = replica');
    await seedUsers(client, Math.ceil(count / FILTERS_PER_USER));
    const { rows } = await client.query<{ known: number }>('select count(*)::int as known from filters');
    for (let known = rows[0]?.known ?? 0; known < count; known += PAGE)
      await insertFilters(client, workload, { known, added: Math.min(PAGE, count - known) });
    await client.query("select setval('filter_revision_seq', $1)", [count]);
    await client.query('update matcher_state set trimmed_through = $1', [count]);
    // As the database would by itself within minutes.
    await client.query('vacuum (analyze) users, recipients, filters, matcher_state');
  } finally {
    await client.end();
  }
}

async function seedUsers(client: pg.Client, count: number): Promise<void> {
  await client.query(
    `insert into users (telegram_id, role, first_name, language)
     select n, 'advanced', 'Anna', 'lv' from generate_series((select count(*) + 1 from users), $1::int) as n`,
    [count],
  );
  await client.query(
    `insert into recipients (user_id, next_send_at)
     select id, 'epoch' from users where id > (select coalesce(max(user_id), 0) from recipients)`,
  );
}

async function insertFilters(
  client: pg.Client,
  workload: Workload,
  { known, added }: { known: number; added: number },
): Promise<void> {
  const filters = Array.from({ length: added }, workload.filter);
  const rows = filters.map(({ criteria }) => criteriaColumns(criteria));
  const columns = VALUES.map((name) => textArray(rows.map((row) => row[name])));
  await client.query(INSERT, [known, textArray(filters.map(({ active }) => active)), ...columns]);
}

/** Keys and numbers need no escape; a list becomes the text of an array. */
function textArray(values: readonly unknown[]): string {
  return `{${values.map((value) => (value == null ? 'null' : `"${Array.isArray(value) ? `{${value}}` : value}"`))}}`;
}
