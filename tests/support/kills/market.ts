import type { SeenAd } from '#core/ads/seen-ad.ts';
import { groupsOf } from '#core/catalog/brands.ts';
import type { Core } from '#core/context.ts';
import type { AdFacts } from '#core/contracts/ad.ts';
import type { FilterCriteria } from '#core/contracts/filter-criteria.ts';
import type { ListPage } from '#core/ingestion/ad-source.ts';
import type { RandomStream } from '#tools/bench/matching/random-stream.ts';
import { createWorkload, type Workload } from '#tools/bench/matching/workload.ts';
import type { TestClock } from '../test-clock.ts';

const SOURCE = 'kill-test';
const NEW_ADS = 24;
const REPRICED_ADS = 16;
const MINUTE_MS = 60_000;

/** How an ad first appears: by a record that says everything, or by a list, completed by its own page later. */
type Arrival = 'record' | 'list' | 'list, held';

/** Ads that come out, become cheaper or dearer, and are completed by their own pages: all by the product's own doors. */
export class AdStream {
  readonly #core: Core;
  readonly #clock: TestClock;
  readonly #random: RandomStream;
  readonly #workload: Workload;
  readonly #known: SeenAd[] = [];
  /** Of ads whose own page is still to be read. */
  readonly #details = new Map<string, SeenAd>();
  #pages = 0;

  constructor(core: Core, clock: TestClock, seed: number, random: RandomStream) {
    this.#core = core;
    this.#clock = clock;
    this.#workload = createWorkload(seed);
    this.#random = random;
  }

  /** Ads that have come out. */
  get ads(): number {
    return this.#known.length;
  }

  /**
   * Stores a page of new ads, some known ones with other prices, and reads the pages of ads that wait for it.
   * @throws Error if an event was released by an older revision of the filters than the one that was committed before.
   */
  async storePage(): Promise<void> {
    this.#clock.advance(MINUTE_MS);
    await this.#watchReleases(async () => {
      const waiting = this.#takeWaiting();
      await this.#storeAds();
      for (const ad of waiting) await this.#storeDetails(ad);
    });
  }

  /**
   * Reads the pages of the ads that still wait for it.
   * @throws Error as `storePage` does.
   */
  async finish(): Promise<void> {
    await this.#watchReleases(async () => {
      for (const ad of this.#takeWaiting()) await this.#storeDetails(ad);
    });
  }

  /** Of the events that are released meanwhile: new ones, and those that were held. */
  async #watchReleases(work: () => Promise<void>): Promise<void> {
    const [before] = await this.#ask(
      `select last_filter_revision() as revision, coalesce(max(id), 0) as event,
         array_agg(id) filter (where release_revision is null)::text as held from ad_events`,
    );
    await work();
    const [old] = await this.#ask(
      'select min(id) as event from ad_events where (id > ? or id = any(?::bigint[])) and release_revision < ?',
      [before?.event, before?.held, before?.revision],
    );
    if (old?.event) throw new Error(`event ${old.event} was released with filters older than ${before?.revision}`);
  }

  #takeWaiting(): readonly SeenAd[] {
    const waiting = [...this.#details.values()];
    this.#details.clear();
    return waiting;
  }

  async #storeAds(): Promise<void> {
    const arrival = (['record', 'record', 'list', 'list, held'] as const)[this.#pages % 4] ?? 'record';
    this.#pages += 1;
    const repriced = this.#pages === 1 ? [] : Array.from({ length: REPRICED_ADS }, () => this.#reprice());
    const added = Array.from({ length: NEW_ADS }, () => this.#newAd(arrival));
    const unique = new Map([...repriced, ...added].map((ad) => [ad.externalId, ad]));
    await this.#core.run(() => this.#store([...unique.values()], arrival));
  }

  async #store(ads: readonly SeenAd[], arrival: Arrival): Promise<void> {
    const { ingestion, orm, ads: adService } = this.#core;
    if (arrival === 'record') {
      await ingestion.importPages(SOURCE, 'import', pageOf(ads), { baseline: false });
      return;
    }
    const events = arrival === 'list' ? 'released' : 'held';
    const context = { authority: 'list', newestFirst: false, events, detailsDone: false } as const;
    await orm.em.transactional((em) =>
      adService.storePage(em, SOURCE, ads, { ...context, seenAt: this.#clock.now(), previous: new Set() }),
    );
  }

  async #storeDetails(ad: SeenAd): Promise<void> {
    const [row] = await this.#ask('select id as event from ads where source = ? and external_id = ?', [
      SOURCE,
      ad.externalId,
    ]);
    await this.#core.run(() => this.#core.ads.storeDetails(Number(row?.event), ad));
  }

  #newAd(arrival: Arrival): SeenAd {
    const externalId = `ad-${this.#known.length}`;
    const facts = this.#workload.ad();
    const ad: SeenAd = { ...facts, externalId, url: `https://market.test/${externalId}`, ...UNSHOWN };
    this.#known.push(ad);
    if (arrival === 'record') return ad;
    this.#details.set(externalId, ad);
    return { ...ad, ...UNLISTED };
  }

  /** A known ad at another price, which is mostly a lower one; half of the falls are too small to be told twice. */
  #reprice(): SeenAd {
    const at = this.#random.whole(0, this.#known.length - 1);
    const known = this.#known[at] as SeenAd;
    const factor = this.#random.chance(80) ? 0.94 + 0.06 * this.#random.next() : 1 + 0.1 * this.#random.next();
    const price = known.price === null ? null : Math.max(100, Math.round(known.price * factor));
    const ad = { ...known, price };
    this.#known[at] = ad;
    if (this.#details.has(ad.externalId)) this.#details.set(ad.externalId, ad);
    return ad;
  }

  #ask(query: string, params: unknown[] = []) {
    return this.#core.orm.em.fork().execute<{ event: string; revision: string; held: string | null }[]>(query, params);
  }
}

const UNSHOWN = { title: null, photo: null, postedAt: null };
/** What stands on the ad's own page only. */
const UNLISTED: Partial<AdFacts> = { gearBox: null, color: null, bodyType: null, area: null, checkup: null };

async function* pageOf(ads: readonly SeenAd[]): AsyncGenerator<ListPage> {
  yield { ads, badRows: [], unknownValues: {}, next: null, notModified: false };
}

/** Criteria of the workload; some of them looser, so that there are more hits, and some by groups of models. */
export function wishOf(workload: Workload, random: RandomStream): FilterCriteria {
  const { criteria } = workload.filter();
  const groups = groupsOf(criteria.carBrand).filter((group) =>
    group.members.some((member) => criteria.carModel.includes(member)),
  );
  if (groups.length > 0 && random.chance(50)) return { ...criteria, carModel: groups.map((group) => group.key) };
  if (random.chance(70)) return criteria;
  return { ...criteria, engine: [], area: [], color: [], bodyType: [], checkup: 'any', gearBox: '0' };
}
