import type { Update } from 'grammy/types';
import { BotApiError } from './bot-api-error.ts';
import { ascendingId } from './ids.ts';
import { WebhookSender } from './webhook-sender.ts';

export type UpdateKind = Exclude<keyof Update, 'update_id'>;

export interface PollRequest {
  offset?: number;
  limit?: number;
  timeout?: number;
  allowed_updates?: readonly UpdateKind[];
}

/** Telegram sends these kinds only to bots that list them. */
const onRequest: UpdateKind[] = ['chat_member', 'message_reaction', 'message_reaction_count'];
/** A bot that stops and starts again sends its next poll while its last connection is being closed. */
const conflictGraceMs = 50;

/** Updates waiting for the bot, which fetches them by long polling or gets them at its webhook. */
export class UpdateQueue {
  readonly webhook: WebhookSender;
  #pending: Update[] = [];
  #nextId = ascendingId();
  #allowed: readonly UpdateKind[] = [];
  #poll: { wake: () => void; conflict: () => void } | undefined;
  conflicts = 0;

  constructor(webhookRetryMs: number) {
    this.webhook = new WebhookSender(webhookRetryMs, {
      pending: () => this.#pending,
      delivered: (update) => this.#drop(update),
    });
  }

  push(update: Omit<Update, 'update_id'>): void {
    const kind = Object.keys(update)[0] as UpdateKind;
    const isWanted = this.#allowed.length > 0 ? this.#allowed.includes(kind) : !onRequest.includes(kind);
    if (!isWanted) return;
    this.#pending.push({ ...update, update_id: this.#nextId });
    this.#nextId += 1;
    this.#poll?.wake();
    this.webhook.pump();
  }

  get size(): number {
    return this.#pending.length;
  }

  allow(kinds: readonly UpdateKind[] | undefined): void {
    if (kinds) this.#allowed = kinds;
  }

  get allowed(): readonly UpdateKind[] {
    return this.#allowed;
  }

  takeAll(): Update[] {
    const taken = this.#pending;
    this.#pending = [];
    return taken;
  }

  /** Answers getUpdates; ends with nothing when the caller hangs up (`signal`). */
  async poll(request: PollRequest, signal: AbortSignal): Promise<Update[]> {
    if (this.webhook.url) {
      const reason =
        "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first";
      throw new BotApiError(409, `Conflict: ${reason}`, false);
    }
    await this.#endOtherPoll();
    this.allow(request.allowed_updates);
    this.#confirm(request.offset);
    const limit = Math.min(Math.max(request.limit ?? 100, 1), 100);
    if (this.#pending.length === 0 && request.timeout) await this.#wait(request.timeout * 1000, signal);
    return signal.aborted ? [] : this.#pending.slice(0, limit);
  }

  clear(): void {
    this.#pending = [];
    this.conflicts = 0;
    this.webhook.deliveries = [];
  }

  /** As Telegram: the newer of two pollers stays, the older is told of the conflict. */
  async #endOtherPoll(): Promise<void> {
    const other = this.#poll;
    if (!other) return;
    await new Promise((resolve) => setTimeout(resolve, conflictGraceMs));
    if (this.#poll !== other) return;
    this.conflicts += 1;
    other.conflict();
  }

  #confirm(offset: number | undefined): void {
    if (!offset) return;
    this.#pending =
      offset < 0 ? this.#pending.slice(offset) : this.#pending.filter(({ update_id }) => update_id >= offset);
  }

  #wait(timeoutMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void) => () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        if (this.#poll === poll) this.#poll = undefined;
        settle();
      };
      const wake = finish(resolve);
      const reason = 'terminated by other getUpdates request; make sure that only one bot instance is running';
      const conflict = finish(() => reject(new BotApiError(409, `Conflict: ${reason}`, false)));
      const poll = { wake, conflict };
      const timer = setTimeout(wake, timeoutMs);
      signal.addEventListener('abort', wake, { once: true });
      this.#poll = poll;
      if (signal.aborted) wake();
    });
  }

  #drop(update: Update): void {
    this.#pending = this.#pending.filter((each) => each !== update);
  }
}
