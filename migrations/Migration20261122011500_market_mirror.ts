import { Migration } from '@mikro-orm/migrations';

/** Which transaction last changed what counts of an ad: every process keeps the market in memory and asks for the rest. */
export class Migration20261122011500_market_mirror extends Migration {
  override name = 'Migration20261122011500_market_mirror';

  override up(): void {
    this.addSql('alter table "ads" add "changed_xid" xid8 not null default pg_current_xact_id();');
    this.addSql('create index "ads_changed_xid_index" on "ads" ("changed_xid");');
    // The ads on the market are found in memory now.
    this.addSql('drop index "ads_searchable_index";');
    this.addSql(
      'create table "market_state" ("id" smallint not null, "reset_xid" xid8 not null default \'0\', primary key ("id"));',
    );
    this.addSql('alter table "market_state" add constraint "market_state_one_row" check (id = 1);');
    this.addSql('insert into "market_state" ("id") values (1);');
    this.addChanges();
    this.addResets();
  }

  /** Being seen once more changes nothing that counts: most updates do not reach the function, and keep their number. */
  private addChanges(): void {
    const facts = ['brand', 'model', 'price', 'year', 'volume', 'mileage', 'engine', 'body_type', 'color', 'area'];
    const rest = ['gear_box', 'deal_type', 'checkup_month', 'posted_at', 'first_seen_at', 'renewed_at', 'gone_at'];
    const columns = [...facts, ...rest, 'superseded_at'];
    const row = (name: string) => `(${columns.map((column) => `${name}.${column}`).join(', ')})`;
    this.addSql(`
      create function note_ad_change() returns trigger language plpgsql as $$
      begin
        new.changed_xid := pg_current_xact_id();
        return new;
      end $$;
    `);
    this.addSql(`
      create trigger ads_change before update of ${columns.join(', ')} on ads for each row
      when (${row('old')} is distinct from ${row('new')}) execute function note_ad_change();
    `);
  }

  /** Ads that are deleted leave no number behind. */
  private addResets(): void {
    this.addSql(`
      create function note_lost_ads() returns trigger language plpgsql as $$
      begin
        update market_state set reset_xid = pg_current_xact_id() where id = 1;
        return null;
      end $$;
    `);
    this.addSql(`
      create trigger ads_lost after delete or truncate on ads
      for each statement execute function note_lost_ads();
    `);
  }

  override down(): void {
    this.addSql('drop trigger ads_lost on ads;');
    this.addSql('drop function note_lost_ads();');
    this.addSql('drop trigger ads_change on ads;');
    this.addSql('drop function note_ad_change();');
    this.addSql('drop table "market_state";');
    this.addSql(
      'create index "ads_searchable_index" on "ads" ("brand", "model", "price") where "gone_at" is null and "superseded_at" is null;',
    );
    this.addSql('alter table "ads" drop column "changed_xid";');
  }
}
