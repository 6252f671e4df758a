// The whole first schema in one step, as it was generated: a part of it would leave a database that nothing can use.
// That is why this file is longer than others may be.
import { Migration } from '@mikro-orm/migrations';

export class Migration20261121125616_initial extends Migration {
  override name = 'Migration20261121125616_initial';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "ads" ("id" bigserial primary key, "created_at" timestamptz(6) not null default now(), "updated_at" timestamptz(6) not null default now(), "source" text not null, "external_id" text not null, "url" text not null, "url_key" text not null, "fingerprint" text not null, "title" text null, "photo" text null, "brand" text null, "model" text null, "price" int null, "year" smallint null, "volume" smallint null, "mileage" int null, "engine" text null, "body_type" text null, "color" text null, "area" text null, "gear_box" text null, "deal_type" text null, "checkup_month" smallint null, "seller" text null, "posted_at" timestamptz(6) null, "details_state" text not null, "detail_tries" smallint not null default 0, "first_seen_at" timestamptz(6) not null, "last_seen_at" timestamptz(6) not null, "missed_sweeps" smallint not null default 0, "renewed_at" timestamptz(6) null, "gone_at" timestamptz(6) null, "superseded_at" timestamptz(6) null);`,
    );
    this.addSql(
      `create unique index "ads_source_url_key_unique" on "ads" ("source", "url_key") where "superseded_at" is null;`,
    );
    this.addSql(
      `create index "ads_details_pending_index" on "ads" ("source", "first_seen_at") where "details_state" = 'pending';`,
    );
    this.addSql(
      `create index "ads_searchable_index" on "ads" ("brand", "model", "price") where "gone_at" is null and "superseded_at" is null;`,
    );
    this.addSql(
      `create index "ads_superseded_url_key_index" on "ads" ("source", "url_key") where "superseded_at" is not null;`,
    );
    this.addSql(
      `create index "ads_missed_index" on "ads" ("source", "missed_sweeps") where "missed_sweeps" > 0 and "gone_at" is null;`,
    );
    this.addSql(`create index "ads_source_last_seen_at_index" on "ads" ("source", "last_seen_at");`);
    this.addSql(`alter table "ads" add constraint "ads_source_external_id_unique" unique ("source", "external_id");`);

    this.addSql(
      `create table "ad_events" ("id" bigserial primary key, "created_at" timestamptz(6) not null default now(), "updated_at" timestamptz(6) not null default now(), "ad_id" bigint not null, "kind" text not null, "old_price" int null, "price" int null, "hold_until" timestamptz(6) null, "release_revision" bigint null, "released_at" timestamptz(6) null, "matched_at" timestamptz(6) null, "matched_revision" bigint null);`,
    );
    this.addSql(`create index "ad_events_ad_id_index" on "ad_events" ("ad_id");`);
    this.addSql(`create unique index "ad_events_new_unique" on "ad_events" ("ad_id") where "kind" = 'new';`);
    this.addSql(
      `create index "ad_events_unmatched_index" on "ad_events" ("released_at", "id") where "released_at" is not null and "matched_at" is null;`,
    );
    this.addSql(`create index "ad_events_released_at_index" on "ad_events" ("released_at");`);
    this.addSql(`create index "ad_events_held_index" on "ad_events" ("hold_until") where "released_at" is null;`);

    this.addSql(
      `create table "admin_audit" ("id" bigserial primary key, "created_at" timestamptz(6) not null default now(), "updated_at" timestamptz(6) not null default now(), "actor" text not null, "action" text not null, "target_hash" text not null, "ip" text null, "at" timestamptz(6) not null default now());`,
    );

    this.addSql(
      `create table "ad_prices" ("ad_id" bigint not null, "seen_at" timestamptz(6) not null, "price" int not null, primary key ("ad_id", "seen_at"));`,
    );

    this.addSql(
      `create table "alarms" ("kind" text not null, "last_sent_at" timestamptz(6) not null, primary key ("kind"));`,
    );

    this.addSql(
      `create table "conversation_states" ("key" text not null, "value" jsonb not null, "updated_at" timestamptz(6) not null default now(), primary key ("key"));`,
    );

    this.addSql(
      `create table "deleted_accounts" ("telegram_hash" text not null, "valid_after" timestamptz(6) not null, "expires_at" timestamptz(6) not null, primary key ("telegram_hash"));`,
    );

    this.addSql(
      `create table "filter_changes" ("revision" bigint not null, "filter_id" bigint not null, primary key ("revision"));`,
    );

    this.addSql(
      `create table "ingestion_runs" ("id" bigserial primary key, "created_at" timestamptz(6) not null default now(), "updated_at" timestamptz(6) not null default now(), "source" text not null, "kind" text not null, "started_at" timestamptz(6) not null, "finished_at" timestamptz(6) null, "counts" jsonb not null, "error" text null);`,
    );
    this.addSql(`create index "ingestion_runs_source_index" on "ingestion_runs" ("source");`);

    this.addSql(
      `create table "matcher_state" ("id" smallint not null, "trimmed_through" bigint not null default '0', primary key ("id"));`,
    );

    this.addSql(
      `create table "notifications" ("kind" text not null, "subject_id" bigint not null, "user_id" bigint not null, "ad_id" bigint null, "filter_ids" bigint[] not null default '{}', "payload" jsonb not null, "status" text not null default 'pending', "attempts" smallint not null default 0, "claim" bigint null, "due_at" timestamptz(6) not null, "expires_at" timestamptz(6) not null, "error" text null, "message_id" bigint null, "sent_at" timestamptz(6) null, "created_at" timestamptz(6) not null default now(), primary key ("kind", "subject_id", "user_id"));`,
    );
    this.addSql(`create index "notifications_user_id_index" on "notifications" ("user_id");`);
    this.addSql(`create index "notifications_ad_id_user_id_index" on "notifications" ("ad_id", "user_id");`);
    this.addSql(
      `create index "notifications_pending_index" on "notifications" ("user_id", "due_at") where "status" = 'pending';`,
    );
    this.addSql(
      `create index "notifications_sending_index" on "notifications" ("user_id") where "status" = 'sending';`,
    );

    this.addSql(
      `create table "processed_updates" ("update_id" bigint not null, "at" timestamptz(6) not null default now(), primary key ("update_id"));`,
    );

    this.addSql(
      `create table "sender_state" ("id" smallint not null, "paused_until" timestamptz(6) null, "breaker_until" timestamptz(6) null, primary key ("id"));`,
    );

    this.addSql(
      `create table "sources" ("id" text not null, "baseline_completed_at" timestamptz(6) null, "cursor" text null, "sweep_started_at" timestamptz(6) null, "last_sweep_at" timestamptz(6) null, "last_success_at" timestamptz(6) null, primary key ("id"));`,
    );

    this.addSql(
      `create table "users" ("id" bigserial primary key, "created_at" timestamptz(6) not null default now(), "updated_at" timestamptz(6) not null default now(), "telegram_id" bigint not null, "role" text not null, "first_name" text not null, "username" text null, "username_key" text null, "password_hash" text null, "email" text null, "email_key" text null, "phone" text null, "language" text not null, "time_zone" text not null default 'Europe/Riga', "paused_at" timestamptz(6) null, "delivery_mode" text not null default 'instant', "quiet_from" smallint null, "quiet_to" smallint null, "sessions_valid_after" timestamptz(6) null);`,
    );
    this.addSql(`alter table "users" add constraint "users_telegram_id_unique" unique ("telegram_id");`);
    this.addSql(`alter table "users" add constraint "users_username_key_unique" unique ("username_key");`);
    this.addSql(`alter table "users" add constraint "users_email_key_unique" unique ("email_key");`);
    this.addSql(`alter table "users" add constraint "users_phone_unique" unique ("phone");`);

    this.addSql(
      `create table "sessions" ("token_hash" text not null, "user_id" bigint not null, "created_at" timestamptz(6) not null default now(), "last_used_at" timestamptz(6) not null, "expires_at" timestamptz(6) not null, primary key ("token_hash"));`,
    );
    this.addSql(`create index "sessions_user_id_index" on "sessions" ("user_id");`);

    this.addSql(
      `create table "recipients" ("user_id" bigint not null, "reachable" boolean not null default true, "reason" text null, "next_send_at" timestamptz(6) not null default now(), "hour_started_at" timestamptz(6) null, "hour_count" int not null default 0, "claim" bigint not null default '0', "lease_until" timestamptz(6) null, primary key ("user_id"));`,
    );
    this.addSql(`create index "recipients_due_index" on "recipients" ("next_send_at") where "reachable";`);

    this.addSql(
      `create table "problems" ("id" bigserial primary key, "created_at" timestamptz(6) not null default now(), "updated_at" timestamptz(6) not null default now(), "user_id" bigint null, "first_name" text not null, "text" text not null, "text_key" text not null);`,
    );
    this.addSql(
      `alter table "problems" add constraint "problems_user_id_text_key_unique" unique ("user_id", "text_key");`,
    );

    this.addSql(
      `create table "plan_requests" ("id" bigserial primary key, "created_at" timestamptz(6) not null default now(), "updated_at" timestamptz(6) not null default now(), "user_id" bigint not null, "plan" text not null, "state" text not null default 'open');`,
    );
    this.addSql(
      `create unique index "plan_requests_open_unique" on "plan_requests" ("user_id") where "state" = 'open';`,
    );

    this.addSql(
      `create table "login_links" ("token_hash" text not null, "browser_hash" text not null, "match_code" text not null, "user_id" bigint null, "state" text not null, "expires_at" timestamptz(6) not null, primary key ("token_hash"));`,
    );

    this.addSql(
      `create table "hidden_ads" ("user_id" bigint not null, "ad_id" bigint not null, "hidden_at" timestamptz(6) not null default now(), primary key ("user_id", "ad_id"));`,
    );

    this.addSql(
      `create table "filters" ("id" bigserial primary key, "created_at" timestamptz(6) not null default now(), "updated_at" timestamptz(6) not null default now(), "user_id" bigint not null, "name" text not null, "name_key" text not null, "brand" text not null default '0', "models" text[] not null default '{}', "price_min" int null, "price_max" int null, "year_min" smallint null, "year_max" smallint null, "volume_min" smallint null, "volume_max" smallint null, "mileage_min" int null, "mileage_max" int null, "engines" text[] not null default '{}', "body_types" text[] not null default '{}', "colors" text[] not null default '{}', "areas" text[] not null default '{}', "gear_box" text not null default '0', "deal_type" text not null default '0', "checkup_month" smallint null, "active" boolean not null, "activated_revision" bigint null, "edited_at" timestamptz(6) not null);`,
    );
    this.addSql(`create index "filters_active_index" on "filters" ("user_id") where "active";`);
    this.addSql(
      `alter table "filters" add constraint "filters_user_id_name_key_unique" unique ("user_id", "name_key");`,
    );

    this.addSql(
      `create table "feedback" ("id" bigserial primary key, "created_at" timestamptz(6) not null default now(), "updated_at" timestamptz(6) not null default now(), "user_id" bigint not null, "rating" smallint not null, "email" text not null, "comment" text not null);`,
    );

    this.addSql(
      `create table "verifications" ("id" bigserial primary key, "created_at" timestamptz(6) not null default now(), "updated_at" timestamptz(6) not null default now(), "purpose" text not null, "pending" jsonb not null, "code_hash" text null, "tries" smallint not null default 0, "browser_hash" text not null, "expires_at" timestamptz(6) not null);`,
    );

    this.addSql(`alter table "ads" add constraint "ads_price_not_negative" check (price >= 0);`);
    this.addSql(`alter table "ads" add constraint "ads_mileage_not_negative" check (mileage >= 0);`);
    this.addSql(`alter table "ads" add constraint "ads_volume_positive" check (volume > 0);`);
    this.addSql(
      `alter table "ads" add constraint "ads_details_state_known" check (details_state in ('pending', 'done', 'failed'));`,
    );

    this.addSql(
      `alter table "ad_events" add constraint "ad_events_ad_id_foreign" foreign key ("ad_id") references "ads" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "ad_events" add constraint "ad_events_kind_known" check (kind in ('new', 'details_completed', 'price_drop'));`,
    );
    this.addSql(
      `alter table "ad_events" add constraint "ad_events_release_whole" check ((released_at is null) = (release_revision is null));`,
    );
    this.addSql(
      `alter table "ad_events" add constraint "ad_events_drop_falls" check (kind <> 'price_drop' or (price < old_price));`,
    );

    this.addSql(
      `alter table "ad_prices" add constraint "ad_prices_ad_id_foreign" foreign key ("ad_id") references "ads" ("id") on delete cascade;`,
    );

    this.addSql(`alter table "matcher_state" add constraint "matcher_state_one_row" check (id = 1);`);

    this.addSql(
      `alter table "notifications" add constraint "notifications_status_known" check (status in ('pending', 'sending', 'sent', 'cancelled', 'expired', 'dead'));`,
    );
    this.addSql(
      `alter table "notifications" add constraint "notifications_kind_known" check (kind in ('ad', 'role', 'system'));`,
    );
    this.addSql(
      `alter table "notifications" add constraint "notifications_ad_named" check (kind <> 'ad' or ad_id is not null);`,
    );

    this.addSql(`alter table "sender_state" add constraint "sender_state_one_row" check (id = 1);`);

    this.addSql(`alter table "users" add constraint "users_telegram_id_positive" check (telegram_id > 0);`);
    this.addSql(
      `alter table "users" add constraint "users_role_known" check (role in ('user', 'basic', 'advanced', 'admin'));`,
    );
    this.addSql(`alter table "users" add constraint "users_language_known" check (language in ('lv', 'en', 'ru'));`);
    this.addSql(
      `alter table "users" add constraint "users_delivery_mode_known" check (delivery_mode in ('instant', 'hourly', 'daily'));`,
    );
    this.addSql(
      `alter table "users" add constraint "users_quiet_hours_whole" check ((quiet_from is null) = (quiet_to is null));`,
    );
    this.addSql(
      `alter table "users" add constraint "users_quiet_hours_in_day" check (quiet_from >= 0 and quiet_from <= 1439 and quiet_to >= 0 and quiet_to <= 1439);`,
    );

    this.addSql(
      `alter table "sessions" add constraint "sessions_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "recipients" add constraint "recipients_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade;`,
    );

    this.addSql(
      `alter table "problems" add constraint "problems_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete set null;`,
    );

    this.addSql(
      `alter table "plan_requests" add constraint "plan_requests_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "plan_requests" add constraint "plan_requests_plan_known" check (plan in ('basic', 'advanced'));`,
    );
    this.addSql(
      `alter table "plan_requests" add constraint "plan_requests_state_known" check (state in ('open', 'granted', 'declined'));`,
    );

    this.addSql(
      `alter table "login_links" add constraint "login_links_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "login_links" add constraint "login_links_state_known" check (state in ('pending', 'confirmed', 'used', 'cancelled'));`,
    );

    this.addSql(
      `alter table "hidden_ads" add constraint "hidden_ads_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "hidden_ads" add constraint "hidden_ads_ad_id_foreign" foreign key ("ad_id") references "ads" ("id") on update cascade on delete cascade;`,
    );

    this.addSql(
      `alter table "filters" add constraint "filters_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "filters" add constraint "filters_price_range" check (price_min >= 0 and price_max >= 0 and price_min <= price_max);`,
    );
    this.addSql(
      `alter table "filters" add constraint "filters_year_range" check (year_min >= 1900 and year_max >= 1900 and year_max <= 2100 and year_min <= year_max);`,
    );
    this.addSql(
      `alter table "filters" add constraint "filters_volume_range" check (volume_min >= 1 and volume_max >= 1 and volume_max <= 200 and volume_min <= volume_max);`,
    );
    this.addSql(
      `alter table "filters" add constraint "filters_mileage_range" check (mileage_min > 0 and mileage_max > 0 and mileage_min <= mileage_max);`,
    );

    this.addSql(
      `alter table "feedback" add constraint "feedback_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    );
    this.addSql(`alter table "feedback" add constraint "feedback_rating_range" check (rating >= 1 and rating <= 5);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "ad_events" drop constraint "ad_events_ad_id_foreign";`);
    this.addSql(`alter table "ad_prices" drop constraint "ad_prices_ad_id_foreign";`);
    this.addSql(`alter table "hidden_ads" drop constraint "hidden_ads_ad_id_foreign";`);
    this.addSql(`alter table "sessions" drop constraint "sessions_user_id_foreign";`);
    this.addSql(`alter table "recipients" drop constraint "recipients_user_id_foreign";`);
    this.addSql(`alter table "problems" drop constraint "problems_user_id_foreign";`);
    this.addSql(`alter table "plan_requests" drop constraint "plan_requests_user_id_foreign";`);
    this.addSql(`alter table "login_links" drop constraint "login_links_user_id_foreign";`);
    this.addSql(`alter table "hidden_ads" drop constraint "hidden_ads_user_id_foreign";`);
    this.addSql(`alter table "filters" drop constraint "filters_user_id_foreign";`);
    this.addSql(`alter table "feedback" drop constraint "feedback_user_id_foreign";`);

    this.addSql(`drop table if exists "ads" cascade;`);
    this.addSql(`drop table if exists "ad_events" cascade;`);
    this.addSql(`drop table if exists "admin_audit" cascade;`);
    this.addSql(`drop table if exists "ad_prices" cascade;`);
    this.addSql(`drop table if exists "alarms" cascade;`);
    this.addSql(`drop table if exists "conversation_states" cascade;`);
    this.addSql(`drop table if exists "deleted_accounts" cascade;`);
    this.addSql(`drop table if exists "filter_changes" cascade;`);
    this.addSql(`drop table if exists "ingestion_runs" cascade;`);
    this.addSql(`drop table if exists "matcher_state" cascade;`);
    this.addSql(`drop table if exists "notifications" cascade;`);
    this.addSql(`drop table if exists "processed_updates" cascade;`);
    this.addSql(`drop table if exists "sender_state" cascade;`);
    this.addSql(`drop table if exists "sources" cascade;`);
    this.addSql(`drop table if exists "users" cascade;`);
    this.addSql(`drop table if exists "sessions" cascade;`);
    this.addSql(`drop table if exists "recipients" cascade;`);
    this.addSql(`drop table if exists "problems" cascade;`);
    this.addSql(`drop table if exists "plan_requests" cascade;`);
    this.addSql(`drop table if exists "login_links" cascade;`);
    this.addSql(`drop table if exists "hidden_ads" cascade;`);
    this.addSql(`drop table if exists "filters" cascade;`);
    this.addSql(`drop table if exists "feedback" cascade;`);
    this.addSql(`drop table if exists "verifications" cascade;`);
  }
}
