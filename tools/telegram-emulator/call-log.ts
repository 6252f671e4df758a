import type { EventHub } from './event-hub.ts';
import type { CallViolation, RecordedCall, RecordedFile } from './types.ts';

/** A timer of the caller may fire a little early. */
const toleranceMs = 10;

/** Everything the bot asked for, and what was wrong with it. */
export class CallLog {
  readonly #hub: EventHub;
  readonly #heldUntil = new Map<number, number>();
  readonly #underWay = new Map<number, number>();
  calls: RecordedCall[] = [];
  violations: CallViolation[] = [];
  retryAfterViolations: RecordedCall[] = [];

  constructor(hub: EventHub) {
    this.#hub = hub;
  }

  begin(method: string, payload: Record<string, unknown>, files: RecordedFile[]): RecordedCall {
    const chatId = chatIdOf(payload);
    const inFlight = chatId === undefined ? 0 : this.#count(chatId, 1);
    const call: RecordedCall = {
      at: Date.now(),
      method,
      payload,
      files,
      ...(chatId === undefined ? {} : { chatId }),
      inFlight,
      outcome: 'pending',
      ambiguous: false,
      messageIds: [],
    };
    this.calls.push(call);
    const heldUntil = chatId === undefined ? undefined : this.#heldUntil.get(chatId);
    if (heldUntil !== undefined && performance.now() < heldUntil - toleranceMs) this.retryAfterViolations.push(call);
    return call;
  }

  /** The answer is on its way, or never will be. */
  end(call: RecordedCall): void {
    if (call.chatId !== undefined) this.#count(call.chatId, -1);
    this.#hub.emit({ type: 'call-changed' });
  }

  violation(method: string, payload: Record<string, unknown>, description: string): void {
    this.violations.push({ at: Date.now(), method, description, payload });
  }

  /** Further calls to the chat are too early for so many seconds. */
  hold(chatId: number, seconds: number): void {
    this.#heldUntil.set(chatId, performance.now() + seconds * 1000);
  }

  clear(): void {
    this.calls = [];
    this.violations = [];
    this.retryAfterViolations = [];
    this.#heldUntil.clear();
  }

  #count(chatId: number, change: 1 | -1): number {
    const count = (this.#underWay.get(chatId) ?? 0) + change;
    this.#underWay.set(chatId, count);
    return count;
  }
}

function chatIdOf(payload: Record<string, unknown>): number | undefined {
  const id = Number(payload.chat_id);
  return Number.isSafeInteger(id) && id !== 0 ? id : undefined;
}
