import { Migration } from '@mikro-orm/migrations';

/**
 * Usernames with passwords, log-in links from the bot, codes that are made and not stored, and how often was guessed.
 * A verification or a link that waits is short-lived: those of before are dropped rather than carried over.
 */
export class Migration20261121174942_accounts extends Migration {
  override name = 'Migration20261121174942_accounts';

  override up(): void {
    this.addSql(
      'create table "guess_limits" ("key" text not null, "count" int not null, "resets_at" timestamptz(6) not null, primary key ("key"));',
    );
    this.addSql(
      'alter table "users" add constraint "users_username_with_password" check ((username is null) = (password_hash is null)), add constraint "users_username_with_key" check ((username is null) = (username_key is null));',
    );
    this.addSql('alter table "sessions" add "way" text not null default \'telegram\', add "client" text null;');
    this.addSql(
      "alter table \"sessions\" add constraint \"sessions_way_known\" check (way in ('telegram', 'link', 'password', 'dev'));",
    );
    this.addSql('create index "feedback_user_id_index" on "feedback" ("user_id");');
    this.addSql('alter table "login_links" add "client" text null, alter column "browser_hash" drop not null;');
    this.addSql('delete from "verifications";');
    this.addSql(
      'alter table "verifications" drop column "code_hash", add "client" text null, add "token_hash" text not null, add "round" smallint not null default 0;',
    );
    this.addSql('alter table "verifications" add constraint "verifications_token_hash_unique" unique ("token_hash");');
    this.addSql(
      "alter table \"verifications\" add constraint \"verifications_purpose_known\" check (purpose in ('register', 'messaging-account', 'password'));",
    );
  }

  override down(): void {
    this.addSql('drop table "guess_limits";');
    this.addSql('drop index "feedback_user_id_index";');
    this.addSql('delete from "login_links" where "browser_hash" is null;');
    this.addSql('alter table "login_links" drop column "client", alter column "browser_hash" set not null;');
    this.addSql(
      'alter table "sessions" drop constraint "sessions_way_known", drop column "way", drop column "client";',
    );
    this.addSql(
      'alter table "users" drop constraint "users_username_with_password", drop constraint "users_username_with_key";',
    );
    this.addSql('delete from "verifications";');
    this.addSql(
      'alter table "verifications" drop constraint "verifications_purpose_known", drop column "token_hash", drop column "round", drop column "client", add "code_hash" text null;',
    );
  }
}
