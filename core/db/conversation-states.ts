import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import { keptSince } from '../retention/kept-for.ts';
import { deleteBatch } from './delete-batch.ts';

/** What an update made of the conversation in a chat. */
export interface ConversationChange {
  /** Chat with the person: their Telegram ID, in which the account's deletion looks for the state, too. */
  readonly chatId: number;
  /** Where the conversation stands now; null: it is over. */
  readonly state: object | null;
}

interface ConversationStatesDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
}

/** Where conversations with the bot stand, so that they survive a restart and go on at another replica. */
export class ConversationStates {
  readonly #em: EntityManager;
  readonly #clock: Clock;

  constructor(deps: ConversationStatesDeps) {
    this.#em = deps.em;
    this.#clock = deps.clock;
  }

  /** The state that was stored last, of any form; null when there is none or it is too old. */
  async read(chatId: number): Promise<unknown> {
    const sql = 'select value from conversation_states where key = ? and updated_at > ?';
    const [row] = await this.#em.execute<{ value: unknown }[]>(sql, [String(chatId), this.#limit()]);
    return row?.value ?? null;
  }

  /** Stores a change in the transaction of the caller. */
  async store(em: EntityManager, { chatId, state }: ConversationChange): Promise<void> {
    if (state) await this.#write(em, chatId, state);
    else await em.execute('delete from conversation_states where key = ?', [String(chatId)]);
  }

  /** An account that is being deleted comes first: its deletion is waited for, and nothing is stored then. */
  async #write(em: EntityManager, chatId: number, state: object): Promise<void> {
    await em.execute(
      `insert into conversation_states (key, value, updated_at)
       select ?, ?::jsonb, ? from users where telegram_id = ? for key share
       on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
      [String(chatId), storableJson(state), this.#clock.now(), chatId],
    );
    await this.forgetOld(em);
  }

  /** Deletes a batch of those that are over; answers how many. */
  forgetOld(em = this.#em): Promise<number> {
    const values = [this.#limit()];
    return deleteBatch(em, { table: 'conversation_states', key: ['key'], where: 'updated_at <= ?', values });
  }

  /** A conversation that nobody went on with since then is over. */
  #limit(): Date {
    return keptSince('conversation_states', this.#clock.now());
  }
}

/** NUL and halves of surrogate pairs, which the database refuses in JSON, become signs that it takes. */
function storableJson(state: object): string {
  const escaped = /\\(?:\\|u0000|ud[89a-f][\da-f]{2})/g;
  return JSON.stringify(state).replace(escaped, (sign) => (sign === '\\\\' ? sign : '\ufffd'));
}
