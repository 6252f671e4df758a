/** Work this short may be done at any time. */
const FREE_MS = 5;

interface RespiteGiven {
  /** What the work may take of the time. */
  readonly share: number;
  /** No rest is longer, however long the work took. */
  readonly longestMs?: number;
  /** Milliseconds of a clock that nobody sets. */
  readonly monotonic: () => number;
}

/** Keeps work that costs more the more there is to look through to a share of the time. */
export class Respite {
  readonly #given: RespiteGiven;
  #until = Number.NEGATIVE_INFINITY;

  constructor(given: RespiteGiven) {
    this.#given = given;
  }

  isOver(): boolean {
    return this.leftMs() === 0;
  }

  leftMs(): number {
    return Math.max(0, this.#until - this.#given.monotonic());
  }

  /** Does the work, and starts a respite as long as what it took is worth, also where it fails. */
  async after<T>(work: () => Promise<T>): Promise<T> {
    const { share, longestMs = Number.POSITIVE_INFINITY, monotonic } = this.#given;
    const startedAt = monotonic();
    try {
      return await work();
    } finally {
      const endedAt = monotonic();
      const took = endedAt - startedAt;
      this.#until = took < FREE_MS ? endedAt : endedAt + Math.min(took * (1 / share - 1), longestMs);
    }
  }
}
