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

/** What is to be stored of a result. */
export interface GateChange {
  readonly sql: string;
  readonly params: readonly unknown[];
}

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
  /** A refusal is stored a moment after it is noted; before, the stored state does not tell that it is over. */
  #refusal: 'none' | 'noted' | 'stored' = 'none';
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

  /** Telegram is not there, as far as the last send or probe tells. */
  get away(): boolean {
    return this.#broken && !this.#onTrial;
  }

  /** The token is refused: nothing can be sent until the operator changes it. */
  get refused(): boolean {
    return this.#refusal !== 'none';
  }

  /** Whether what waits for its turn must not go out any more. */
  isClosed(now: Date): boolean {
    return now.getTime() < this.#pausedUntil || this.away;
  }

  /** How many sends may be in flight at `now`, of `concurrency` at most. Takes as long as `probe` where one is due. */
  async room(
    em: EntityManager,
    { now, concurrency, probe }: { now: Date; concurrency: number; probe: () => Promise<ProbeAnswer> },
  ): Promise<number> {
    const { paused, broken, waits } = await readState(em, now);
    this.#broken = broken;
    this.#onTrial &&= broken;
    if (broken && this.refused) this.#refusal = 'stored';
    // Somebody else has found that Telegram takes the token.
    if (!broken && this.#refusal === 'stored') this.#refusal = 'none';
    if (paused) return 0;
    if (!broken) return concurrency;
    if (this.#onTrial) return 1;
    if (waits || !(await this.#takeProbe(em, now))) return 0;
    const answer = await probe();
    if (answer === 'refused') await storeChanges(em, this.#refuse(now));
    if (answer !== 'answers') return 0;
    this.#onTrial = true;
    this.#refusal = 'none';
    return 1;
  }

  /** Takes a result into account, once. @returns what the transaction that records it has to store. */
  note(chatId: number, result: SendResult, now: Date): GateChange[] {
    switch (result.outcome) {
      case 'unwritten':
        return [];
      case 'failed':
        return this.#failed(result.failure, now);
      case 'unauthorized':
        return this.#refuse(now);
      case 'throttled':
        return [...this.#answered(), ...this.#throttle(chatId, result.afterMs, now)];
      default:
        return this.#answered();
    }
  }

  /** Whoever sends no more knows no longer how Telegram is; what counts is stored. */
  forget(): void {
    this.#failures = 0;
    this.#refusal = 'none';
    this.#broken = false;
    this.#onTrial = false;
  }

  #failed(failure: SendFailure, now: Date): GateChange[] {
    this.#failures += WEIGHT[failure] ?? 1;
    this.#onTrial = false;
    if (this.#failures < SUSPICIOUS_FAILURES) return [];
    if (!this.#broken) this.#logger.warn({ failures: this.#failures }, 'Telegram does not answer: nothing is sent');
    this.#broken = true;
    const next = Math.min(Math.max(now.getTime(), this.#probedAt + PROBE_MS), now.getTime() + PROBE_MS);
    return [{ sql: 'update sender_state set breaker_until = coalesce(breaker_until, ?)', params: [new Date(next)] }];
  }

  #refuse(now: Date): GateChange[] {
    if (!this.refused) this.#logger.error('Telegram refuses the bot token: nothing can be sent');
    this.#refusal = 'noted';
    this.#broken = true;
    this.#onTrial = false;
    const until = new Date(now.getTime() + REFUSED_PROBE_MS);
    return [{ sql: 'update sender_state set breaker_until = ?', params: [until] }];
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

  #answered(): GateChange[] {
    this.#failures = 0;
    this.#refusal = 'none';
    if (!this.#broken) return [];
    this.#broken = false;
    this.#onTrial = false;
    this.#logger.info('Telegram answers again');
    return [{ sql: 'update sender_state set breaker_until = null', params: [] }];
  }

  #throttle(chatId: number, afterMs: number, now: Date): GateChange[] {
    const last = this.#throttled;
    this.#throttled = { chatId, at: now };
    const another = last && last.chatId !== chatId && now.getTime() - last.at.getTime() < THROTTLED_TWICE_MS;
    if (!another && afterMs < LONG_HOLD_MS) return [];
    const until = now.getTime() + afterMs;
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
    return [{ sql: 'update sender_state set paused_until = greatest(paused_until, ?)', params: [new Date(until)] }];
  }
}

/** Stores what a result changed, in the caller's transaction. */
export async function storeChanges(em: EntityManager, changes: readonly GateChange[]): Promise<void> {
  for (const { sql, params } of changes) await em.execute(sql, [...params]);
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
