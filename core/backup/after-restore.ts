/**
 * What makes a copy of the past into a database to go on with. Between the backup and the loss the service went on: it
 * told people what the copy does not know of, and gave out numbers that the copy would give out again.
 *
 * - **Numbers** of ids go on far beyond (`given-out.ts`). In chats stand buttons that name ads and filters by them, and
 *   the log names users who are to be deleted again: none of these may meet somebody else who has got the number since.
 * - **Claims** of recipients rise as far: the answer of a send that began before the loss belongs to none of them.
 * - **Revisions** of filters, too, and the log of changes begins behind them: an index that has outlived the restore in
 *   some process finds no way from where it is, and is built anew. So is the market in memory, by `reset_xid`.
 * - **Messages that waited** are not sent: most were, seconds after the backup.
 * - **Events that were not matched** count as matched, for the same reason: the matcher was some seconds behind at most.
 *   What it had not got to is missed; what it had got to would be told twice, perhaps a day later.
 * - **Details that were still to be read** are another occasion to tell of an ad that came as news. Where it was not
 *   matched, the event goes: as an ad of a first sweep it may have its details. Where it was matched, the event is what
 *   alerts are known by, so it stays, and the ad is left with what the list said.
 * - **The market** is to be read as if for the first time: what has come since the backup was told by those who had it.
 *
 * `tellMissed` leaves the last four as they were: nothing was sent after the backup, or twice is better than never.
 */
import type { ClientBase } from 'pg';
import { type GoOnBehind, raiseClaims } from './given-out.ts';

/** On the schema of this release. @returns how many messages that waited will not be sent. */
export async function goOnFrom(
  client: ClientBase,
  { tellMissed, now, behind }: { readonly tellMissed: boolean; readonly now: Date; readonly behind: GoOnBehind },
): Promise<number> {
  await client.query('update matcher_state set trimmed_through = (select last_value from filter_revision_seq)');
  await client.query('update market_state set reset_xid = pg_current_xact_id()');
  await client.query('update sender_state set paused_until = null, breaker_until = null');
  await raiseClaims(client, behind);
  await client.query('update recipients set lease_until = null, returned_in_claim = null');
  if (tellMissed) {
    await client.query("update notifications set status = 'pending' where status = 'sending'");
    return 0;
  }
  await closeDetails(client, now);
  await client.query(
    `update ad_events set matched_at = $1, matched_revision = last_filter_revision(),
       released_at = coalesce(released_at, $1), release_revision = coalesce(release_revision, last_filter_revision())
     where matched_at is null`,
    [now],
  );
  await client.query(
    'update sources set baseline_completed_at = null, cursor = null, sweep_started_at = null, last_sweep_at = null',
  );
  const { rowCount } = await client.query(
    "update notifications set status = 'expired' where status in ('pending', 'sending')",
  );
  return rowCount ?? 0;
}

/**
 * Details that come later make an event only for an ad that has one as news, so all others may wait for theirs. Their
 * pages may still tell a price below the list's; but the list is read anew before, so it has fallen since.
 */
async function closeDetails(client: ClientBase, now: Date): Promise<void> {
  // First these: what is left of the kind was matched.
  await client.query(
    `delete from ad_events using ads
     where ads.id = ad_id and kind = 'new' and matched_at is null and details_state = 'pending'`,
  );
  await client.query(
    `update ads set details_state = 'failed', updated_at = $1
     where details_state = 'pending' and exists (select from ad_events where ad_id = ads.id and kind = 'new')`,
    [now],
  );
}
