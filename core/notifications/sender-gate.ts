import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from '../logger.ts';
import type { ProbeAnswer, SendFailure, SendResult } from './message-sender.ts';
import { PROBE_MS } from './retry-policy.ts';

/** Failures in a row that raise the question whether Telegram answers at all. */
const SUSPICIOUS_FAILURES = 3;
/** Sends that hang take their whole time to fail, so two of them are enough. */
const WEIGHT: Partial<Record<SendFailure, number>> = { timeout: 2 };
const LONG_HOLD_MS = 5000;
const THROTTLED_TWICE_MS = 10_000;
const REFUSED_PROBE_MS = 60_000;

interface GateState {
  readonly paused: boolean;
  readonly broken: boolean;
  readonly waits: boolean;
}

/**
 * Decides how many sends may be in flight: none while Telegram asks for a pause, and none while it does not answer, of
 * which it is asked by a call that tells nobody anything. Once it answers, one message at a time goes out until one
 * arrives. The times of the pause and of the next probe are stored, so that a restart does not forget them.
 */
export class SenderGate {
  readonly #logger: Logger;
  #failures = 0;
  #throttled: { readonly chatId: number; readonly at: Date } | null = null;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #refused = false;
  #broken = false;
  /** Telegram answered the probe, but no message has arrived since. */
  #onTrial = false;
  #probedAt = Number.NEGATIVE_INFINITY;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Telegram does not answer anybody: a failure says nothing about the message that was sent. */
  get outage(): boolean {
    return this.#broken;
  }

  /** The token is refused: nothing can be sent until the operator changes it. */
  get refused(): boolean {
    return this.#refused;
  }

  /** Whether what waits for its turn must not go out any more. */
  isClosed(now: Date): boolean {
    return now.getTime() < this.#pausedUntil || (this.#broken && !this.#onTrial);
  }

  /** How many sends may be in flight at `now`, of `concurrency` at most. Takes as long as `probe` where one is due. */
  async room(
    em: EntityManager,
    { now, concurrency, probe }: { now: Date; concurrency: number; probe: () => Promise<ProbeAnswer> },
  ): Promise<number> {
    const { paused, broken, waits } = await readState(em, now);
    this.#broken = broken;
    this.#onTrial &&= broken;
    if (paused) return 0;
    if (!broken) return concurrency;
    if (this.#onTrial) return 1;
    if (waits || !(await this.#takeProbe(em, now))) return 0;
    const answer = await probe();
    if (answer === 'refused') await this.#refuse(em, now);
    if (answer !== 'answers') return 0;
    this.#onTrial = true;
    this.#refused = false;
    return 1;
  }

  /** Takes a result into account, inside the transaction that records it. */
  async record(em: EntityManager, chatId: number, result: SendResult, now: Date): Promise<void> {
    if (result.outcome === 'failed') return this.#failed(em, result.failure, now);
    if (result.outcome === 'unauthorized') return this.#refuse(em, now);
    await this.#answered(em);
    if (result.outcome === 'throttled') await this.#throttle(em, chatId, result.afterMs, now);
  }

  async #failed(em: EntityManager, failure: SendFailure, now: Date): Promise<void> {
    this.#failures += WEIGHT[failure] ?? 1;
    this.#onTrial = false;
    if (this.#failures < SUSPICIOUS_FAILURES) return;
    if (!this.#broken) this.#logger.warn({ failures: this.#failures }, 'Telegram does not answer: nothing is sent');
    this.#broken = true;
    const next = Math.min(Math.max(now.getTime(), this.#probedAt + PROBE_MS), now.getTime() + PROBE_MS);
    await em.execute('update sender_state set breaker_until = coalesce(breaker_until, ?)', [new Date(next)]);
  }

  async #refuse(em: EntityManager, now: Date): Promise<void> {
    if (!this.#refused) this.#logger.error('Telegram refuses the bot token: nothing can be sent');
    this.#refused = true;
    this.#broken = true;
    this.#onTrial = false;
    await em.execute('update sender_state set breaker_until = ?', [new Date(now.getTime() + REFUSED_PROBE_MS)]);
  }

  /** Whoever puts the next probe off makes this one, so that there is one of all processes and all their starts. */
  async #takeProbe(em: EntityManager, now: Date): Promise<boolean> {
    const taken = await em.execute(
      `update sender_state set breaker_until = ?
       where breaker_until is not null and not (${STILL_WAITS}) returning 1`,
      [new Date(now.getTime() + PROBE_MS), ...stillWaits(now)],
    );
    this.#probedAt = now.getTime();
    return taken.length > 0;
  }

  async #answered(em: EntityManager): Promise<void> {
    this.#failures = 0;
    this.#refused = false;
    if (!this.#broken) return;
    await em.execute('update sender_state set breaker_until = null');
    this.#broken = false;
    this.#onTrial = false;
    this.#logger.info('Telegram answers again');
  }

  async #throttle(em: EntityManager, chatId: number, afterMs: number, now: Date): Promise<void> {
    const last = this.#throttled;
    this.#throttled = { chatId, at: now };
    const another = last && last.chatId !== chatId && now.getTime() - last.at.getTime() < THROTTLED_TWICE_MS;
    if (!another && afterMs < LONG_HOLD_MS) return;
    const until = now.getTime() + afterMs;
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
    await em.execute('update sender_state set paused_until = greatest(paused_until, ?)', [new Date(until)]);
  }
}

/** No probe is further away than this; a time that is comes from a clock that was wrong. */
const STILL_WAITS = 'breaker_until > ? and breaker_until <= ?';
const stillWaits = (now: Date) => [now, new Date(now.getTime() + REFUSED_PROBE_MS)];

async function readState(em: EntityManager, now: Date): Promise<GateState> {
  const [state] = await em.execute<[GateState]>(
    `select coalesce(paused_until > ?, false) as paused, breaker_until is not null as broken,
       coalesce(${STILL_WAITS}, false) as waits
     from sender_state`,
    [now, ...stillWaits(now)],
  );
  return state;
}
