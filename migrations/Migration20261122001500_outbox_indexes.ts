import { Migration } from '@mikro-orm/migrations';

/**
 * A row that begins to wait is entered in two indexes, not four: the key, and what waits by its user. Rows that do so no
 * longer have an index of their own; earlier alerts about an ad are found by its events. The key begins with what tells
 * rows apart, and whole numbers are compared faster than texts. Whether a user is to be told is asked of small indexes.
 */
export class Migration20261122001500_outbox_indexes extends Migration {
  override name = 'Migration20261122001500_outbox_indexes';

  /**
   * The outbox comes last: a matcher or a delivery of the version before holds locks of the others first, and waits for
   * the outbox then. The new key is built under a lock of the table.
   */
  override up(): void {
    this.addSql('drop index "filters_active_index";');
    this.addSql('create index "filters_active_index" on "filters" ("user_id", "id") where "active";');
    this.addSql('create index "users_paused_index" on "users" ("id") where "paused_at" is not null;');
    this.addSql('create index "recipients_unreachable_index" on "recipients" ("user_id") where not "reachable";');
    this.addSql('drop index "notifications_user_id_index";');
    this.addSql('drop index "notifications_ad_id_user_id_index";');
    this.addSql(
      'alter table "notifications" drop constraint "notifications_pkey", add constraint "notifications_pkey" primary key ("subject_id", "user_id", "kind");',
    );
    this.addSql(
      'create index "notifications_settled_index" on "notifications" ("user_id", "sent_at") where "status" <> \'pending\';',
    );
  }

  override down(): void {
    this.addSql('drop index "filters_active_index";');
    this.addSql('create index "filters_active_index" on "filters" ("user_id") where "active";');
    this.addSql('drop index "recipients_unreachable_index";');
    this.addSql('drop index "users_paused_index";');
    this.addSql('drop index "notifications_settled_index";');
    this.addSql(
      'alter table "notifications" drop constraint "notifications_pkey", add constraint "notifications_pkey" primary key ("kind", "subject_id", "user_id");',
    );
    this.addSql('create index "notifications_ad_id_user_id_index" on "notifications" ("ad_id", "user_id");');
    this.addSql('create index "notifications_user_id_index" on "notifications" ("user_id");');
  }
}
