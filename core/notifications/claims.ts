import type { EntityManager } from '@mikro-orm/postgresql';
import type { OutgoingMessage } from './message-sender.ts';
import type { SendHour } from './next-send-at.ts';
import type { RowChange } from './retry-policy.ts';
import type { WaitingRow } from './send-plan.ts';

/** How long a claim is valid, by the clock of the database. */
export const LEASE_MS = 30_000;

/** One message to be sent, and the rows it tells. Nobody else sends to the recipient while the lease lasts. */
export interface Claim {
  readonly userId: number;
  /** Fences the result: raised each time the recipient is claimed. */
  readonly number: number;
  readonly rows: readonly WaitingRow[];
  readonly message: OutgoingMessage;
  /** The recipient's hour as it was at the claim. */
  readonly hour: SendHour;
  /** The hour after this message, if it is sent: a direct message does not count. */
  readonly hourAfter: (at: Date) => SendHour;
}

/** What a send changed. */
export interface ClaimResult {
  /** One for each row of the claim. */
  readonly rows: readonly RowChange[];
  readonly nextSendAt: Date;
  readonly hour: SendHour;
  readonly at: Date;
  /** Why the recipient cannot be reached; null where they can. */
  readonly unreachable: string | null;
}

/** Raises the claims of locked recipients, starts their leases and marks the rows with what they are about to tell. */
export async function beginClaims(em: EntityManager, drafts: readonly Omit<Claim, 'number'>[]): Promise<Claim[]> {
  if (drafts.length === 0) return [];
  const raised = await em.execute<{ user_id: string; claim: string }[]>(
    `update recipients set claim = claim + 1, lease_until = clock_timestamp() + ? * interval '1 millisecond'
     where user_id in (?) returning user_id, claim`,
    [LEASE_MS, drafts.map((draft) => draft.userId)],
  );
  const numbers = new Map(raised.map((row) => [Number(row.user_id), Number(row.claim)]));
  const claims = drafts.map((draft) => ({ ...draft, number: numbers.get(draft.userId) ?? 0 }));
  const rows = claims.flatMap((claim) => claim.rows.map((row) => ({ filterIds: [], ...row, claim: claim.number })));
  await em.execute(
    `update notifications set status = 'sending', claim = begun.claim, filter_ids = begun."filterIds",
       payload = begun.payload
     from jsonb_to_recordset(?::jsonb) as begun (kind text, "subjectId" bigint, "userId" bigint, claim bigint,
       "filterIds" bigint[], payload jsonb)
     where notifications.kind = begun.kind and subject_id = begun."subjectId" and user_id = begun."userId"`,
    [JSON.stringify(rows)],
  );
  return claims;
}

/**
 * Writes what became of a claim. Who let the bot write again while it was in flight stays reachable.
 * @returns whether the recipient can be reached; null when the claim was taken away meanwhile: its result no longer counts.
 */
export async function finishClaim(
  em: EntityManager,
  claim: Claim,
  result: ClaimResult,
): Promise<{ reachable: boolean } | null> {
  const { nextSendAt, hour, unreachable } = result;
  const isBack = 'coalesce(returned_in_claim = claim, false)';
  const [recipient] = await em.execute<{ reachable: boolean }[]>(
    `update recipients set lease_until = null, next_send_at = ?, hour_started_at = ?, hour_count = ?,
       reachable = reachable and (? or ${isBack}), reason = case when ${isBack} then reason else coalesce(?, reason) end
     where user_id = ? and claim = ? returning reachable`,
    [nextSendAt, hour.startedAt, hour.count, unreachable === null, unreachable, claim.userId, claim.number],
  );
  if (!recipient) return null;
  const changes = claim.rows.map(({ kind, subjectId }, index) => ({ kind, subjectId, ...result.rows[index] }));
  await em.execute(
    `update notifications set status = change.status, attempts = change.attempts, error = change.error,
       message_id = change."messageId", sent_at = case when change.status = 'sent' then ?::timestamptz end
     from jsonb_to_recordset(?::jsonb) as change (kind text, "subjectId" bigint, status text, attempts smallint,
       error text, "messageId" bigint)
     where notifications.kind = change.kind and subject_id = change."subjectId" and user_id = ? and claim = ?
       and notifications.status = 'sending'`,
    [result.at, JSON.stringify(changes), claim.userId, claim.number],
  );
  return recipient;
}

/** Gives back a claim of which nothing was sent. */
export async function releaseClaim(em: EntityManager, claim: Claim): Promise<void> {
  const owner = [claim.userId, claim.number];
  await em.execute('update recipients set lease_until = null where user_id = ? and claim = ?', owner);
  await em.execute(
    "update notifications set status = 'pending' where user_id = ? and claim = ? and status = 'sending'",
    owner,
  );
}

/**
 * Takes claims away whose lease is over: their rows wait again, and their results no longer count.
 * @returns how many rows.
 */
export async function returnLapsedClaims(em: EntityManager): Promise<number> {
  const rows = await em.execute(
    `with lapsed as (
       update recipients set claim = claim + 1, lease_until = null
       where user_id in (
         select user_id from recipients
         where user_id in (select user_id from notifications where status = 'sending')
           and coalesce(lease_until < clock_timestamp(), true)
         for update skip locked
       )
       returning user_id
     )
     update notifications set status = 'pending' from lapsed
     where notifications.user_id = lapsed.user_id and status = 'sending'
     returning 1`,
  );
  return rows.length;
}
