import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { type Claim, type ClaimResult, finishClaim, LEASE_MS, releaseClaim } from './claims.ts';
import type { MessageSender, OutgoingMessage, SendResult, TextContent } from './message-sender.ts';
import type { Outbox } from './outbox.ts';
import { settle } from './retry-policy.ts';
import type { SendRate } from './send-rate.ts';
import { type HandedResult, type SendSample, sampleOf } from './send-sample.ts';
import { type GateChange, type SenderGate, storeChanges } from './sender-gate.ts';

/** A database that could not write a result is asked again this often. */
const RECORD_AGAIN_MS = 500;

export interface ClaimDeliveryDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly outbox: Outbox;
  readonly gate: SenderGate;
  readonly rate: SendRate;
  /** Completes what a text names by what is stored nowhere. */
  readonly textValues?: (text: TextContent) => TextContent['values'];
  readonly crashPoint?: (name: string) => void | Promise<void>;
  readonly random?: () => number;
  /** Milliseconds of a clock that nobody sets. */
  readonly monotonic: () => number;
  /** Resolves after the time or at the signal, whichever comes first. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** What a send means for its claim and for all others. */
interface Verdict {
  readonly outcome: SendResult['outcome'];
  readonly result: ClaimResult;
  readonly changes: readonly GateChange[];
}

/** Sends the message of one claim after the other, and writes what became of it. */
export class ClaimDelivery {
  readonly #deps: ClaimDeliveryDeps;
  readonly #listeners: ((send: SendSample) => void)[] = [];

  constructor(deps: ClaimDeliveryDeps) {
    this.#deps = deps;
  }

  /** Tells of each send once it has ended. */
  watch(listener: (send: SendSample) => void): void {
    this.#listeners.push(listener);
  }

  /** Sends when it is the claim's turn; at the signal, or where it is too late for the claim, gives it back. */
  async deliver(sender: MessageSender, claim: Claim, claimedAt: number, stop: AbortSignal): Promise<void> {
    const { em, clock, gate, rate, monotonic, crashPoint } = this.#deps;
    await rate.turn(stop);
    // A process that slept through its lease must not send: somebody else may have done so.
    const leaseHolds = monotonic() - claimedAt + sender.timeoutMs < LEASE_MS;
    const isClosed = stop.aborted || gate.isClosed(clock.now());
    if (isClosed || !leaseHolds) return em.transactional((inner) => releaseClaim(inner, claim));
    const startedAt = monotonic();
    const result = await this.#send(sender, claim);
    const seconds = (monotonic() - startedAt) / 1000;
    const at = clock.now();
    await crashPoint?.('after_send');
    await this.#record(claim, this.#judge(claim, result, at), claimedAt);
    if (result.outcome !== 'unwritten') this.#tell(claim, result, { seconds, at });
    await crashPoint?.('after_commit');
  }

  /** What throws is our own fault, as Telegram's failures are values: the message must not come back for ever. */
  async #send(sender: MessageSender, claim: Claim): Promise<SendResult> {
    try {
      return await sender.send(this.#completed(claim.message));
    } catch (error) {
      this.#deps.logger.error({ err: error, rows: keysOf(claim) }, 'message could not be written');
      return { outcome: 'unwritten', reason: error instanceof Error ? error.message : String(error) };
    }
  }

  #completed(message: OutgoingMessage): OutgoingMessage {
    const { textValues } = this.#deps;
    const { content } = message;
    if (!textValues || content.kind !== 'text') return message;
    return { ...message, content: { ...content, values: textValues(content) } };
  }

  /** Takes the result into account, once, however often writing it is tried. */
  #judge(claim: Claim, result: SendResult, at: Date): Verdict {
    const { gate, random = Math.random } = this.#deps;
    const given = { outage: gate.outage, isDigest: claim.rows.length > 1, random };
    const settlements = claim.rows.map((row) => settle(result, row, given));
    const holdMs = Math.max(...settlements.map((settlement) => settlement.holdMs));
    return {
      outcome: result.outcome,
      result: {
        rows: settlements.map((settlement) => settlement.row),
        nextSendAt: new Date(at.getTime() + holdMs),
        hour: result.outcome === 'sent' ? claim.hourAfter(at) : claim.hour,
        at,
        unreachable: result.outcome === 'unreachable' ? result.reason : null,
      },
      changes: gate.note(claim.message.chatId, result, at),
    };
  }

  /**
   * A result that is not written makes its message come twice, so a database that is away for a moment is asked again,
   * also by a process that is stopping, for as long as the claim holds.
   */
  async #record(claim: Claim, verdict: Verdict, claimedAt: number): Promise<void> {
    const { em, logger, monotonic, wait } = this.#deps;
    for (;;) {
      try {
        return await em.transactional((inner) => this.#write(inner, claim, verdict));
      } catch (error) {
        if (monotonic() - claimedAt + RECORD_AGAIN_MS >= LEASE_MS) throw error;
        logger.warn({ err: error, rows: keysOf(claim) }, 'result not written yet');
        await wait(RECORD_AGAIN_MS, new AbortController().signal);
      }
    }
  }

  async #write(em: EntityManager, claim: Claim, { outcome, result, changes }: Verdict): Promise<void> {
    const { outbox, logger, crashPoint } = this.#deps;
    const recipient = await finishClaim(em, claim, result);
    if (!recipient) logger.warn({ rows: keysOf(claim), outcome }, 'result came after the lease');
    if (recipient?.reachable === false && result.unreachable !== null)
      await outbox.cancelWaiting(em, claim.userId, result.unreachable);
    await storeChanges(em, changes);
    await crashPoint?.('before_commit');
  }

  /** Whoever fails to listen must not keep anything from being sent. */
  #tell(claim: Claim, result: HandedResult, { seconds, at }: { seconds: number; at: Date }): void {
    const sample = sampleOf(result, claim.rows, seconds, at);
    for (const listener of this.#listeners) {
      try {
        listener(sample);
      } catch (error) {
        this.#deps.logger.error({ err: error }, 'a send could not be told of');
      }
    }
  }
}

const keysOf = (claim: Claim) => claim.rows.map((row) => `${row.kind}:${row.subjectId}:${row.userId}`);
