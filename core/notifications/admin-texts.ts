import { charactersOf } from '../contracts/characters.ts';
import type { OpenRequest } from '../plans/open-requests.ts';
import type { ReportedProblem } from '../problems/reported-problems.ts';
import type { AdminSubject, TextContent } from './message-sender.ts';

/** How much of a report is told; the rest opens by a button. */
const PREVIEW_CHARACTERS = 300;

/** The texts of the messages, by the kinds of their rows. */
export const NOTICE_TEXTS = { admin_problem: 'admin.problem', admin_plan: 'admin.request' } as const;

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
