import type { Update } from 'grammy/types';
import type { WebhookDelivery } from './types.ts';

export interface WebhookTarget {
  url: string;
  secret?: string | undefined;
}

interface Source {
  pending(): Update[];
  delivered(update: Update): void;
}

const answerTimeoutMs = 10_000;

/** Posts updates to the bot's webhook: one chat's updates in sequence, each until it is answered with 2xx. */
export class WebhookSender {
  readonly #retryMs: number;
  readonly #source: Source;
  readonly #busyChats = new Set<string>();
  #target: WebhookTarget | undefined;
  #stop = new AbortController();
  #idle: Array<() => void> = [];
  deliveries: WebhookDelivery[] = [];
  lastError: { at: number; message: string } | undefined;

  constructor(retryMs: number, source: Source) {
    this.#retryMs = retryMs;
    this.#source = source;
  }

  get url(): string | undefined {
    return this.#target?.url;
  }

  set(target: WebhookTarget | undefined): void {
    // Each replica registers the same address when it starts; what another one has in hand goes on.
    if (target && target.url === this.#target?.url && target.secret === this.#target?.secret) return;
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#busyChats.clear();
    this.#target = target;
    this.lastError = undefined;
    this.pump();
  }

  /** Starts the delivery of every chat that has something waiting. */
  pump(): void {
    const target = this.#target;
    if (!target) return;
    const waiting = this.#source.pending();
    if (waiting.length === 0) for (const resolve of this.#idle.splice(0)) resolve();
    for (const update of waiting) {
      const chat = chatOf(update);
      if (this.#busyChats.has(chat)) continue;
      this.#busyChats.add(chat);
      void this.#deliver(target, update, chat, this.#stop.signal);
    }
  }

  whenIdle(): Promise<void> {
    if (this.#source.pending().length === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  async #deliver(target: WebhookTarget, update: Update, chat: string, stop: AbortSignal): Promise<void> {
    for (;;) {
      const status = await this.#post(target, update, stop);
      if (stop.aborted) return;
      this.deliveries.push({ at: Date.now(), updateId: update.update_id, status });
      if (status >= 200 && status < 300) break;
      this.lastError = { at: Date.now(), message: status ? `Wrong response from the webhook: ${status}` : 'Timed out' };
      await new Promise((resolve) => setTimeout(resolve, this.#retryMs));
      if (stop.aborted) return;
    }
    this.#busyChats.delete(chat);
    this.#source.delivered(update);
    this.pump();
  }

  async #post(target: WebhookTarget, update: Update, stop: AbortSignal): Promise<number> {
    try {
      const response = await fetch(target.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(target.secret ? { 'X-Telegram-Bot-Api-Secret-Token': target.secret } : {}),
        },
        body: JSON.stringify(update),
        signal: AbortSignal.any([stop, AbortSignal.timeout(answerTimeoutMs)]),
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      // Unreachable or too slow: recorded as status 0 and tried again.
      return 0;
    }
  }
}

function chatOf(update: Update): string {
  const { message, callback_query, my_chat_member } = update;
  return String((message ?? callback_query?.message ?? my_chat_member)?.chat.id ?? update.update_id);
}
