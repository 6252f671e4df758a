import { Migration } from '@mikro-orm/migrations';

/** What administrators look at and are told of: lists and figures by an index, messages of their own, where they acted. */
export class Migration20261121204842_administration extends Migration {
  override name = 'Migration20261121204842_administration';

  override up(): void {
    this.addSql('alter table "admin_audit" add "way" text not null;');
    this.addSql(
      "alter table \"notifications\" drop constraint \"notifications_kind_known\", add constraint \"notifications_kind_known\" check (kind in ('ad', 'role', 'system', 'plan', 'admin_problem', 'admin_plan'));",
    );
    this.addSql(
      "alter table \"plan_requests\" drop constraint \"plan_requests_state_known\", add constraint \"plan_requests_state_known\" check (state in ('open', 'granted', 'declined', 'replaced'));",
    );
    this.addSql(
      'create index "notifications_sent_index" on "notifications" ("sent_at") where "status" = \'sent\' and "kind" = \'ad\';',
    );
    this.addSql('create index "notifications_dead_index" on "notifications" ("user_id") where "status" = \'dead\';');
    this.addSql('create index "ads_renewed_at_index" on "ads" ("renewed_at") where "renewed_at" is not null;');
    this.addSql('create index "users_role_id_index" on "users" ("role", "id");');
    this.addSql('create index "users_first_name_index" on "users" ("first_name" collate "und-x-icu", "id");');
    this.addSql('create index "users_created_at_index" on "users" ("created_at");');
  }

  override down(): void {
    this.addSql('drop index "users_created_at_index";');
    this.addSql('drop index "users_first_name_index";');
    this.addSql('drop index "users_role_id_index";');
    this.addSql('drop index "ads_renewed_at_index";');
    this.addSql('drop index "notifications_dead_index";');
    this.addSql('drop index "notifications_sent_index";');
    this.addSql("delete from \"notifications\" where kind not in ('ad', 'role', 'system');");
    this.addSql(
      'alter table "notifications" drop constraint "notifications_kind_known", add constraint "notifications_kind_known" check (kind in (\'ad\', \'role\', \'system\'));',
    );
    this.addSql('delete from "plan_requests" where state = \'replaced\';');
    this.addSql(
      'alter table "plan_requests" drop constraint "plan_requests_state_known", add constraint "plan_requests_state_known" check (state in (\'open\', \'granted\', \'declined\'));',
    );
    this.addSql('alter table "admin_audit" drop column "way";');
  }
}
