import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { cleanText, countCharacters, hasUnwritable } from '../contracts/characters.ts';
import { MAX_COMMENT_CHARACTERS } from '../contracts/feedback.ts';
import { InvalidInputError, NotFoundError } from '../errors.ts';

/** Longest address that mail can be sent to. */
const MAX_EMAIL_LENGTH = 254;
const addressSchema = z.email().max(MAX_EMAIL_LENGTH);

/** What a user thinks of the product. */
interface Opinion {
  /** 1 (bad) to 5 (good). */
  readonly rating: number;
  /** Where an answer may go; empty: nowhere. */
  readonly email: string;
  /** May be empty. */
  readonly comment: string;
}

/** The ratings and comments of users. */
export class FeedbackService {
  readonly #em: EntityManager;

  constructor(deps: { em: EntityManager }) {
    this.#em = deps.em;
  }

  /** @throws InvalidInputError feedback.emailInvalid, .characters or .commentTooLong */
  async submit(userId: number, { rating, email, comment }: Opinion): Promise<void> {
    const row = [rating, cleanEmail(email), cleanComment(comment)];
    const stored = await this.#em.execute<unknown[]>(
      `insert into feedback (user_id, rating, email, comment)
       select id, ?, ?, ? from users where id = ? for key share returning id`,
      [...row, userId],
    );
    if (stored.length === 0) throw new NotFoundError('user.notFound');
  }
}

function cleanEmail(written: string): string {
  const email = cleanText(written);
  if (email !== '' && !addressSchema.safeParse(email).success)
    throw new InvalidInputError('feedback.emailInvalid', { field: 'email' });
  return email;
}

function cleanComment(written: string): string {
  const comment = cleanText(written);
  if (hasUnwritable(comment)) throw new InvalidInputError('feedback.characters', { field: 'comment' });
  if (countCharacters(comment) > MAX_COMMENT_CHARACTERS)
    throw new InvalidInputError('feedback.commentTooLong', { field: 'comment' });
  return comment;
}
