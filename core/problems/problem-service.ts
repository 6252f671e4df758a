import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { InvalidInputError, NotFoundError } from '../errors.ts';
import { foldProblem, problemText } from './problem-text.ts';

/** What users report as not working. */
export class ProblemService {
  readonly #em: EntityManager;

  constructor(deps: { em: EntityManager }) {
    this.#em = deps.em;
  }

  /**
   * Stores a report under the user's stored name.
   * @throws InvalidInputError problem.duplicate when the user reported the same before, or as `problemText` says
   */
  async report(userId: number, description: string): Promise<void> {
    const text = problemText(description);
    const key = createHash('sha256').update(foldProblem(text)).digest('hex');
    await this.#em.transactional(async (em) => {
      // The account may be deleted at this moment; the lock lets the foreign key find what was read.
      const reporter = 'select first_name from users where id = ? for key share';
      const [user] = await em.execute<{ first_name: string }[]>(reporter, [userId]);
      if (!user) throw new NotFoundError('user.notFound');
      const stored = await em.execute<unknown[]>(
        `insert into problems (user_id, first_name, text, text_key) values (?, ?, ?, ?)
         on conflict (user_id, text_key) do nothing returning id`,
        [userId, user.first_name, text, key],
      );
      if (stored.length === 0) throw new InvalidInputError('problem.duplicate');
    });
  }
}
