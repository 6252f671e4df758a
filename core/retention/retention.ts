import { setTimeout } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { AuditLog } from '../audit/audit-log.ts';
import type { GuessLimiter } from '../auth/guess-limiter.ts';
import type { LoginLinks } from '../auth/login-links.ts';
import type { SessionService } from '../auth/session-service.ts';
import { forgetTombstones } from '../auth/tombstone.ts';
import type { Verifications } from '../auth/verifications.ts';
import type { Clock } from '../clock.ts';
import type { ConversationStates } from '../db/conversation-states.ts';
import { BATCH_SIZE } from '../db/delete-batch.ts';
import type { ProcessedUpdates } from '../db/processed-updates.ts';
import { forgetOldRuns } from '../ingestion/run-log.ts';
import type { Logger } from '../logger.ts';
import type { Outbox } from '../notifications/outbox.ts';
import { KEPT_FOR_MS, type KeptTable } from './kept-for.ts';
import { type Deleted, forgetOldAds } from './old-ads.ts';

/** After a batch nothing is deleted for so many times as long: whoever works beside it hardly notices. */
const REST = 3;

/** Resolves after the time or at the signal, whichever comes first. */
type Wait = (ms: number, signal: AbortSignal) => Promise<unknown>;

interface RetentionDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly outbox: Outbox;
  readonly auditLog: AuditLog;
  readonly processedUpdates: ProcessedUpdates;
  readonly sessions: SessionService;
  readonly loginLinks: LoginLinks;
  readonly verifications: Verifications;
  readonly guesses: GuessLimiter;
  readonly conversationStates: ConversationStates;
}

/** Deletes what has been kept for its time (`KEPT_FOR_MS`). Which rows of a table these are, whoever writes it knows. */
export class Retention {
  readonly #deps: RetentionDeps;
  readonly #logger: Logger;
  readonly #deleted = new Map<KeptTable, number>();

  constructor(deps: RetentionDeps) {
    this.#deps = deps;
    this.#logger = deps.logger.child({ area: 'retention' });
    for (const table of Object.keys(KEPT_FOR_MS) as KeptTable[]) this.#deleted.set(table, 0);
  }

  /** How many rows this process has deleted since it started, by table. */
  get deleted(): ReadonlyMap<KeptTable, number> {
    return this.#deleted;
  }

  /**
   * Deletes all that is to go, each batch in a transaction of its own, and ends after the one that is under way at the
   * signal. Several at once share the work. What fails is left for the next time, and keeps nothing else from going.
   * @param wait how it rests between two batches.
   */
  async sweep(signal: AbortSignal, wait: Wait = waitFor): Promise<void> {
    const before = new Map(this.#deleted);
    for (const [name, rule] of Object.entries(this.#rules())) {
      if (signal.aborted) break;
      try {
        await this.#apply(rule, signal, wait);
      } catch (error) {
        this.#logger.error({ err: error, rule: name }, 'old rows not deleted');
      }
    }
    const deleted = [...this.#deleted].map(([table, count]) => [table, count - (before.get(table) ?? 0)] as const);
    const some = deleted.filter(([, count]) => count > 0);
    if (some.length > 0) this.#logger.info({ deleted: Object.fromEntries(some) }, 'old rows deleted');
  }

  async #apply(rule: AsyncIterable<Deleted>, signal: AbortSignal, wait: Wait): Promise<void> {
    let startedAt = performance.now();
    for await (const { table, count } of rule) {
      this.#deleted.set(table, (this.#deleted.get(table) ?? 0) + count);
      await wait(REST * (performance.now() - startedAt), signal);
      if (signal.aborted) return;
      startedAt = performance.now();
    }
  }

  #rules(): Record<KeptTable, AsyncIterable<Deleted>> {
    const { em, clock, ...deps } = this.#deps;
    return {
      ads: forgetOldAds(em, clock),
      notifications: inBatches('notifications', () => deps.outbox.forgetOld()),
      ingestion_runs: inBatches('ingestion_runs', () => forgetOldRuns(em, clock.now())),
      admin_audit: inBatches('admin_audit', () => deps.auditLog.forgetOld()),
      processed_updates: inBatches('processed_updates', () => deps.processedUpdates.forgetOld()),
      sessions: inBatches('sessions', () => deps.sessions.forgetEnded()),
      login_links: inBatches('login_links', () => deps.loginLinks.forgetOld()),
      verifications: inBatches('verifications', () => deps.verifications.forgetOver()),
      deleted_accounts: inBatches('deleted_accounts', () => forgetTombstones(em, clock.now())),
      guess_limits: inBatches('guess_limits', () => deps.guesses.forgetOver()),
      conversation_states: inBatches('conversation_states', () => deps.conversationStates.forgetOld()),
    };
  }
}

async function* inBatches(table: KeptTable, forget: () => Promise<number>): AsyncGenerator<Deleted> {
  let count: number;
  do {
    count = await forget();
    yield { table, count };
  } while (count === BATCH_SIZE);
}

function waitFor(ms: number, signal: AbortSignal): Promise<unknown> {
  return setTimeout(ms, undefined, { signal }).catch(() => {});
}
