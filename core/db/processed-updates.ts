import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import { keptSince } from '../retention/kept-for.ts';
import type { ConversationChange, ConversationStates } from './conversation-states.ts';
import { deleteBatch } from './delete-batch.ts';

interface ProcessedUpdatesDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
  readonly conversations: ConversationStates;
}

/** The updates of Telegram that were handled to the end, so that a second delivery of one changes nothing. */
export class ProcessedUpdates {
  readonly #em: EntityManager;
  readonly #clock: Clock;
  readonly #conversations: ConversationStates;

  constructor(deps: ProcessedUpdatesDeps) {
    this.#em = deps.em;
    this.#clock = deps.clock;
    this.#conversations = deps.conversations;
  }

  async has(updateId: number): Promise<boolean> {
    const rows = await this.#em.execute('select 1 from processed_updates where update_id = ?', [updateId]);
    return rows.length > 0;
  }

  /**
   * To be called after the handler: an update whose handler was cut off is handled once more. What it made of a
   * conversation is stored in the same moment, so that an update is never answered twice by one conversation.
   */
  async mark(updateId: number, conversation: ConversationChange | null = null): Promise<void> {
    const now = this.#clock.now();
    if (conversation === null) await insertMark(this.#em, updateId, now);
    else
      await this.#em.transactional(async (em) => {
        await this.#conversations.store(em, conversation);
        await insertMark(em, updateId, now);
      });
  }

  /** Deletes a batch of those that Telegram offers no more; answers how many. */
  forgetOld(): Promise<number> {
    return deleteBatch(this.#em, {
      table: 'processed_updates',
      key: ['update_id'],
      where: 'at <= ?',
      values: [keptSince('processed_updates', this.#clock.now())],
    });
  }
}

async function insertMark(em: EntityManager, updateId: number, at: Date): Promise<void> {
  await em.execute('insert into processed_updates (update_id, at) values (?, ?) on conflict do nothing', [
    updateId,
    at,
  ]);
}
