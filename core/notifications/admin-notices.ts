import type { EntityManager } from '@mikro-orm/postgresql';
import { bigints } from '../db/bigint-array.ts';
import type { Locale } from '../i18n/locales.ts';
import { findOpenRequests } from '../plans/open-requests.ts';
import { findProblems } from '../problems/reported-problems.ts';
import { alarmContent, NOTICE_TEXTS, problemContent, requestContent } from './admin-texts.ts';
import type { TextContent } from './message-sender.ts';
import type { TextPayload } from './notification.entity.ts';
import type { Outbox } from './outbox.ts';
import type { WaitingText } from './send-plan.ts';

type LetterKind = keyof typeof NOTICE_TEXTS;
type WaitingNotice = WaitingText & { readonly kind: LetterKind | 'admin_alarm' };

interface Administrator {
  readonly locale: Locale;
  readonly timeZone: string;
}

/** What a notice says at its claim; or why it is not to be sent any more. */
export type NoticeVerdict =
  | { readonly send: true; readonly content: TextContent }
  | { readonly send: false; readonly reason: 'settled' | 'not-admin' };

export function isNotice(row: WaitingText): row is WaitingNotice {
  return row.kind === 'admin_problem' || row.kind === 'admin_plan' || row.kind === 'admin_alarm';
}

/** Tells the administrators in the chat what waits for them, and what is wrong. */
export class AdminNotices {
  readonly #outbox: Outbox;

  constructor(deps: { outbox: Outbox }) {
    this.#outbox = deps.outbox;
  }

  /**
   * A row of the outbox for each administrator of this moment, inside the caller's transaction. It names its subject
   * alone: what people wrote stands in their own rows, and goes with them.
   */
  async announce(em: EntityManager, kind: LetterKind, subjectId: number): Promise<void> {
    const admins = await em.execute<{ id: string }[]>("select id from users where role = 'admin' order by id");
    const text = { textKey: NOTICE_TEXTS[kind], values: {} };
    for (const { id } of admins) await this.#outbox.enqueueText(em, { kind, subjectId, userId: Number(id), ...text });
  }

  /**
   * A row of an alarm for each administrator of this moment, inside the caller's transaction; but none for whom the same
   * alarm waits already: what could not be sent for hours is told once, with its beginning.
   */
  async alarm(em: EntityManager, subjectId: number, text: TextPayload): Promise<void> {
    const waiting = (status: string) =>
      `exists (select from notifications where user_id = users.id and status = '${status}' and kind = 'admin_alarm'
         and payload->>'textKey' = ?)`;
    const admins = await em.execute<{ id: string }[]>(
      `select id from users where role = 'admin' and not ${waiting('pending')} and not ${waiting('sending')} order by id`,
      [text.textKey, text.textKey],
    );
    for (const { id } of admins)
      await this.#outbox.enqueueText(em, { kind: 'admin_alarm', subjectId, userId: Number(id), ...text });
  }

  /**
   * What rows of these kinds say at the moment of their claim, in the order of the rows. They fall when what they are
   * about is settled, or their recipient is an administrator no more. Nothing of it is stored.
   */
  async contents(em: EntityManager, rows: readonly WaitingNotice[]): Promise<NoticeVerdict[]> {
    const admins = await adminsAmong(em, rows);
    const problems = await findProblems(em, subjectsOf(rows, 'admin_problem'));
    const requests = await findOpenRequests(em, subjectsOf(rows, 'admin_plan'));
    const contents: Record<LetterKind, ReadonlyMap<number, TextContent>> = {
      admin_problem: new Map(problems.map((problem) => [problem.id, problemContent(problem, 'preview')])),
      admin_plan: new Map(requests.map((request) => [request.id, requestContent(request)])),
    };
    return rows.map(({ kind, subjectId, userId, payload }) => {
      const admin = admins.get(userId);
      if (!admin) return { send: false, reason: 'not-admin' };
      const content = kind === 'admin_alarm' ? alarmContent(payload, admin) : contents[kind].get(subjectId);
      return content ? { send: true, content } : { send: false, reason: 'settled' };
    });
  }
}

async function adminsAmong(
  em: EntityManager,
  rows: readonly WaitingNotice[],
): Promise<ReadonlyMap<number, Administrator>> {
  const admins = await em.execute<{ id: string; language: Locale; time_zone: string }[]>(
    "select id, language, time_zone from users where id = any(?::bigint[]) and role = 'admin'",
    [bigints(rows.map(({ userId }) => userId))],
  );
  return new Map(admins.map(({ id, language, time_zone }) => [Number(id), { locale: language, timeZone: time_zone }]));
}

function subjectsOf(rows: readonly WaitingNotice[], kind: LetterKind): number[] {
  return rows.filter((row) => row.kind === kind).map(({ subjectId }) => subjectId);
}
