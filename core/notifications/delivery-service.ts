import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { AdminNotices } from './admin-notices.ts';
import { type Claim, finishClaim, LEASE_MS, releaseClaim, returnLapsedClaims } from './claims.ts';
import { DueRecipients } from './due-recipients.ts';
import type { MessageSender, OutgoingMessage, SendResult, TextContent } from './message-sender.ts';
import type { Outbox } from './outbox.ts';
import { Respite } from './respite.ts';
import { settle } from './retry-policy.ts';
import { SendRate } from './send-rate.ts';
import { type SendSample, sampleOf } from './send-sample.ts';
import { SenderGate } from './sender-gate.ts';
import { SendsInFlight } from './sends-in-flight.ts';
import { type StillMatches, takeClaims } from './take-claims.ts';

/** Lapsed claims are looked for this often under load, else whenever there is nothing to send. */
const TIDY_MS = 1000;
/** What the search for rows that will never be sent takes of the time. */
const SWEEP_SHARE = 0.01;
/** New rows must not wait for a send that hangs. */
const LOOK_AGAIN_MS = 250;
/** A database that could not write a result is asked again this often. */
const RECORD_AGAIN_MS = 500;

export interface DeliveryDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly outbox: Outbox;
  readonly notices: AdminNotices;
  readonly stillMatches: StillMatches;
  /** Completes what a text names by what is stored nowhere. */
  readonly textValues?: (text: TextContent) => TextContent['values'];
  readonly settings: { readonly concurrency: number; readonly ratePerS: number; readonly alertsPerHour: number };
  readonly crashPoint?: (name: string) => void | Promise<void>;
  readonly random?: () => number;
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
  readonly #rate: SendRate;
  readonly #due: DueRecipients;
  readonly #sweep: Respite;
  readonly #monotonic: () => number;
  readonly #wait: NonNullable<DeliveryDeps['wait']>;
  readonly #inFlight = new SendsInFlight();
  readonly #listeners: ((send: SendSample) => void)[] = [];
  #stop = new AbortController();
  #tidiedAt = 0;

  constructor(deps: DeliveryDeps) {
    this.#deps = deps;
    this.#em = deps.em;
    this.#logger = deps.logger.child({ area: 'delivery' });
    this.#gate = new SenderGate(this.#logger);
    this.#monotonic = deps.monotonic ?? (() => performance.now());
    this.#wait = deps.wait ?? rest;
    this.#due = new DueRecipients({ monotonic: this.#monotonic });
    this.#sweep = new Respite(SWEEP_SHARE, this.#monotonic);
    this.#rate = new SendRate({
      perSecond: deps.settings.ratePerS,
      monotonic: this.#monotonic,
      wait: this.#wait,
    });
  }

  /** Tells of each send once it has ended. */
  watch(listener: (send: SendSample) => void): void {
    this.#listeners.push(listener);
  }

  /** Telegram refuses the bot token: nothing can be sent. */
  get tokenRefused(): boolean {
    return this.#gate.refused;
  }

  /** Telegram does not answer: nothing is sent until it does. */
  get outage(): boolean {
    return this.#gate.outage;
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
    for (const error of this.#inFlight.takeFailures())
      this.#logger.error({ err: error }, 'a send could not be recorded');
  }

  async #startSends(sender: MessageSender, stop: AbortSignal): Promise<boolean> {
    const { clock, settings } = this.#deps;
    const now = clock.now();
    const due = now.getTime() - this.#tidiedAt >= TIDY_MS;
    let progressed = due && (await this.#tidy(now));
    const gate = { now, concurrency: settings.concurrency, probe: () => sender.probe(stop) };
    const limit = (await this.#gate.room(this.#em, gate)) - this.#inFlight.size;
    if (limit > 0 && !stop.aborted) {
      const claimedAt = this.#monotonic();
      const given = { limit, now, alertsPerHour: settings.alertsPerHour };
      const taken = await this.#em.transactional((em) => takeClaims(em, { ...this.#deps, due: this.#due }, given));
      if (taken.claims.length > 0) await this.#deps.crashPoint?.('after_claim');
      for (const claim of taken.claims) this.#inFlight.add(this.#deliver(sender, claim, claimedAt, stop));
      progressed ||= taken.progressed;
    }
    return progressed || (!due && (await this.#tidy(now)));
  }

  /** Returns lapsed claims and ends rows that will never be sent. @returns whether rows wait again. */
  async #tidy(now: Date): Promise<boolean> {
    this.#tidiedAt = now.getTime();
    const returned = await returnLapsedClaims(this.#em);
    if (returned > 0) this.#logger.warn({ rows: returned }, 'claims lapsed');
    if (this.#sweep.isOver()) await this.#sweep.after(() => this.#deps.outbox.endUnsendable(now));
    return returned > 0;
  }

  async #deliver(sender: MessageSender, claim: Claim, claimedAt: number, stop: AbortSignal): Promise<void> {
    await this.#rate.turn(stop);
    // A process that slept through its lease must not send: somebody else may have done so.
    const leaseHolds = this.#monotonic() - claimedAt + sender.timeoutMs < LEASE_MS;
    const isClosed = stop.aborted || this.#gate.isClosed(this.#deps.clock.now());
    if (isClosed || !leaseHolds) return this.#em.transactional((em) => releaseClaim(em, claim));
    const startedAt = this.#monotonic();
    const result = await this.#send(sender, claim);
    await this.#deps.crashPoint?.('after_send');
    this.#tell(claim, result, (this.#monotonic() - startedAt) / 1000);
    await this.#record(claim, result, claimedAt);
    await this.#deps.crashPoint?.('after_commit');
  }

  /** A sender that throws has failed: its message must not come back for ever. */
  async #send(sender: MessageSender, claim: Claim): Promise<SendResult> {
    try {
      return await sender.send(this.#completed(claim.message));
    } catch (error) {
      this.#logger.error({ err: error, rows: keysOf(claim) }, 'sender failed');
      const reason = error instanceof Error ? error.message : String(error);
      return { outcome: 'failed', failure: '5xx', ambiguous: true, reason };
    }
  }

  #completed(message: OutgoingMessage): OutgoingMessage {
    const { textValues } = this.#deps;
    const { content } = message;
    if (!textValues || content.kind !== 'text') return message;
    return { ...message, content: { ...content, values: textValues(content) } };
  }

  /**
   * A result that is not written makes its message come twice, so a database that is away for a moment is asked again,
   * also by a process that is stopping, for as long as the claim holds.
   */
  async #record(claim: Claim, result: SendResult, claimedAt: number): Promise<void> {
    for (;;) {
      try {
        return await this.#em.transactional((em) => this.#finish(em, claim, result));
      } catch (error) {
        if (this.#monotonic() - claimedAt + RECORD_AGAIN_MS >= LEASE_MS) throw error;
        this.#logger.warn({ err: error, rows: keysOf(claim) }, 'result not written yet');
        await this.#wait(RECORD_AGAIN_MS, new AbortController().signal);
      }
    }
  }

  async #finish(em: EntityManager, claim: Claim, result: SendResult): Promise<void> {
    const { clock, outbox, random = Math.random } = this.#deps;
    const at = clock.now();
    const given = { outage: this.#gate.outage, isDigest: claim.rows.length > 1, random };
    const settlements = claim.rows.map((row) => settle(result, row.attempts, given));
    const holdMs = Math.max(...settlements.map((settlement) => settlement.holdMs));
    const unreachable = result.outcome === 'unreachable' ? result.reason : null;
    const valid = await finishClaim(em, claim, {
      rows: settlements.map((settlement) => settlement.row),
      nextSendAt: new Date(at.getTime() + holdMs),
      hour: result.outcome === 'sent' ? claim.hourAfter(at) : claim.hour,
      at,
      unreachable,
    });
    if (!valid) this.#logger.warn({ rows: keysOf(claim), outcome: result.outcome }, 'result came after the lease');
    if (valid && unreachable !== null) await outbox.cancelWaiting(em, claim.userId, unreachable);
    await this.#gate.record(em, claim.message.chatId, result, at);
    await this.#deps.crashPoint?.('before_commit');
  }

  #tell(claim: Claim, result: SendResult, seconds: number): void {
    const sample = sampleOf(result, claim.rows, seconds, this.#deps.clock.now());
    for (const listener of this.#listeners) listener(sample);
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

const keysOf = (claim: Claim) => claim.rows.map((row) => `${row.kind}:${row.subjectId}:${row.userId}`);

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
