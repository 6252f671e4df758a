import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AdFacts } from '#core/contracts/ad.ts';
import type { RandomStream } from '#tools/bench/matching/random-stream.ts';
import { createWorkload, type Workload } from '#tools/bench/matching/workload.ts';

/** So many of the newest ads stand in the file, and all that came after one that is not told yet. */
const WINDOW = 2_000;
const BASELINE = 20;

/** An ad that has come out. */
export interface FedAd {
  /** `ad-7`; the last part of its address, by which messages are known. */
  readonly key: string;
  readonly facts: AdFacts;
  /** The price it has fallen to since; null: it has not. */
  readonly fallenTo: number | null;
}

/** A market as a file that grows: what the service reads by its own ingestion, every second anew. */
export class AdFeed {
  readonly path: string;
  readonly #folder: string;
  readonly #workload: Workload;
  readonly #baseline: readonly FedAd[];
  readonly #ads: FedAd[] = [];
  #keptFrom = Number.POSITIVE_INFINITY;

  constructor(seed: number) {
    this.#folder = mkdtempSync(path.join(tmpdir(), 'vanags-feed-'));
    this.path = path.join(this.#folder, 'ads.ndjson');
    this.#workload = createWorkload(seed);
    this.#baseline = Array.from({ length: BASELINE }, (_, n) => this.#draw(`old-${n}`));
    this.#write(this.#baseline);
  }

  /** All that have come out after the baseline. */
  get ads(): readonly FedAd[] {
    return this.#ads;
  }

  publish(count: number): void {
    for (let n = 0; n < count; n += 1) this.#ads.push(this.#draw(`ad-${this.#ads.length}`));
    this.#write(this.#shown());
  }

  /** An ad that leaves the file is gone, and who has not been told of it is told no more: this one must not leave. */
  keepFrom(at: number): void {
    this.#keptFrom = at;
  }

  /** Ads that say just this. */
  publishThese(all: readonly AdFacts[]): void {
    for (const facts of all) this.#ads.push({ key: `ad-${this.#ads.length}`, facts, fallenTo: null });
    this.#write(this.#shown());
  }

  /** Lets the price of some of the newest ads fall by a tenth, where `allowed`. */
  dropPrices(count: number, random: RandomStream, allowed: (before: FedAd, after: FedAd) => boolean): void {
    const from = Math.max(0, this.#ads.length - WINDOW / 2);
    for (let n = 0; n < count; n += 1) {
      const at = random.whole(from, this.#ads.length - 1);
      const before = this.#ads[at];
      if (!before?.facts.price || before.fallenTo !== null) continue;
      const after = { ...before, fallenTo: Math.floor(before.facts.price * 0.9) };
      if (after.fallenTo > 0 && allowed(before, after)) this.#ads[at] = after;
    }
    this.#write(this.#shown());
  }

  /** Shows everything once more, in another order. */
  showAllShuffled(random: RandomStream): void {
    const all = [...this.#baseline, ...this.#ads].map((ad) => ({ ad, at: random.next() }));
    this.#write(all.sort((a, b) => a.at - b.at).map(({ ad }) => ad));
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #shown(): readonly FedAd[] {
    return this.#ads.slice(Math.min(this.#keptFrom, Math.max(0, this.#ads.length - WINDOW)));
  }

  #draw(key: string): FedAd {
    return { key, facts: this.#workload.ad(), fallenTo: null };
  }

  /** At once, as a reader must not meet half a file. */
  #write(ads: readonly FedAd[]): void {
    const draft = `${this.path}.new`;
    writeFileSync(draft, ads.map(lineOf).join('\n'));
    renameSync(draft, this.path);
  }
}

/** Every fifth has a picture, so that both ways to send an alert are taken. */
function lineOf({ key, facts, fallenTo }: FedAd): string {
  const photo = key.endsWith('5') ? { photo: `https://market.test/${key}.jpg` } : {};
  const price = fallenTo ?? facts.price;
  return JSON.stringify({
    source: 'chaos',
    externalId: key,
    url: `https://market.test/${key}`,
    ...facts,
    price,
    ...photo,
  });
}
