/** Sends that go on while others are started. What goes wrong in them is kept until somebody asks. */
export class SendsInFlight {
  readonly #running = new Set<Promise<void>>();
  readonly #failures: unknown[] = [];

  get size(): number {
    return this.#running.size;
  }

  add(send: Promise<void>): void {
    const running = send
      .catch((error: unknown) => {
        this.#failures.push(error);
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when one of them has ended. */
  async oneDone(): Promise<void> {
    await Promise.race(this.#running);
  }

  /** Resolves when none is left. */
  async allDone(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** What went wrong since this was last asked. */
  takeFailures(): unknown[] {
    return this.#failures.splice(0);
  }
}
