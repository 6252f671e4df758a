import { Migration } from '@mikro-orm/migrations';

/**
 * What is old is found without reading the rest, and hidden ads by their ad, with which they go. Deleting ads that count
 * in nobody's memory makes nobody read the market anew: who does so says it, for the transaction, by a setting.
 */
export class Migration20261122120000_retention extends Migration {
  override name = 'Migration20261122120000_retention';

  override up(): void {
    this.addSql('create index "hidden_ads_ad_id_index" on "hidden_ads" ("ad_id");');
    this.addSql(
      'create index "notifications_texts_index" on "notifications" (coalesce("sent_at", "expires_at")) where "kind" <> \'ad\';',
    );
    // Runs are kept for longer, and asked for at each poll.
    this.addSql('drop index "ingestion_runs_source_index";');
    this.addSql('create index "ingestion_runs_source_started_at_index" on "ingestion_runs" ("source", "started_at");');
    this.addSql(
      'create index "ingestion_runs_unfinished_index" on "ingestion_runs" ("source") where "finished_at" is null;',
    );
    this.addSql(`
      create or replace function note_lost_ads() returns trigger language plpgsql as $$
      begin
        if coalesce(current_setting('vanags.off_market', true), '') <> 'on' then
          update market_state set reset_xid = pg_current_xact_id() where id = 1;
        end if;
        return null;
      end $$;
    `);
  }

  override down(): void {
    this.addSql(`
      create or replace function note_lost_ads() returns trigger language plpgsql as $$
      begin
        update market_state set reset_xid = pg_current_xact_id() where id = 1;
        return null;
      end $$;
    `);
    this.addSql('drop index "ingestion_runs_unfinished_index";');
    this.addSql('drop index "ingestion_runs_source_started_at_index";');
    this.addSql('create index "ingestion_runs_source_index" on "ingestion_runs" ("source");');
    this.addSql('drop index "notifications_texts_index";');
    this.addSql('drop index "hidden_ads_ad_id_index";');
  }
}
