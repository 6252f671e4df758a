import type { MikroORM } from '@mikro-orm/postgresql';

/**
 * What the database itself saw, kept by triggers of the test in the transactions of the product: a transaction that is
 * killed leaves nothing here either. The product knows nothing of these tables.
 *
 * A filter is kept under each revision that the change log draws for it. That happens at the commit, so the row is the
 * one that the transaction leaves behind, but for `activated_revision`, which the log's own trigger writes after the
 * revision: a second trigger takes the row over once more then.
 *
 * With each event that is marked as matched stands the snapshot of the transaction that marks it, as PostgreSQL says it
 * and not the matcher: what it shows of the change log, the ad as it shows it, and by its transaction ids which of the
 * kept alerts it could see.
 */
const HISTORY = `
  create schema history;
  create table history.filters (revision bigint primary key, filter_id bigint not null, state jsonb);
  create table history.marks (event_id bigint not null, xid text not null, snapshot text not null,
    revision bigint not null, matcher text not null, ad jsonb not null, at timestamptz not null);
  create table history.alerts (seq bigint generated always as identity primary key, xid text not null,
    deed text not null, subject_id bigint not null, user_id bigint not null, ad_id bigint not null,
    filter_ids bigint[] not null, payload jsonb not null, status text not null);
  create table history.departures (user_id bigint primary key, xid text not null);

  create function history.keep_filter() returns trigger language plpgsql as $$
  begin
    insert into history.filters
    select new.revision, new.filter_id, (select to_jsonb(f) from filters f where f.id = new.filter_id);
    return null;
  end $$;
  create trigger history after insert on filter_changes for each row execute function history.keep_filter();

  create function history.keep_activation() returns trigger language plpgsql as $$
  begin
    update history.filters set state = to_jsonb(new) where revision = new.activated_revision and filter_id = new.id;
    return null;
  end $$;
  create trigger history after update of activated_revision on filters
  for each row execute function history.keep_activation();

  create function history.keep_mark() returns trigger language plpgsql as $$
  begin
    insert into history.marks
    select new.id, pg_current_xact_id()::text, pg_current_snapshot()::text, last_filter_revision(),
      current_setting('application_name'), to_jsonb(ads), clock_timestamp()
    from ads where ads.id = new.ad_id;
    return null;
  end $$;
  create trigger history after update of matched_at on ad_events
  for each row when (new.matched_at is not null) execute function history.keep_mark();

  create function history.keep_alerts() returns trigger language plpgsql as $$
  begin
    insert into history.alerts (xid, deed, subject_id, user_id, ad_id, filter_ids, payload, status)
    select pg_current_xact_id()::text, lower(tg_op), subject_id, user_id, ad_id, filter_ids, payload, status
    from touched where kind = 'ad';
    return null;
  end $$;
  create trigger history_insert after insert on notifications referencing new table as touched
  for each statement execute function history.keep_alerts();
  create trigger history_update after update on notifications referencing new table as touched
  for each statement execute function history.keep_alerts();
  create trigger history_delete after delete on notifications referencing old table as touched
  for each statement execute function history.keep_alerts();

  create function history.keep_departure() returns trigger language plpgsql as $$
  begin
    insert into history.departures values (old.id, pg_current_xact_id()::text);
    return null;
  end $$;
  create trigger history after delete on users for each row execute function history.keep_departure();
`;

/** Begins to keep what happens; before the first filter is stored. */
export async function keepHistory(orm: MikroORM): Promise<void> {
  await orm.em.fork().execute(HISTORY);
}
