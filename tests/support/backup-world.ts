import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { inject } from 'vitest';
import { anAd, anAdEvent } from './ad-builders.ts';
import { aFilter, aUser } from './builders.ts';

/** Tables that no backup holds. */
export const LEFT_OUT = [
  ...['conversation_states', 'filter_changes', 'guess_limits', 'login_links', 'processed_updates', 'sessions'],
  'verifications',
];

/** What a restore writes anew, whoever asks for it. */
const WRITTEN_ANEW: Readonly<Record<string, readonly string[]>> = {
  ads: ['changed_xid'],
  market_state: ['reset_xid'],
  matcher_state: ['trimmed_through'],
  recipients: ['claim', 'lease_until', 'returned_in_claim'],
  sender_state: ['paused_until', 'breaker_until'],
};

/** Every sign that a file of lines could stumble over. */
const NASTY = 'tab\t, lines\n\\.\nand\r\n, "quotes", \\N, \\\\, ā🚗, \u0001';

/** A folder of the test's own. */
export function aFolder(onEnd: (end: () => void) => void): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'vanags-backup-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty database without a schema. */
export async function emptyDatabase(): Promise<string> {
  const name = `b_${randomUUID().replaceAll('-', '')}`;
  await askAt(`${inject('serverUrl')}postgres`, `create database ${name}`);
  return `${inject('serverUrl')}${name}`;
}

/** One question over a connection of its own, so that nobody stays connected. */
export async function askAt<Row extends object>(url: string, query: string, params: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(query, params)).rows;
  } finally {
    await client.end();
  }
}

/** Count and content of every table, without what a restore writes anew. */
export async function contentsOf(url: string): Promise<Record<string, { rows: number; hash: string | null }>> {
  const tables = await askAt<{ name: string }>(
    url,
    `select relname::text as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'mikro%' order by 1`,
  );
  const contents = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int as rows, md5(string_agg(line, ',' order by line)) as hash
      from (select (to_jsonb(t) - '{${WRITTEN_ANEW[name] ?? ''}}'::text[])::text as line from "${name}" t) lines`,
  );
  const found = await askAt<{ name: string; rows: number; hash: string | null }>(url, contents.join(' union all '));
  return Object.fromEntries(found.map(({ name, ...content }) => [name, content]));
}

/** What stands in the filled database. */
export interface Filled {
  readonly listener: number;
  readonly filter: number;
  /** The ad whose alert was sent. */
  readonly told: number;
  /** The ad whose event nobody has matched. */
  readonly unmatched: number;
}

const HUGE_PRICE = 1_000_000;

/** Something in every table. */
export async function fillDatabase(orm: MikroORM): Promise<Filled> {
  const sql = (query: string, params: unknown[] = []) => orm.em.fork().execute(query, params);
  const [listener, other] = [await aUser(orm, { firstName: NASTY }), await aUser(orm, { role: 'admin' })];
  const filter = await aFilter(orm, listener.id, { criteria: { priceMax: HUGE_PRICE } });
  await aFilter(orm, listener.id, { name: NASTY, active: false });
  const ads = [];
  for (const price of [1000, 2000, 3000, 4000]) ads.push(await anAd(orm, { brand: 'bmw', price, year: 2015 }));
  const [told = 0, unmatched = 0, incomplete = 0, held = 0] = ads;
  const [toldEvent, , incompleteEvent] = [
    await anAdEvent(orm, told, { price: 1000 }),
    await anAdEvent(orm, unmatched, { price: 2000 }),
    await anAdEvent(orm, incomplete, { price: 3000 }),
    await anAdEvent(orm, held, { held: true }),
  ];
  await sql('update ad_events set matched_at = now(), matched_revision = release_revision where id in (?, ?)', [
    toldEvent,
    incompleteEvent,
  ]);
  await sql("update ads set details_state = 'pending' where id = ?", [incomplete]);
  await sql('update ads set title = ?', [NASTY]);
  await sql('insert into ad_prices (ad_id, seen_at, price) select id, first_seen_at, price from ads');
  await fillOutbox(sql, listener.id, told);
  await fillTheRest(sql, listener.id, other.id, told);
  return { listener: listener.id, filter: filter.id, told, unmatched };
}

type Sql = (query: string, params?: unknown[]) => Promise<unknown>;

async function fillOutbox(sql: Sql, userId: number, adId: number): Promise<void> {
  await sql(
    `insert into notifications (kind, subject_id, user_id, ad_id, filter_ids, payload, status, claim, due_at, expires_at)
     select 'ad', 9000 + place, ?, ?, '{1,2}', ?::jsonb, status, 7, now(), now() + interval '1 day'
     from unnest(array['pending', 'sending', 'sent', 'cancelled', 'expired', 'dead']) with ordinality as s(status, place)`,
    [userId, adId, JSON.stringify({ occasion: 'new', price: 1000, oldPrice: null, text: NASTY.replace('\u0001', '') })],
  );
  await sql("update recipients set claim = 7, lease_until = now() + interval '30 s', returned_in_claim = 7");
  await sql("update sender_state set paused_until = now() + interval '1 hour'");
}

async function fillTheRest(sql: Sql, userId: number, adminId: number, adId: number): Promise<void> {
  await sql(`insert into sources (id, baseline_completed_at, cursor, sweep_started_at, last_sweep_at, last_success_at)
    values ('test', now(), 'page-7', now(), now(), now())`);
  await sql(
    `insert into ingestion_runs (source, kind, started_at, counts, error) values ('test', 'sweep', now(), '{}', ?)`,
    [NASTY],
  );
  await sql('insert into hidden_ads (user_id, ad_id) values (?, ?)', [userId, adId]);
  await sql("insert into plan_requests (user_id, plan) values (?, 'basic')", [userId]);
  await sql(`insert into admin_audit (actor, action, target_hash, way) values (?, 'user.promote', 'hash', 'cli')`, [
    String(adminId),
  ]);
  await sql("insert into alarms (kind, last_sent_at, told_count) values ('token.refused', now(), 2)");
  await sql("insert into problems (user_id, first_name, text, text_key) values (?, 'A', ?, 'key')", [userId, NASTY]);
  await sql("insert into feedback (user_id, rating, email, comment) values (?, 5, 'a@b.test', ?)", [userId, NASTY]);
  await sql("insert into deleted_accounts (telegram_hash, valid_after, expires_at) values ('hash', now(), now())");
  await sql(`insert into sessions (token_hash, user_id, last_used_at, expires_at) values ('hash', ?, now(), now())`, [
    userId,
  ]);
  await sql(`insert into login_links (token_hash, browser_hash, match_code, state, expires_at)
    values ('hash', 'browser', '42', 'pending', now())`);
  await sql(`insert into verifications (token_hash, purpose, pending, browser_hash, expires_at)
    values ('hash', 'password', '{}', 'browser', now())`);
  await sql(`insert into guess_limits (key, count, resets_at) values ('key', 1, now())`);
  await sql(`insert into conversation_states (key, value) values ('1', '{}')`);
  await sql('insert into processed_updates (update_id) values (1)');
}
