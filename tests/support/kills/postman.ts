import { setInterval as ticks } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';

const PACE_MS = 400;
const AT_ONCE = 5_000;

/**
 * Takes alerts out of the outbox as delivery does, so that what follows an ad meets alerts in every state: most are
 * sent, some wait for ever, a few are given up.
 */
export async function deliverAlerts(orm: MikroORM, signal: AbortSignal): Promise<void> {
  for await (const _ of ticks(PACE_MS)) {
    if (signal.aborted) return;
    const em = orm.em.fork();
    await em.execute("update notifications set status = 'sent', sent_at = now() where status = 'sending'");
    await em.execute(
      `update notifications set status = case when (subject_id + user_id) % 20 = 0 then 'dead' else 'sending' end
       where (kind, subject_id, user_id) in (
         select kind, subject_id, user_id from notifications
         where kind = 'ad' and status = 'pending' and (subject_id + user_id) % 20 not between 1 and 5
         limit ? for update skip locked)`,
      [AT_ONCE],
    );
  }
}
