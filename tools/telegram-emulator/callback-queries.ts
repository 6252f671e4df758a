import { refused } from './bot-api-error.ts';
import type { EventHub } from './event-hub.ts';
import type { CallbackAnswer } from './types.ts';

/** Pressed buttons and what the bot answered; each can be answered once. */
export class CallbackQueries {
  readonly #hub: EventHub;
  readonly #queries = new Map<string, { chatId: number; answer?: CallbackAnswer }>();
  #nextId = Date.now() * 1000;

  constructor(hub: EventHub) {
    this.#hub = hub;
  }

  open(chatId: number): string {
    const id = String(this.#nextId);
    this.#nextId += 1;
    this.#queries.set(id, { chatId });
    return id;
  }

  answer(id: string, answer: CallbackAnswer): void {
    const query = this.#queries.get(id);
    if (!query || query.answer) {
      throw refused('query is too old and response timeout expired or query ID is invalid');
    }
    query.answer = answer;
    this.#hub.emit({ type: 'callback-answer', chatId: query.chatId, queryId: id, answer });
  }

  answerOf(id: string): CallbackAnswer | undefined {
    return this.#queries.get(id)?.answer;
  }

  clear(): void {
    this.#queries.clear();
  }
}
