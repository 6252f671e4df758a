import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import { InvalidInputError } from '../errors.ts';
import { lockWriter, refuseTooManyLetters } from '../users/letter-writer.ts';
import { foldProblem, problemText } from './problem-text.ts';

interface ProblemDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
  /** Whether a user is held to so many reports an hour. */
  readonly isLimited: boolean;
}

/** What users report as not working. */
export class ProblemService {
  readonly #em: EntityManager;
  readonly #clock: Clock;
  readonly #isLimited: boolean;

  constructor(deps: ProblemDeps) {
    this.#em = deps.em;
    this.#clock = deps.clock;
    this.#isLimited = deps.isLimited;
  }

  /**
   * Stores a report under the user's stored name.
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
      await em.execute(
        'insert into problems (user_id, first_name, text, text_key, created_at) values (?, ?, ?, ?, ?)',
        [userId, firstName, text, key, now],
      );
    });
  }
}
