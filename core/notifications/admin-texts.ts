import { charactersOf } from '../contracts/characters.ts';
import type { TroubleKind } from '../contracts/service.ts';
import { formatMoment } from '../i18n/formats.ts';
import type { Locale } from '../i18n/locales.ts';
import type { OpenRequest } from '../plans/open-requests.ts';
import type { ReportedProblem } from '../problems/reported-problems.ts';
import type { AdminSubject, TextContent } from './message-sender.ts';
import type { TextPayload } from './notification.entity.ts';

/** How much of a report is told; the rest opens by a button. */
const PREVIEW_CHARACTERS = 300;

/** The texts of the messages, by the kinds of their rows. */
export const NOTICE_TEXTS = { admin_problem: 'admin.problem', admin_plan: 'admin.request' } as const;

/** The texts of alarms, by what they tell. */
export const ALARM_TEXTS: Readonly<Record<TroubleKind, string>> = {
  'source.silent': 'alarm.sourceSilent',
  'source.layout': 'alarm.sourceLayout',
  'alerts.late': 'alarm.alertsLate',
  'token.refused': 'alarm.tokenRefused',
  'messages.dead': 'alarm.messagesDead',
};

/** A text with buttons that settle what it is about. */
export type NoticeContent = TextContent & { readonly subject: AdminSubject };

/** A report as its message shows it: at first its beginning, on demand the whole. */
export function problemContent({ id, firstName, text }: ReportedProblem, shown: 'preview' | 'whole'): NoticeContent {
  const characters = charactersOf(text);
  const isWhole = shown === 'whole' || characters.length <= PREVIEW_CHARACTERS;
  const told = isWhole ? text : `${characters.slice(0, PREVIEW_CHARACTERS).join('').trimEnd()}…`;
  return {
    kind: 'text',
    textKey: NOTICE_TEXTS.admin_problem,
    values: { id, name: firstName, text: told },
    subject: { kind: 'problem', id, isWhole },
  };
}

/** A request for a plan; plan and role are named by their keys. */
export function requestContent({ id, plan, user }: OpenRequest): NoticeContent {
  const { id: userId, telegramId, firstName: name, role } = user;
  return {
    kind: 'text',
    textKey: NOTICE_TEXTS.admin_plan,
    values: { name, userId, telegramId, plan, role },
    subject: { kind: 'plan', id, role },
  };
}

/** An alarm as one administrator reads it: it may have waited for long, so it tells since when. */
export function alarmContent(
  { textKey, values }: TextPayload,
  { locale, timeZone }: { readonly locale: Locale; readonly timeZone: string },
): TextContent {
  const since = formatMoment(new Date(values.since ?? 0), locale, timeZone);
  return { kind: 'text', textKey, values: { ...values, since } };
}
