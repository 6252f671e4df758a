import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import { type IdList, type IdPageQuery, readIdPage } from '../db/id-list.ts';
import { lockWriter, refuseTooManyLetters } from '../users/letter-writer.ts';
import { feedbackComment, feedbackEmail } from './feedback-text.ts';

/** What a user thinks of the product. */
interface Opinion {
  /** 1 (bad) to 5 (good). */
  readonly rating: number;
  /** Where an answer may go; empty: nowhere. */
  readonly email: string;
  /** May be empty. */
  readonly comment: string;
}

/** An opinion as administrators read it. */
interface GivenFeedback extends Opinion {
  readonly id: number;
  readonly firstName: string;
  readonly createdAt: Date;
}

export interface FeedbackPage {
  readonly feedback: GivenFeedback[];
  /** Mean of all ratings, on all pages and of whatever search; null when there is none. */
  readonly averageRating: number | null;
  readonly total: number;
  readonly nextCursor: string | null;
}

interface FeedbackRow extends Opinion {
  readonly id: string;
  readonly first_name: string;
  readonly created_at: string;
}

const FEEDBACK_LIST: IdList = {
  select: 'feedback.id, first_name, rating, feedback.email, comment, feedback.created_at',
  from: 'feedback join users on users.id = user_id',
  id: 'feedback.id',
  order: 'newest',
  searched: ['first_name', 'comment'],
};

interface FeedbackDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
  /** Whether a user is held to so many opinions an hour. */
  readonly isLimited: boolean;
}

/** The ratings and comments of users. */
export class FeedbackService {
  readonly #em: EntityManager;
  readonly #clock: Clock;
  readonly #isLimited: boolean;

  constructor(deps: FeedbackDeps) {
    this.#em = deps.em;
    this.#clock = deps.clock;
    this.#isLimited = deps.isLimited;
  }

  /**
   * Stores an opinion. Who may have to hand it in a second time, without knowing whether the first time counted, tells
   * since when it was being written: the same opinion stored since then is this one.
   * @throws InvalidInputError feedback.emailInvalid, .characters or .commentTooLong; TooManyError request.tooMany;
   * NotFoundError user.notFound
   */
  async submit(userId: number, { rating, email, comment }: Opinion, writtenSince?: Date): Promise<void> {
    const opinion = [rating, feedbackEmail(email), feedbackComment(comment)];
    const now = this.#clock.now();
    await this.#em.transactional(async (em) => {
      await lockWriter(em, userId);
      if (writtenSince && (await isStored(em, [userId, ...opinion, writtenSince]))) return;
      if (this.#isLimited) await refuseTooManyLetters(em, { table: 'feedback', userId, now });
      const insert = 'insert into feedback (user_id, rating, email, comment, created_at) values (?, ?, ?, ?, ?)';
      await em.execute(insert, [userId, ...opinion, now]);
    });
  }

  /** The newest first. @throws InvalidInputError request.invalid (cursor, search) */
  async list(query: IdPageQuery): Promise<FeedbackPage> {
    const { rows, ...rest } = await readIdPage<FeedbackRow>(this.#em, FEEDBACK_LIST, query);
    const mean = 'select avg(rating)::float8 as mean from feedback';
    const [all] = await this.#em.execute<{ mean: number | null }[]>(mean);
    return { feedback: rows.map(givenFeedback), averageRating: all?.mean ?? null, ...rest };
  }
}

function givenFeedback({ id, first_name, created_at, ...opinion }: FeedbackRow): GivenFeedback {
  return { id: Number(id), firstName: first_name, ...opinion, createdAt: new Date(created_at) };
}

async function isStored(em: EntityManager, opinion: readonly unknown[]): Promise<boolean> {
  const same = 'user_id = ? and rating = ? and email = ? and comment = ? and created_at >= ?';
  const rows = await em.execute<unknown[]>(`select from feedback where ${same}`, [...opinion]);
  return rows.length > 0;
}
