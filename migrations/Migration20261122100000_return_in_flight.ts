import { Migration } from '@mikro-orm/migrations';

/** Whoever lets the bot write again while a send is in flight stays reachable, also when that send was refused before. */
export class Migration20261122100000_return_in_flight extends Migration {
  override name = 'Migration20261122100000_return_in_flight';

  override up(): void {
    this.addSql('alter table "recipients" add column "returned_in_claim" bigint null;');
  }

  override down(): void {
    this.addSql('alter table "recipients" drop column "returned_in_claim";');
  }
}
