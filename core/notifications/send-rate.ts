interface SendRateDeps {
  readonly perSecond: number;
  /** Milliseconds of a clock that nobody sets. */
  readonly monotonic: () => number;
  /** Resolves after the time or at the signal, whichever comes first. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Spaces the sends over all chats, so that they never exceed the ceiling. */
export class SendRate {
  readonly #deps: SendRateDeps;
  readonly #spacingMs: number;
  #next = Number.NEGATIVE_INFINITY;

  constructor(deps: SendRateDeps) {
    this.#deps = deps;
    this.#spacingMs = 1000 / deps.perSecond;
  }

  /** Resolves when it is this send's turn; early when the signal comes. */
  async turn(signal: AbortSignal): Promise<void> {
    const now = this.#deps.monotonic();
    const turn = Math.max(now, this.#next);
    this.#next = turn + this.#spacingMs;
    if (turn > now) await this.#deps.wait(turn - now, signal);
  }
}
