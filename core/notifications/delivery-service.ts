import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { AdminNotices } from './admin-notices.ts';
import { ClaimDelivery, type ClaimDeliveryDeps } from './claim-delivery.ts';
import { LEASE_MS, returnLapsedClaims } from './claims.ts';
import { DueRecipients } from './due-recipients.ts';
import type { MessageSender } from './message-sender.ts';
import { Respite } from './respite.ts';
import { SendRate } from './send-rate.ts';
import type { SendSample } from './send-sample.ts';
import { SenderGate } from './sender-gate.ts';
import { SendsInFlight } from './sends-in-flight.ts';
import { type StillMatches, takeClaims } from './take-claims.ts';

/** Lapsed claims are looked for this often under load, else whenever there is nothing to send. */
const TIDY_MS = 1000;
/** What the search for rows that will never be sent takes of the time. */
const SWEEP_SHARE = 0.01;
/** New rows must not wait for a send that hangs. */
const LOOK_AGAIN_MS = 250;

export interface DeliveryDeps extends Pick<ClaimDeliveryDeps, 'outbox' | 'textValues' | 'crashPoint' | 'random'> {
  readonly em: EntityManager;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly notices: AdminNotices;
  readonly stillMatches: StillMatches;
  readonly settings: { readonly concurrency: number; readonly ratePerS: number; readonly alertsPerHour: number };
  /** Milliseconds of a clock that nobody sets. */
  readonly monotonic?: () => number;
  /** Resolves after the time or at the signal, whichever comes first. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Sends what waits in the outbox, at least once, to every recipient in turn. */
export class DeliveryService {
  readonly #deps: DeliveryDeps;
  readonly #em: EntityManager;
  readonly #logger: Logger;
  readonly #gate: SenderGate;
  readonly #due: DueRecipients;
  readonly #sweep: Respite;
  readonly #claims: ClaimDelivery;
  readonly #monotonic: () => number;
  readonly #wait: NonNullable<DeliveryDeps['wait']>;
  readonly #inFlight = new SendsInFlight();
  #stop = new AbortController();
  #tidiedAt = Number.NEGATIVE_INFINITY;

  constructor(deps: DeliveryDeps) {
    this.#deps = deps;
    this.#em = deps.em;
    this.#logger = deps.logger.child({ area: 'delivery' });
    this.#gate = new SenderGate(this.#logger);
    this.#monotonic = deps.monotonic ?? (() => performance.now());
    this.#wait = deps.wait ?? rest;
    this.#due = new DueRecipients({ monotonic: this.#monotonic });
    this.#sweep = new Respite({ share: SWEEP_SHARE, monotonic: this.#monotonic });
    const time = { monotonic: this.#monotonic, wait: this.#wait };
    const rate = new SendRate({ perSecond: deps.settings.ratePerS, ...time });
    this.#claims = new ClaimDelivery({ ...deps, ...time, rate, logger: this.#logger, gate: this.#gate });
  }

  /** Tells of each send once it has ended. */
  watch(listener: (send: SendSample) => void): void {
    this.#claims.watch(listener);
  }

  /** Telegram refuses the bot token: nothing can be sent. */
  get tokenRefused(): boolean {
    return this.#gate.refused;
  }

  /** Telegram does not answer: nothing is sent until it does. */
  get outage(): boolean {
    return this.#gate.away;
  }

  /**
   * Starts the sends there is room for, and waits for one of those in flight when there is no more room or nothing else
   * to do. At the signal it claims nothing more; `drain` ends what is in flight.
   * @returns whether there may be more to do at once.
   */
  async deliverOnce(sender: MessageSender, signal: AbortSignal): Promise<boolean> {
    if (sender.timeoutMs >= LEASE_MS) throw new Error(`A send may take ${LEASE_MS} ms at most, the lease of a claim`);
    const stop = AbortSignal.any([signal, this.#stop.signal]);
    this.#throwFailure();
    if (stop.aborted) return false;
    // A send that ends while this round looks around may have left something to do.
    const wasSending = this.#inFlight.size > 0;
    const progressed = await this.#startSends(sender, stop);
    const room = this.#inFlight.size < this.#deps.settings.concurrency;
    if (this.#inFlight.size > 0 && !(progressed && room)) await this.#oneDone(stop);
    this.#throwFailure();
    return progressed || wasSending || (await this.#waitForSight(stop));
  }

  /** Ends what is in flight; what has not been handed to Telegram yet goes back. Call it when the worker has stopped. */
  async drain(): Promise<void> {
    this.#stop.abort();
    await this.#inFlight.allDone();
    this.#stop = new AbortController();
    this.#gate.forget();
    for (const error of this.#inFlight.takeFailures())
      this.#logger.error({ err: error }, 'a send could not be recorded');
  }

  async #startSends(sender: MessageSender, stop: AbortSignal): Promise<boolean> {
    const { clock, settings } = this.#deps;
    const now = clock.now();
    const due = this.#monotonic() - this.#tidiedAt >= TIDY_MS;
    let progressed = due && (await this.#tidy(now));
    const gate = { now, concurrency: settings.concurrency, probe: () => sender.probe(stop) };
    const limit = (await this.#gate.room(this.#em, gate)) - this.#inFlight.size;
    if (limit > 0 && !stop.aborted) {
      const claimedAt = this.#monotonic();
      const given = { limit, now, alertsPerHour: settings.alertsPerHour };
      const taken = await this.#em.transactional((em) => takeClaims(em, { ...this.#deps, due: this.#due }, given));
      if (taken.claims.length > 0) await this.#deps.crashPoint?.('after_claim');
      for (const claim of taken.claims) this.#inFlight.add(this.#claims.deliver(sender, claim, claimedAt, stop));
      progressed ||= taken.progressed;
    }
    return progressed || (!due && (await this.#tidy(now)));
  }

  /** Returns lapsed claims and ends rows that will never be sent. @returns whether rows wait again. */
  async #tidy(now: Date): Promise<boolean> {
    this.#tidiedAt = this.#monotonic();
    const returned = await returnLapsedClaims(this.#em);
    if (returned > 0) this.#logger.warn({ rows: returned }, 'claims lapsed');
    await this.#endUnsendable(now);
    return returned > 0;
  }

  /** What cannot be ended is not sent either, so it is no reason to send nothing. */
  async #endUnsendable(now: Date): Promise<void> {
    if (!this.#sweep.isOver()) return;
    try {
      await this.#sweep.after(() => this.#deps.outbox.endUnsendable(now));
    } catch (error) {
      this.#logger.error({ err: error }, 'rows that will never be sent could not be ended');
    }
  }

  /** Waits until the next search for recipients, or a moment. @returns whether there was something to wait for. */
  async #waitForSight(stop: AbortSignal): Promise<boolean> {
    const { blindMs } = this.#due;
    if (blindMs > 0) await this.#wait(Math.min(blindMs, LOOK_AGAIN_MS), stop);
    return blindMs > 0;
  }

  async #oneDone(stop: AbortSignal): Promise<void> {
    const done = new AbortController();
    await Promise.race([this.#inFlight.oneDone(), rest(LOOK_AGAIN_MS, AbortSignal.any([stop, done.signal]))]);
    done.abort();
  }

  /** What went wrong behind the worker's back reaches it with its next round. */
  #throwFailure(): void {
    const failures = this.#inFlight.takeFailures();
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1) throw new AggregateError(failures, 'Several sends could not be recorded');
  }
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
