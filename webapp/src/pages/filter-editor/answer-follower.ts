import { ApiError } from '../../api/client.ts';

/** A call that nobody waits for any more may take so long before the next question is asked without it. */
const GIVE_UP_MS = 1000;
/** Somebody whose answer comes within this time does not see that it was not there yet. */
const LATE_MS = 400;
/** Where the server refuses for now and does not say how long. */
const REFUSED_MS = 5000;
/**
 * So many calls may follow one another at the full pace; what they use up comes back at one in so long. Together no more
 * than the 120 a minute that the server answers, however long somebody goes on.
 */
const BURST = 60;
const STEADY_MS = 1000;

/** How closely the answers follow a question that keeps changing. The first question of all is asked at once. */
export interface Pace {
  /** From the start of one call to that of the next. */
  readonly gapMs: number;
  /** From the last change to the next call. */
  readonly restMs: number;
}

export interface Reply<Answer> {
  /** The question it belongs to. */
  readonly question: string | null;
  /** The last one that came; null before the first. */
  readonly answer: Answer | null;
  /** The server has kept it from being the answer to what is asked now, for a while. */
  readonly isStale: boolean;
  readonly isFailed: boolean;
}

export const NO_REPLY: Reply<never> = { question: null, answer: null, isStale: false, isFailed: false };

/**
 * Keeps the answer up to date with a question that changes quickly. One call is on its way at a time, and the newest
 * question is next: so no answer is followed by an older one, and where the server is quick each is there before the
 * next change. Who is told to ask later does so, without a word.
 */
export class AnswerFollower<Answer> {
  readonly #call: (question: string, signal: AbortSignal) => Promise<Answer>;
  readonly #pace: Pace;
  readonly #onReply: (reply: Reply<Answer>) => void;
  #reply: Reply<Answer> = NO_REPLY;
  /** What the answer is wanted to; null: nothing. */
  #wanted: string | null = null;
  /** What was asked last; null: nothing, or it is to be asked again. */
  #asked: string | null = null;
  #changedAt = Number.NEGATIVE_INFINITY;
  #startedAt = Number.NEGATIVE_INFINITY;
  #refusedUntil = Number.NEGATIVE_INFINITY;
  /** Until when the calls so far last at the steady pace. */
  #usedUntil = Number.NEGATIVE_INFINITY;
  #underWay: AbortController | null = null;
  #nextCall: ReturnType<typeof setTimeout> | undefined;
  #lateness: ReturnType<typeof setTimeout> | undefined;

  constructor(
    call: (question: string, signal: AbortSignal) => Promise<Answer>,
    pace: Pace,
    onReply: (reply: Reply<Answer>) => void,
  ) {
    this.#call = call;
    this.#pace = pace;
    this.#onReply = onReply;
  }

  /** From now on the answer to this question is wanted; null: to none. */
  follow(question: string | null): void {
    if (question === this.#wanted) return;
    if (this.#asked !== null) this.#changedAt = performance.now();
    this.#wanted = question;
    this.#watchLateness();
    this.#planCall();
  }

  /** Asks again what failed; what is being asked already is not. */
  retry(): void {
    if (!this.#underWay) this.#asked = null;
    this.#changedAt = Number.NEGATIVE_INFINITY;
    this.#tell({ ...this.#reply, question: null, isFailed: false });
    this.#planCall();
  }

  /** Ends all that is under way; a question may follow nevertheless. */
  stop(): void {
    clearTimeout(this.#nextCall);
    this.#endLateness();
    this.#underWay?.abort();
    this.#underWay = null;
    this.#wanted = null;
    this.#asked = null;
  }

  #planCall(): void {
    clearTimeout(this.#nextCall);
    const question = this.#wanted;
    if (question === null || question === this.#asked) return;
    const sinceStart = this.#underWay ? GIVE_UP_MS : this.#pace.gapMs;
    const dueAt = Math.max(
      this.#changedAt + this.#pace.restMs,
      this.#startedAt + sinceStart,
      this.#usedUntil - (BURST - 1) * STEADY_MS,
      this.#refusedUntil,
    );
    this.#nextCall = setTimeout(() => void this.#ask(question), Math.max(0, dueAt - performance.now()));
  }

  async #ask(question: string): Promise<void> {
    this.#underWay?.abort();
    const controller = new AbortController();
    this.#underWay = controller;
    this.#asked = question;
    this.#startedAt = performance.now();
    this.#usedUntil = Math.max(this.#usedUntil, this.#startedAt) + STEADY_MS;
    this.#watchLateness();
    const [result] = await Promise.allSettled([this.#call(question, controller.signal)]);
    if (controller.signal.aborted) return;
    this.#underWay = null;
    if (result.status === 'fulfilled') {
      this.#tell({ question, answer: result.value, isStale: false, isFailed: false });
    } else if (!this.#isRefusedForNow(result.reason)) {
      console.warn('The market was not counted.', result.reason);
      this.#tell({ question, answer: this.#reply.answer, isStale: false, isFailed: true });
    }
    this.#planCall();
  }

  #isRefusedForNow(reason: unknown): boolean {
    if (!(reason instanceof ApiError && reason.code === 'request.tooMany')) return false;
    this.#refusedUntil = performance.now() + (reason.retryAfterS === null ? REFUSED_MS : reason.retryAfterS * 1000);
    this.#asked = null;
    return true;
  }

  #tell(reply: Reply<Answer>): void {
    this.#reply = reply;
    this.#onReply(reply);
    this.#endLateness();
    this.#watchLateness();
  }

  /** While answers come, each of them is in time, whatever has changed meanwhile. The pace of our own is no lateness. */
  #watchLateness(): void {
    if (this.#wanted !== null && this.#wanted !== this.#reply.question) {
      const waitsForServer = this.#underWay !== null || performance.now() < this.#refusedUntil;
      if (waitsForServer) this.#lateness ??= setTimeout(() => this.#tellLateness(), LATE_MS);
      return;
    }
    this.#endLateness();
    if (this.#reply.isStale) this.#tell({ ...this.#reply, isStale: false });
  }

  #endLateness(): void {
    clearTimeout(this.#lateness);
    this.#lateness = undefined;
  }

  #tellLateness(): void {
    this.#reply = { ...this.#reply, isStale: true };
    this.#onReply(this.#reply);
  }
}
