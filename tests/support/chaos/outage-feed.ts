import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setInterval as ticks } from 'node:timers/promises';

export interface FedAd {
  readonly id: string;
  /** Its people are those whom it concerns. */
  readonly group: number;
}

/** Prices of the ads of a group, and of nobody else's. */
export const priceRangeOf = (group: number) => ({ priceMin: 1000 * (group + 1), priceMax: 1000 * (group + 1) + 999 });

/** A file of ads that grows, as the service's only source: what is in it was published, whatever else goes away. */
export class OutageFeed {
  readonly ads: FedAd[] = [];
  readonly #directory = mkdtempSync(path.join(tmpdir(), 'vanags-feed-'));
  readonly #groups: number;
  readonly #file = path.join(this.#directory, 'ads.ndjson');

  /** Begins with one ad, so that there is a baseline. */
  constructor(groups: number) {
    this.#groups = groups;
    this.#append('baseline', 0);
  }

  get env(): Record<string, string> {
    return { SOURCE: 'ndjson', SOURCE_URL: this.#file, SOURCE_INTERVAL_S: '1' };
  }

  /** As many new ads, of each group in its turn. */
  publish(count = 1): void {
    for (let index = 0; index < count; index += 1) {
      const ad = { id: `ad-${this.ads.length + 1}`, group: this.ads.length % this.#groups };
      this.#append(ad.id, ad.group);
      this.ads.push(ad);
    }
  }

  /** Publishes at an even pace until it is stopped. */
  async stream(perSecond: number, signal: AbortSignal): Promise<void> {
    for await (const _ of ticks(1000 / perSecond)) {
      if (signal.aborted) return;
      this.publish();
    }
  }

  remove(): void {
    rmSync(this.#directory, { recursive: true, force: true });
  }

  #append(id: string, group: number): void {
    const number = this.ads.length;
    const facts = { price: priceRangeOf(group).priceMin + (number % 1000), mileage: 50_000 + number, year: 2015 };
    const ad = { source: 'chaos', externalId: id, url: `https://market.test/${id}`, title: `Car ${id}`, ...facts };
    // Whole lines: the service may read at any moment.
    appendFileSync(this.#file, `${JSON.stringify(ad)}\n`);
  }
}
