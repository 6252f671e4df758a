import type { EntityManager } from '@mikro-orm/postgresql';
import { type AdminNotices, isNotice, type NoticeVerdict } from './admin-notices.ts';
import { alertContents } from './alert-content.ts';
import { beginClaims, type Claim } from './claims.ts';
import type { DueRecipients } from './due-recipients.ts';
import type { AlertContent, MessageContent, TextContent } from './message-sender.ts';
import { countSend } from './next-send-at.ts';
import type { Outbox } from './outbox.ts';
import {
  type DueRecipient,
  planSend,
  type SendPlan,
  type WaitingAlert,
  type WaitingRow,
  type WaitingText,
} from './send-plan.ts';
import { lockDueRecipients, lockWaitingRows } from './waiting-rows.ts';

/** Tells which alerts still hold on the filters and ads of this moment, in the order of the alerts. */
export type StillMatches = (
  em: EntityManager,
  alerts: { userId: number; adId: number; filterIds: number[] }[],
) => Promise<({ send: true; filterIds: number[] } | { send: false; reason: string })[]>;

interface TakeDeps {
  readonly due: DueRecipients;
  readonly outbox: Outbox;
  readonly notices: AdminNotices;
  readonly stillMatches: StillMatches;
}
interface Planned {
  readonly recipient: DueRecipient;
  readonly plan: SendPlan;
}
interface CheckedAlert {
  readonly row: WaitingAlert;
  readonly content: AlertContent;
}
interface WordedText {
  readonly row: WaitingText;
  readonly content: TextContent;
}
interface Sendable {
  readonly alerts: readonly CheckedAlert[];
  readonly texts: readonly WordedText[];
}

/**
 * Claims recipients who are due, in one transaction. Their rows are judged anew: what no longer holds is cancelled, and
 * alerts whose time has not come are put off.
 * @returns the messages to send, and whether anything changed at all.
 */
export async function takeClaims(
  em: EntityManager,
  deps: TakeDeps,
  given: { readonly limit: number; readonly now: Date; readonly alertsPerHour: number },
): Promise<{ claims: Claim[]; progressed: boolean }> {
  const recipients = await lockDueRecipients(em, deps.due, given);
  if (recipients.length === 0) return { claims: [], progressed: false };
  const waiting = await lockWaitingRows(em, recipients, given.now);
  const planned = recipients.map((recipient) => {
    const rows = waiting.filter((row) => row.userId === recipient.userId);
    return { recipient, plan: planSend(recipient, rows, given.now) };
  });
  for (const { recipient, plan } of planned) {
    if (plan.action === 'cancelAlerts') await deps.outbox.cancelAlerts(em, recipient.userId, 'paused');
    if (plan.action === 'defer') await deps.outbox.reschedule(em, recipient.userId, plan.until);
  }
  const alerts = planned.flatMap(({ plan }) => (plan.action === 'alerts' ? plan.rows : []));
  const texts = planned.flatMap(({ plan }) => (plan.action === 'text' ? [plan.row] : []));
  const sendable = { alerts: await recheck(em, deps, alerts), texts: await word(em, deps, texts) };
  const claims = await beginClaims(
    em,
    planned.flatMap((each) => draftOf(each, sendable)),
  );
  return { claims, progressed: planned.some(({ plan }) => plan.action !== 'nothing') };
}

/** Cancels the alerts that no longer hold. @returns the others, with what they tell. */
async function recheck(em: EntityManager, deps: TakeDeps, alerts: readonly WaitingAlert[]): Promise<CheckedAlert[]> {
  if (alerts.length === 0) return [];
  const keys = alerts.map(({ userId, adId, filterIds }) => ({ userId, adId, filterIds: [...filterIds] }));
  const checks = await deps.stillMatches(em, keys);
  const refused: { row: WaitingAlert; reason: string }[] = [];
  const holding = alerts.flatMap((row, index) => {
    const check = checks[index];
    if (check?.send) return [{ ...row, filterIds: check.filterIds }];
    refused.push({ row, reason: check?.reason ?? 'unknown' });
    return [];
  });
  const contents = await alertContents(em, holding);
  const checked = holding.flatMap((row, index) => {
    const content = contents[index];
    if (content) return [{ row, content }];
    refused.push({ row, reason: 'price-risen' });
    return [];
  });
  await deps.outbox.cancel(em, refused);
  return checked;
}

/** Cancels the notices that nobody should get any more. @returns the other texts, with what they say. */
async function word(em: EntityManager, deps: TakeDeps, texts: readonly WaitingText[]): Promise<WordedText[]> {
  const notices = texts.filter(isNotice);
  const verdicts = notices.length > 0 ? await deps.notices.contents(em, notices) : [];
  const verdictOf = new Map<WaitingText, NoticeVerdict | undefined>(
    notices.map((row, index) => [row, verdicts[index]]),
  );
  const refused: { row: WaitingText; reason: string }[] = [];
  const worded = texts.flatMap((row) => {
    const verdict = verdictOf.get(row);
    if (verdict?.send === false) refused.push({ row, reason: verdict.reason });
    if (verdict) return verdict.send ? [{ row, content: verdict.content }] : [];
    return [{ row, content: { kind: 'text' as const, ...row.payload } }];
  });
  await deps.outbox.cancel(em, refused);
  return worded;
}

/** The one message for a recipient, if there is one. */
function draftOf({ recipient, plan }: Planned, { alerts: checked, texts }: Sendable): Omit<Claim, 'number'>[] {
  const { userId, chatId, locale, timing, hour } = recipient;
  const draft = (rows: readonly WaitingRow[], content: MessageContent, hourAfter: Claim['hourAfter'] = () => hour) => [
    { userId, rows, message: { chatId, locale, timeZone: timing.timeZone, content }, hour, hourAfter },
  ];
  if (plan.action === 'text')
    return texts.filter(({ row }) => row === plan.row).flatMap(({ row, content }) => draft([row], content));
  if (plan.action !== 'alerts') return [];
  const own = checked.filter(({ row }) => row.userId === userId);
  const alerts = own.map(({ content }) => content);
  const [alert] = alerts;
  if (!alert) return [];
  const content: MessageContent = alerts.length === 1 ? { kind: 'alert', alert } : { kind: 'digest', alerts };
  const counted = { cap: timing.alertsPerHour, isOverflow: plan.isOverflow };
  return draft(own.map(asTold), content, (at) => countSend(hour, at, counted));
}

/** The row keeps the price that was told, as a later fall is measured from it. */
function asTold({ row, content: { occasion, price, oldPrice } }: CheckedAlert): WaitingAlert {
  return { ...row, payload: { occasion, price, oldPrice } };
}
