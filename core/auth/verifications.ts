import { timingSafeEqual } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import { deleteBatch } from '../db/delete-batch.ts';
import { InvalidInputError, NotFoundError, TooManyError } from '../errors.ts';
import type { TextContent } from '../notifications/message-sender.ts';
import { keptSince } from '../retention/kept-for.ts';
import type { AskedChange, PendingChanges } from './pending-changes.ts';
import { takenFault } from './taken.ts';
import { isToken, newLinkToken, tokenHash } from './token.ts';
import { type PendingChange, Verification, type VerificationPurpose } from './verification.entity.ts';
import { verificationCode } from './verification-code.ts';

const LIFETIME_MS = 10 * 60 * 1000;
const MAX_TRIES = 5;

interface VerificationsDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
  readonly changes: PendingChanges;
  readonly botToken: string | null;
}

/** Who begins a change. */
export interface Asker {
  /** What the code is bound to: the browser that asked, or who is signed in there. Only its hash is stored. */
  readonly binding: string;
  /** Browser and system, to be shown in the chat. */
  readonly client: string | null;
}

/** A change that a page has begun. */
export interface BegunVerification {
  readonly id: string;
  /** Stands in the deep link; shown only once. */
  readonly token: string;
  readonly expiresAt: Date;
  /** Number of its row, as messages name their subject. */
  readonly number: number;
}

/** A code for a chat, and what it is for. */
export interface GivenCode extends AskedChange {
  readonly id: string;
  readonly code: string;
  readonly client: string | null;
  readonly expiresAt: Date;
}

/** Changes that wait for a code from the chat: ten minutes, five tries, once. */
export class Verifications {
  readonly #deps: VerificationsDeps;
  readonly #em: EntityManager;

  constructor(deps: VerificationsDeps) {
    this.#deps = deps;
    this.#em = deps.em;
  }

  /**
   * Begins a change. Where the messaging account is known that the first code is for (`pending.telegramId`), that code
   * exists at once; `withCode` words it.
   * @throws NotFoundError user.notFound when the account to be changed was deleted meanwhile
   */
  async begin(
    change: Asker & { readonly purpose: VerificationPurpose; readonly pending: PendingChange },
  ): Promise<BegunVerification> {
    const { purpose, pending, binding, client } = change;
    const token = newLinkToken();
    const now = this.#deps.clock.now();
    const expiresAt = new Date(now.getTime() + LIFETIME_MS);
    const round = pending.telegramId === undefined ? 0 : 1;
    const number = await this.#em.transactional(async (em) => {
      if (pending.userId !== undefined) await holdUser(em, pending.userId);
      await this.forgetOver(em);
      const [row] = await em.execute<{ id: string }[]>(
        `insert into verifications (token_hash, purpose, pending, round, browser_hash, client, expires_at)
         values (?, ?, ?::jsonb, ?, ?, ?, ?) returning id`,
        [tokenHash(token), purpose, JSON.stringify(pending), round, tokenHash(binding), client, expiresAt],
      );
      return Number(row?.id);
    });
    return { id: tokenHash(token), token, expiresAt, number };
  }

  /**
   * A new code for the chat in which the deep link was opened; codes of before no longer count.
   * @throws NotFoundError verification.notFound when it is over or not meant for this chat; ConflictError
   */
  open(token: string, telegramId: number): Promise<GivenCode> {
    return this.openAgain(tokenHash(token), telegramId);
  }

  /** The same for a verification that the chat knows. */
  async openAgain(id: string, telegramId: number): Promise<GivenCode> {
    const { botToken, changes, clock } = this.#deps;
    const verification = await this.#find(id);
    if (!verification || botToken === null) throw new NotFoundError('verification.notFound');
    const asked = await changes.askedBy(telegramId, verification);
    const [opened] = await this.#em.execute<{ round: number }[]>(
      `update verifications set round = round + 1, pending = pending || ?::jsonb, updated_at = now()
       where token_hash = ? and tries < ? and expires_at > ? returning round`,
      [JSON.stringify({ telegramId }), id, MAX_TRIES, clock.now()],
    );
    if (!opened) throw new NotFoundError('verification.notFound');
    const { client = null, expiresAt } = verification;
    return { ...asked, id, code: verificationCode(botToken, id, opened.round), client, expiresAt };
  }

  /**
   * Carries out what the code is for, once. `bindings` are all that the request can show for itself.
   * @throws InvalidInputError verification.codeInvalid or user.…Taken, TooManyError, ConflictError
   */
  async complete(
    id: string,
    code: string,
    asker: { readonly bindings: readonly string[]; readonly sessionToken: string | null },
  ): Promise<void> {
    const verification = await this.#find(id);
    const isBound = asker.bindings.some((binding) => tokenHash(binding) === verification?.browserHash);
    if (!verification || !isBound) throw new InvalidInputError('verification.codeInvalid');
    await this.#countTry(verification);
    if (!this.#isCode(code, verification)) throw new InvalidInputError('verification.codeInvalid');
    await this.#carryOut(verification, asker.sessionToken);
  }

  /** Deletes a batch of those that are over; answers how many. */
  forgetOver(em = this.#em): Promise<number> {
    const values = [keptSince('verifications', this.#deps.clock.now())];
    return deleteBatch(em, { table: 'verifications', key: ['id'], where: 'expires_at <= ?', values });
  }

  /** The values of a text that names a verification and its round, with the code. */
  withCode({ values }: TextContent): TextContent['values'] {
    const { verification: id, round } = values;
    const { botToken } = this.#deps;
    if (typeof id !== 'string' || typeof round !== 'number' || botToken === null) return values;
    return { ...values, code: verificationCode(botToken, id, round) };
  }

  /**
   * The change first, then the verification: the change locks the user, and everybody locks a user before what is about
   * the user. Where the verification is gone or has a newer code by then, the change is undone.
   */
  async #carryOut(verification: Verification, sessionToken: string | null): Promise<void> {
    try {
      await this.#em.transactional(async (em) => {
        const fault = await this.#deps.changes.carryOut(em, verification, sessionToken);
        if (!(await this.#take(em, verification))) throw new InvalidInputError('verification.codeInvalid');
        if (fault) throw fault;
      });
    } catch (error) {
      const fault = takenFault(error);
      if (!fault) throw error;
      // What is taken may be what this very code has made, a moment earlier.
      throw (await this.#find(verification.tokenHash)) ? fault : new InvalidInputError('verification.codeInvalid');
    }
  }

  async #take(em: EntityManager, { tokenHash: id, round }: Verification): Promise<boolean> {
    const taken = await em.execute<unknown[]>(
      'delete from verifications where token_hash = ? and round = ? and expires_at > ? returning 1',
      [id, round, this.#deps.clock.now()],
    );
    return taken.length > 0;
  }

  /** Before the code is looked at, so that of many at once only five are; committed also when they are refused. */
  async #countTry({ tokenHash: id, expiresAt }: Verification): Promise<void> {
    const counted = await this.#em.execute<unknown[]>(
      'update verifications set tries = tries + 1 where token_hash = ? and tries < ? returning 1',
      [id, MAX_TRIES],
    );
    if (counted.length > 0) return;
    // It may have been carried out, or have gone with its account, since it was found.
    if (!(await this.#find(id))) throw new InvalidInputError('verification.codeInvalid');
    const leftMs = expiresAt.getTime() - this.#deps.clock.now().getTime();
    throw new TooManyError('verification.tooManyTries', leftMs / 1000);
  }

  #isCode(code: string, { tokenHash: id, round }: Verification): boolean {
    const { botToken } = this.#deps;
    if (botToken === null || round === 0) return false;
    const right = Buffer.from(verificationCode(botToken, id, round));
    const given = Buffer.from(code.replace(/\s/g, ''));
    return given.length === right.length && timingSafeEqual(given, right);
  }

  async #find(id: string): Promise<Verification | null> {
    if (!isToken(id)) return null;
    const living = { tokenHash: id, expiresAt: { $gt: this.#deps.clock.now() } };
    return this.#em.findOne(Verification, living, { disableIdentityMap: true });
  }
}

/** Whoever stores something about a user holds the user, so that a deletion meets it or a refusal. */
async function holdUser(em: EntityManager, userId: number): Promise<void> {
  const held = await em.execute<unknown[]>('select from users where id = ? for key share', [userId]);
  if (held.length === 0) throw new NotFoundError('user.notFound');
}
