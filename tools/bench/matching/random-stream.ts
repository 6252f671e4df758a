/** An endless stream of numbers that look random and are the same for the same seed and name (sfc32). */
export class RandomStream {
  #a: number;
  #b: number;
  #c = 0x9e3779b9;
  #counter = 1;

  /** Streams of one seed but of other names have nothing to do with each other. */
  constructor(seed: number, name: number) {
    this.#a = seed | 0;
    this.#b = name | 0;
    // The first numbers after a seed of few bits still look alike.
    for (let round = 0; round < 16; round++) this.next();
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  }

  /** About normal, around 0 with a variance of 1, and never beyond ±4.3: the sum of six uniform numbers. */
  normal(): number {
    let sum = 0;
    for (let n = 0; n < 6; n++) sum += this.next();
    return (sum - 3) * Math.SQRT2;
  }

  chance(percent: number): boolean {
    return this.next() * 100 < percent;
  }

  /** A whole number from `min` to `max`. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }
}

/** Values to draw from, each as often as its weight says; the weights need not add up to anything. */
export class Weighted<T> {
  readonly #values: readonly T[];
  readonly #ends: readonly number[];
  readonly #total: number;

  constructor(values: readonly T[], weights: readonly number[]) {
    let total = 0;
    this.#values = values;
    this.#ends = values.map((_, n) => (total += weights[n] ?? 0));
    this.#total = total;
  }

  get size(): number {
    return this.#values.length;
  }

  draw(random: RandomStream): T {
    const at = random.next() * this.#total;
    const drawn = this.#values[this.#ends.findIndex((end) => at < end)];
    if (drawn === undefined) throw new Error('There is nothing to draw from.');
    return drawn;
  }

  /** So many different values, or all where there are fewer. */
  drawSome(random: RandomStream, count: number): T[] {
    const drawn = new Set<T>();
    while (drawn.size < Math.min(count, this.size)) drawn.add(this.draw(random));
    return [...drawn];
  }
}
