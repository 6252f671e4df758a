/** Work this short may be done at any time. */
const FREE_MS = 5;

/** Keeps work that costs more the more there is to look through to a share of the time. */
export class Respite {
  readonly #share: number;
  readonly #monotonic: () => number;
  #until = Number.NEGATIVE_INFINITY;

  /** @param monotonic milliseconds of a clock that nobody sets. */
  constructor(share: number, monotonic: () => number) {
    this.#share = share;
    this.#monotonic = monotonic;
  }

  isOver(): boolean {
    return this.leftMs() === 0;
  }

  leftMs(): number {
    return Math.max(0, this.#until - this.#monotonic());
  }

  /** Does the work, and starts a respite as long as what it took is worth. */
  async after<T>(work: () => Promise<T>): Promise<T> {
    const startedAt = this.#monotonic();
    const result = await work();
    const endedAt = this.#monotonic();
    const took = endedAt - startedAt;
    this.#until = took < FREE_MS ? endedAt : endedAt + took * (1 / this.#share - 1);
    return result;
  }
}
