import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Actor } from '../audit/actor.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../clock.ts';
import { type IdPageQuery, readIdPage } from '../db/id-list.ts';
import { InvalidInputError, NotFoundError } from '../errors.ts';
import type { AdminNotices } from '../notifications/admin-notices.ts';
import { lockActor } from '../users/actor-lock.ts';
import { lockWriter, refuseTooManyLetters } from '../users/letter-writer.ts';
import { foldProblem, problemText } from './problem-text.ts';
import {
  findProblems,
  PROBLEM_LIST,
  type ProblemRow,
  type ReportedProblem,
  reportedProblem,
} from './reported-problems.ts';

interface ProblemDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
  readonly notices: AdminNotices;
  readonly audit: AuditLog;
  /** Whether a user is held to so many reports an hour. */
  readonly isLimited: boolean;
}

/** What users report as not working. */
export class ProblemService {
  readonly #em: EntityManager;
  readonly #clock: Clock;
  readonly #notices: AdminNotices;
  readonly #audit: AuditLog;
  readonly #isLimited: boolean;

  constructor(deps: ProblemDeps) {
    this.#em = deps.em;
    this.#clock = deps.clock;
    this.#notices = deps.notices;
    this.#audit = deps.audit;
    this.#isLimited = deps.isLimited;
  }

  /**
   * Stores a report under the user's stored name, and lets the administrators know.
   * @throws InvalidInputError problem.duplicate when the user reported the same before, or as `problemText` says;
   * TooManyError request.tooMany; NotFoundError user.notFound
   */
  async report(userId: number, description: string): Promise<void> {
    const text = problemText(description);
    const key = createHash('sha256').update(foldProblem(text)).digest('hex');
    const now = this.#clock.now();
    await this.#em.transactional(async (em) => {
      const { firstName } = await lockWriter(em, userId);
      const same = 'select from problems where user_id = ? and text_key = ?';
      const known = await em.execute<unknown[]>(same, [userId, key]);
      if (known.length > 0) throw new InvalidInputError('problem.duplicate');
      if (this.#isLimited) await refuseTooManyLetters(em, { table: 'problems', userId, now });
      const [stored] = await em.execute<{ id: string }[]>(
        'insert into problems (user_id, first_name, text, text_key, created_at) values (?, ?, ?, ?, ?) returning id',
        [userId, firstName, text, key, now],
      );
      await this.#notices.announce(em, 'admin_problem', Number(stored?.id));
    });
  }

  /** The newest first. @throws InvalidInputError request.invalid (cursor, search) */
  async list(query: IdPageQuery): Promise<{ problems: ReportedProblem[]; total: number; nextCursor: string | null }> {
    const { rows, ...rest } = await readIdPage<ProblemRow>(this.#em, PROBLEM_LIST, query);
    return { problems: rows.map(reportedProblem), ...rest };
  }

  /** @throws NotFoundError problem.notFound */
  async get(problemId: number): Promise<ReportedProblem> {
    const [problem] = await findProblems(this.#em, [problemId]);
    if (!problem) throw new NotFoundError('problem.notFound');
    return problem;
  }

  /** Ends a report that was dealt with. @throws NotFoundError problem.notFound, ForbiddenError auth.notAdmin */
  async remove(by: Actor, problemId: number): Promise<void> {
    await this.#em.transactional(async (em) => {
      await lockActor(em, by);
      const sql = 'delete from problems where id = ? returning user_id';
      const [removed] = await em.execute<{ user_id: string | null }[]>(sql, [problemId]);
      if (!removed) throw new NotFoundError('problem.notFound');
      const targetUserId = removed.user_id === null ? null : Number(removed.user_id);
      await this.#audit.record(em, { by, action: 'problem.delete', targetUserId });
    });
  }
}
