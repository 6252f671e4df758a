import { Migration } from '@mikro-orm/migrations';

/** Finds the ads of the last weeks, and the oldest one, for how many a week a filter would find. */
export class Migration20261121145341_ads_first_seen_at extends Migration {
  override name = 'Migration20261121145341_ads_first_seen_at';

  override up(): void {
    this.addSql('create index "ads_first_seen_at_index" on "ads" ("first_seen_at");');
  }

  override down(): void {
    this.addSql('drop index "ads_first_seen_at_index";');
  }
}
