import type { EntityManager } from '@mikro-orm/postgresql';

/** How much of everything a database of the benchmark holds. */
export interface Amounts {
  readonly users: number;
  readonly filters: number;
  readonly notifications: number;
  readonly problems: number;
  readonly ads: number;
}

/** Messaging ID of the administrator who looks at all of it. */
export const ADMIN_TELEGRAM_ID = 9_001;
/** That of user n is this many more. */
const FIRST_TELEGRAM_ID = 5_000_000_000;
/** Alerts that are on their way. */
const WAITING = 200;
/** Any; the same one makes the same people. */
const SEED = 0.2026;

/** As they stand in Latvian chats, the usual ones more often than the others. */
const NAMES = [
  ...['Jānis', 'Anna', 'Andris', 'Līga', 'Juris', 'Inese', 'Edgars', 'Kristīne', 'Mārtiņš', 'Ilze', 'Ivars', 'Zane'],
  ...['Aleksandrs', 'Laura', 'Guntis', 'Dace', 'Ģirts', 'Žanete', 'Raivis', 'Šarlote', 'Kaspars', 'Elīna', 'Ņina'],
  ...['Сергей', 'Елена', 'Александр', 'Ольга', 'Дмитрий', 'Наталья', 'Андрей', 'Татьяна', 'Алексей', 'Юлия', 'Иван'],
  ...['John', 'Emma', 'Alex', 'Maria', 'Michael', 'Kate', 'David', 'Nick', 'Sandra', 'Max', 'Viktor 🚗', 'Anna Marija'],
];

/** Fills an empty database, the same way each time but for the times, which all lie in the last thirty days. */
export async function seed(em: EntityManager, amounts: Amounts): Promise<void> {
  await em.transactional(async (own) => {
    // Without triggers: the log of filters is for the matcher, which nothing is asked of here.
    await own.execute('set local session_replication_role = replica');
    await own.execute(`select setseed(${SEED})`);
    await seedUsers(own, amounts);
    await seedFilters(own, amounts);
    await seedAds(own, amounts);
    await seedNotifications(own, amounts);
    await seedLetters(own, amounts);
  });
  // As the database would by itself within minutes.
  await em.execute('vacuum (analyze)');
}

/** Squared, so that few names are many people's. */
const A_NAME = `(array[?])[1 + floor(${NAMES.length} * random() * random())::int]`;
const inLastDays = "now() - random() * interval '30 days'";

async function seedUsers(em: EntityManager, { users }: Amounts): Promise<void> {
  await em.execute(
    `insert into users (telegram_id, role, first_name, language, created_at)
     select ${FIRST_TELEGRAM_ID} + n * 37,
       case when n % 10000 = 0 then 'admin' when chance < 0.6 then 'user' when chance < 0.92 then 'basic'
         else 'advanced' end,
       ${A_NAME} || case when random() < 0.2 then ' ' || chr(65 + n % 26) || '.' else '' end,
       'lv', ${inLastDays}
     from (select n, random() as chance from generate_series(1, ${users}) as n) as people`,
    [NAMES],
  );
  await em.execute("insert into users (telegram_id, role, first_name, language) values (?, 'admin', 'Ilze', 'lv')", [
    ADMIN_TELEGRAM_ID,
  ]);
  await em.execute("insert into recipients (user_id, next_send_at) select id, 'epoch' from users");
}

/** Those with a plan have them. */
async function seedFilters(em: EntityManager, { filters }: Amounts): Promise<void> {
  await em.execute(
    `with owners as (select row_number() over (order by id) as place, id from users where role <> 'user')
     insert into filters (user_id, name, name_key, brand, models, price_max, year_min, active, edited_at)
     select id, 'Filtrs ' || n, 'filtrs ' || n, 'bmw', '{320,520}', 1000 * (n % 30), 2000 + n % 25, n % 5 < 3, ${inLastDays}
     from generate_series(1, ${filters}) as n
     join owners on place = 1 + n % (select count(*) from owners)`,
  );
}

/** One in fifty is of today; so is the reading of the source, once a minute. */
async function seedAds(em: EntityManager, { ads }: Amounts): Promise<void> {
  await em.execute(
    `insert into ads (source, external_id, url, url_key, fingerprint, title, brand, model, price, year, details_state,
       first_seen_at, last_seen_at, renewed_at)
     select 'ss-lv', n, 'https://market.example/msg/lv/transport/cars/bmw/320/' || n || '.html', 'cars/bmw/320/' || n,
       'bmw 320', 'BMW 320 ' || n, 'bmw', '320', 1000 + n % 20000, 2000 + n % 25, 'done', seen, now(),
       case when n % 3 = 0 then seen + random() * (now() - seen) end
     from (select n, ${inLastDays} as seen from generate_series(1, ${ads}) as n) as found`,
  );
  await em.execute("insert into sources (id, baseline_completed_at, last_success_at) values ('ss-lv', now(), now())");
  await em.execute(
    `insert into ingestion_runs (source, kind, started_at, finished_at, counts)
     select 'ss-lv', case when n % 1440 = 0 then 'sweep' else 'incremental' end, at, at + interval '40 seconds',
       '{"rows": 30, "badRows": 0, "failures": 0}'
     from (select n, now() - n * interval '1 minute' as at from generate_series(30 * 1440, 1, -1) as n) as polls`,
  );
}

/** Alerts of thirty days in the order they were sent, a few that wait, a few that nobody took. */
async function seedNotifications(em: EntityManager, { users, ads, notifications }: Amounts): Promise<void> {
  await em.execute(
    `insert into notifications (kind, subject_id, user_id, ad_id, payload, status, due_at, expires_at, sent_at, created_at)
     select 'ad', n, 1 + floor(random() * ${users}), 1 + n % ${ads},
       jsonb_build_object('occasion', case when n % 10 = 0 then 'price_drop' else 'new' end, 'price', 9000, 'oldPrice', null),
       case when age < ${WAITING} then 'pending' when age % 1000 = 999 then 'dead' else 'sent' end, at,
       at + interval '1 day', case when age >= ${WAITING} and age % 1000 < 999 then at end, at
     from (select n, ${notifications} - n as age from generate_series(1, ${notifications}) as n) as told
     cross join lateral (select now() - age * interval '30 days' / ${notifications} as at) as sending`,
  );
}

async function seedLetters(em: EntityManager, { users, problems }: Amounts): Promise<void> {
  const author = `1 + floor(random() * ${users})`;
  await em.execute(
    `insert into problems (user_id, first_name, text, text_key, created_at)
     select ${author}, ${A_NAME}, repeat('Paziņojums par to pašu auto atnāca divreiz. ', 1 + n % 12) || n, n, ${inLastDays}
     from generate_series(1, ${problems}) as n`,
    [NAMES],
  );
  await em.execute(
    `insert into feedback (user_id, rating, email, comment, created_at)
     select ${author}, 1 + n % 5, '', 'Paldies! ' || n, ${inLastDays} from generate_series(1, ${problems / 4}) as n`,
  );
  await em.execute(
    `insert into plan_requests (user_id, plan, created_at)
     select id, 'basic', ${inLastDays} from users where role = 'user' order by id limit ${problems / 50}`,
  );
}
