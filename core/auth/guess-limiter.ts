import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import { deleteBatch } from '../db/delete-batch.ts';
import { TooManyError } from '../errors.ts';
import { tokenHash } from './token.ts';

/** So long wrong guesses are counted together, from the first one on. */
export const GUESS_WINDOW_MS = 15 * 60 * 1000;

/** Something that may be guessed wrong so many times in a quarter of an hour. */
export interface GuessBudget {
  /** What is counted, in plain words; only its hash is stored. */
  readonly key: string;
  readonly max: number;
}

interface GuessLimiterDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
  readonly isOn: boolean;
}

/** Counts wrong guesses, over all replicas. Not for use inside a transaction, whose end could undo the count. */
export class GuessLimiter {
  readonly #deps: GuessLimiterDeps;
  #sweptAt = 0;

  constructor(deps: GuessLimiterDeps) {
    this.#deps = deps;
  }

  /**
   * Counts a guess before it is looked at, so that none slips through beside another. What is refused is counted
   * nowhere: who used up one budget must not use up the others, which keep out more than themselves.
   * @throws TooManyError auth.tooManyAttempts
   */
  async spend(budgets: readonly GuessBudget[]): Promise<void> {
    if (!this.#deps.isOn) return;
    const now = this.#deps.clock.now();
    await this.#sweep(now);
    const waitMs = await this.#count(budgets, now);
    if (waitMs === 0) return;
    await this.#takeBack(budgets, now);
    throw new TooManyError('auth.tooManyAttempts', waitMs / 1000);
  }

  /** Takes the guess back: it was right. */
  async refund(budgets: readonly GuessBudget[]): Promise<void> {
    if (this.#deps.isOn) await this.#takeBack(budgets, this.#deps.clock.now());
  }

  /** Deletes a batch of the counts that are over; answers how many. */
  forgetOver(): Promise<number> {
    const { em, clock } = this.#deps;
    return deleteBatch(em, { table: 'guess_limits', key: ['key'], where: 'resets_at <= ?', values: [clock.now()] });
  }

  /** From the counts of then: what was counted at the end of one quarter of an hour is not taken from the next. */
  async #takeBack(budgets: readonly GuessBudget[], then: Date): Promise<void> {
    // Rows are locked in one order everywhere, so that nobody waits in a circle.
    await this.#deps.em.execute(
      `with held as materialized (
         select key from guess_limits
         where key = any(?::text[]) and count > 0 and resets_at <= ? order by key for update)
       update guess_limits set count = guess_limits.count - 1 from held where guess_limits.key = held.key`,
      [textArray(budgets.map(({ key }) => tokenHash(key))), endOf(then)],
    );
  }

  /** How long the longest of the exceeded budgets lasts, in milliseconds; 0: none is exceeded. */
  async #count(budgets: readonly GuessBudget[], now: Date): Promise<number> {
    const maxOf = new Map(budgets.map(({ key, max }) => [tokenHash(key), max]));
    const counts = await this.#deps.em.execute<{ key: string; count: number; resets_at: string }[]>(
      `insert into guess_limits as stored (key, count, resets_at)
       select key, 1, ? from unnest(?::text[]) as key order by key
       on conflict (key) do update set
         count = case when stored.resets_at <= ? then 1 else stored.count + 1 end,
         resets_at = case when stored.resets_at <= ? then excluded.resets_at else stored.resets_at end
       returning key, count, resets_at`,
      [endOf(now), textArray(maxOf.keys()), now, now],
    );
    const exceeded = counts.filter(({ key, count }) => count > (maxOf.get(key) ?? 0));
    return Math.max(0, ...exceeded.map(({ resets_at }) => new Date(resets_at).getTime() - now.getTime()));
  }

  /** Once in a quarter of an hour in which guesses come. */
  async #sweep(now: Date): Promise<void> {
    if (now.getTime() - this.#sweptAt < GUESS_WINDOW_MS) return;
    this.#sweptAt = now.getTime();
    await this.forgetOver();
  }
}

/** When the count that begins at this moment is over. */
function endOf(begin: Date): Date {
  return new Date(begin.getTime() + GUESS_WINDOW_MS);
}

/** Hashes as PostgreSQL's text of an array; none of their letters needs a quote. */
function textArray(hashes: Iterable<string>): string {
  return `{${[...hashes].join(',')}}`;
}
