import { Migration } from '@mikro-orm/migrations';

/**
 * What the entities cannot say: the filter change log in commit order, a recipient for every user, the two single-row
 * tables, and the wake-up calls between the workers.
 */
export class Migration20261121130000_change_log extends Migration {
  override name = 'Migration20261121130000_change_log';

  override up(): void {
    this.addSql('insert into "matcher_state" ("id") values (1);');
    this.addSql('insert into "sender_state" ("id") values (1);');
    this.addChangeLog();
    this.addRecipients();
    this.addWakeUps();
  }

  /**
   * The trigger is deferred to the commit and holds its advisory lock until the transaction has ended, so revisions are
   * drawn in the order of the commits: whoever sees revision n sees every one below it, too.
   */
  private addChangeLog(): void {
    this.addSql('create sequence "filter_revision_seq" as bigint;');
    this.addSql(`
      create function log_filter_change() returns trigger language plpgsql as $$
      declare
        drawn bigint;
      begin
        perform pg_advisory_xact_lock(727273);
        drawn := nextval('filter_revision_seq');
        insert into filter_changes (revision, filter_id) values (drawn, coalesce(new.id, old.id));
        if tg_op <> 'DELETE' and new.active and (tg_op = 'INSERT' or not old.active) then
          update filters set activated_revision = drawn where id = new.id;
        end if;
        return null;
      end $$;
    `);
    this.addSql(`
      create constraint trigger filters_change_log
      after insert or delete or update of user_id, brand, models, price_min, price_max, year_min, year_max, volume_min,
        volume_max, mileage_min, mileage_max, engines, body_types, colors, areas, gear_box, deal_type, checkup_month, active
      on filters deferrable initially deferred
      for each row execute function log_filter_change();
    `);
    this.addSql(`
      create function last_filter_revision() returns bigint language sql stable as $$
        select greatest(
          (select coalesce(max(revision), 0) from filter_changes),
          (select trimmed_through from matcher_state where id = 1)
        )
      $$;
    `);
  }

  private addRecipients(): void {
    this.addSql(`
      create function add_recipient() returns trigger language plpgsql as $$
      begin
        insert into recipients (user_id, next_send_at) values (new.id, 'epoch');
        return null;
      end $$;
    `);
    this.addSql('create trigger users_recipient after insert on users for each row execute function add_recipient();');
  }

  /** A wake-up call may be lost: it only shortens the wait, as every worker also polls. */
  private addWakeUps(): void {
    this.addSql(`
      create function wake_worker() returns trigger language plpgsql as $$
      begin
        perform pg_notify('vanags_wake', tg_argv[0]);
        return null;
      end $$;
    `);
    this.addSql(`
      create trigger ad_events_wake_details after insert on ad_events
      for each statement execute function wake_worker('details');
    `);
    this.addSql(`
      create trigger ad_events_wake_matching after insert or update of released_at on ad_events
      for each statement execute function wake_worker('matching');
    `);
    this.addSql(`
      create trigger notifications_wake_delivery after insert on notifications
      for each statement execute function wake_worker('delivery');
    `);
  }

  override down(): void {
    this.addSql('drop trigger notifications_wake_delivery on notifications;');
    this.addSql('drop trigger ad_events_wake_matching on ad_events;');
    this.addSql('drop trigger ad_events_wake_details on ad_events;');
    this.addSql('drop function wake_worker();');
    this.addSql('drop trigger users_recipient on users;');
    this.addSql('drop function add_recipient();');
    this.addSql('drop function last_filter_revision();');
    this.addSql('drop trigger filters_change_log on filters;');
    this.addSql('drop function log_filter_change();');
    this.addSql('drop sequence "filter_revision_seq";');
    this.addSql('delete from "sender_state";');
    this.addSql('delete from "matcher_state";');
  }
}
