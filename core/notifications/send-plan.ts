import type { Locale } from '../i18n/locales.ts';
import { type AlertTiming, isOverflow, nextSendAt, type SendHour } from './next-send-at.ts';
import type { AdPayload, NotificationKind, TextPayload } from './notification.entity.ts';
import { isRefusedInDigest } from './retry-policy.ts';

interface Row {
  readonly subjectId: number;
  readonly userId: number;
  readonly attempts: number;
  /** What went wrong at its last send. */
  readonly error: string | null;
  readonly dueAt: Date;
}

/** A row that is due: an alert about an ad, or a direct message. */
export interface WaitingAlert extends Row {
  readonly kind: 'ad';
  readonly adId: number;
  readonly filterIds: readonly number[];
  readonly payload: AdPayload;
  /** From when on it is no longer worth sending. */
  readonly expiresAt: Date;
}
export interface WaitingText extends Row {
  readonly kind: Exclude<NotificationKind, 'ad'>;
  readonly payload: TextPayload;
}
export type WaitingRow = WaitingAlert | WaitingText;

/** A recipient who can be sent to now, as far as the chat is concerned. */
export interface DueRecipient {
  readonly userId: number;
  readonly chatId: number;
  readonly locale: Locale;
  readonly paused: boolean;
  readonly timing: AlertTiming;
  readonly hour: SendHour;
}

/** What to do for a recipient whose claim is taken. */
export type SendPlan =
  | { readonly action: 'text'; readonly row: WaitingText }
  /** `isOverflow`: the rows waited for the end of an hour whose cap was used up. */
  | { readonly action: 'alerts'; readonly rows: readonly WaitingAlert[]; readonly isOverflow: boolean }
  | { readonly action: 'cancelAlerts' }
  | { readonly action: 'defer'; readonly until: Date }
  | { readonly action: 'nothing' };

/**
 * What to send of the rows that are due, direct messages and older rows first. Several alerts make one digest, but those
 * of a digest that was refused go one by one, so that the one at fault takes no other with it.
 */
export function planSend(recipient: DueRecipient, rows: readonly WaitingRow[], now: Date): SendPlan {
  const text = rows.find((row) => row.kind !== 'ad');
  if (text) return { action: 'text', row: text };
  const alerts = rows.filter((row) => row.kind === 'ad');
  const oldest = alerts[0];
  if (!oldest) return { action: 'nothing' };
  if (recipient.paused) return { action: 'cancelAlerts' };

  const { timing, hour } = recipient;
  const until = nextSendAt({ now, dueAt: oldest.dueAt, timing, hour });
  if (until > now) return { action: 'defer', until };
  const isHeldBack = (alert: WaitingAlert) => isOverflow(alert.dueAt, timing, hour);
  const single = alerts.find(isRefusedInDigest);
  if (single) return { action: 'alerts', rows: [single], isOverflow: isHeldBack(single) };
  if (timing.deliveryMode !== 'instant') return { action: 'alerts', rows: alerts, isOverflow: isHeldBack(oldest) };
  const overflow = alerts.filter(isHeldBack);
  return { action: 'alerts', rows: overflow.length > 0 ? overflow : [oldest], isOverflow: overflow.length > 0 };
}
