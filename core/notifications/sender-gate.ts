import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from '../logger.ts';
import type { SendResult } from './message-sender.ts';
import { PROBE_MS } from './retry-policy.ts';

/** Failures in a row, of more than one chat, that mean that Telegram itself does not answer. */
const OUTAGE_FAILURES = 5;
const LONG_HOLD_MS = 5000;
const THROTTLED_TWICE_MS = 10_000;
const REFUSED_PROBE_MS = 60_000;

/** Decides how many sends may be in flight: none while Telegram asks for a pause, one while it does not answer. */
export class SenderGate {
  readonly #logger: Logger;
  #failures = 0;
  readonly #failingChats = new Set<number>();
  #throttled: { readonly chatId: number; readonly at: Date } | null = null;
  #refused = false;
  #probing = false;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Telegram does not answer anybody: a failure says nothing about the message that was sent. */
  get outage(): boolean {
    return this.#probing || (this.#failures >= OUTAGE_FAILURES && this.#failingChats.size > 1);
  }

  /** The token is refused: nothing can be sent until the operator changes it. */
  get refused(): boolean {
    return this.#refused;
  }

  /** How many sends may be in flight at `now`, of `concurrency` at most. */
  async room(em: EntityManager, now: Date, concurrency: number): Promise<number> {
    const [state] = await em.execute<{ closed: boolean; probing: boolean }[]>(
      `select coalesce(greatest(paused_until, breaker_until) > ?, false) as closed, breaker_until is not null as probing
       from sender_state`,
      [now],
    );
    this.#probing = state?.probing ?? false;
    if (state?.closed) return 0;
    return this.#probing ? 1 : concurrency;
  }

  /** Takes a result into account, inside the transaction that records it. */
  async record(em: EntityManager, chatId: number, result: SendResult, now: Date): Promise<void> {
    if (result.outcome === 'failed') return this.#failed(em, chatId, now);
    if (result.outcome === 'unauthorized') return this.#refuse(em, now);
    await this.#answered(em);
    if (result.outcome === 'throttled') await this.#throttle(em, chatId, result.afterMs, now);
  }

  async #failed(em: EntityManager, chatId: number, now: Date): Promise<void> {
    this.#failures += 1;
    this.#failingChats.add(chatId);
    if (!this.outage) return;
    if (!this.#probing)
      this.#logger.warn({ failures: this.#failures }, 'Telegram does not answer: one probe at a time');
    await this.#break(em, now, PROBE_MS);
  }

  async #refuse(em: EntityManager, now: Date): Promise<void> {
    if (!this.#refused) this.#logger.error('Telegram refuses the bot token: nothing can be sent');
    this.#refused = true;
    await this.#break(em, now, REFUSED_PROBE_MS);
  }

  async #break(em: EntityManager, now: Date, forMs: number): Promise<void> {
    this.#probing = true;
    await em.execute('update sender_state set breaker_until = ?', [new Date(now.getTime() + forMs)]);
  }

  async #answered(em: EntityManager): Promise<void> {
    this.#failures = 0;
    this.#failingChats.clear();
    this.#refused = false;
    if (!this.#probing) return;
    this.#probing = false;
    await em.execute('update sender_state set breaker_until = null');
  }

  async #throttle(em: EntityManager, chatId: number, afterMs: number, now: Date): Promise<void> {
    const last = this.#throttled;
    this.#throttled = { chatId, at: now };
    const another = last && last.chatId !== chatId && now.getTime() - last.at.getTime() < THROTTLED_TWICE_MS;
    if (!another && afterMs < LONG_HOLD_MS) return;
    await em.execute('update sender_state set paused_until = greatest(paused_until, ?)', [
      new Date(now.getTime() + afterMs),
    ]);
  }
}
