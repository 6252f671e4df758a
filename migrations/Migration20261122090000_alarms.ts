import { Migration } from '@mikro-orm/migrations';

const KINDS = "'ad', 'role', 'system', 'plan', 'admin_problem', 'admin_plan'";

/** Alarms are messages to administrators, and of dead messages they tell how many there were the last time. */
export class Migration20261122090000_alarms extends Migration {
  override name = 'Migration20261122090000_alarms';

  override up(): void {
    this.addSql('alter table "alarms" add "told_count" int not null default 0;');
    this.addSql(this.kindsCheck(`${KINDS}, 'admin_alarm'`));
  }

  override down(): void {
    this.addSql("delete from notifications where kind = 'admin_alarm';");
    this.addSql(this.kindsCheck(KINDS));
    this.addSql('alter table "alarms" drop column "told_count";');
  }

  private kindsCheck(kinds: string): string {
    return `alter table "notifications" drop constraint "notifications_kind_known", add constraint "notifications_kind_known" check (kind in (${kinds}));`;
  }
}
