import { CAR_MODELS, type CarModel, findCarModel } from './cars.ts';
import { inventCar, type MarketAd, type MarketCar } from './market-ad.ts';
import { Random } from './random.ts';

export interface MarketOptions {
  readonly seed?: number;
  /** How many ads there are to begin with. */
  readonly ads?: number;
  /** The ads of an earlier market, the newest first, instead of invented ones. */
  readonly kept?: readonly MarketAd[];
  readonly now?: () => Date;
}

export interface MarketEvent {
  readonly kind: 'added' | 'renewed' | 'cheaper' | 'removed';
  readonly id: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** The oldest ad of a new market. */
const OLDEST_DAYS = 20;
const FIRST_ID = 58_000_000;
const SLUG_LETTERS = 'abcdefghijklmnopqx';

/**
 * A small market that lives: ads appear, get cheaper, are renewed and vanish, by the throw of a seeded die or by
 * command. The same seed and the same calls give the same market.
 */
export class Market {
  readonly #random: Random;
  readonly #now: () => Date;
  /** In the order of the lists, the last one on top. */
  readonly #ads = new Map<number, MarketAd>();
  readonly #goneSections = new Map<string, string>();
  #lastId = FIRST_ID;

  constructor({ seed = 1, ads = 300, kept = [], now = () => new Date() }: MarketOptions = {}) {
    this.#random = new Random(seed);
    this.#now = now;
    if (kept.length > 0) {
      for (const ad of kept.toReversed()) this.#ads.set(ad.id, ad);
      this.#lastId = Math.max(...this.#ads.keys());
      return;
    }
    const ages = Array.from({ length: ads }, () => this.#random.next() ** 2 * OLDEST_DAYS * DAY_MS);
    const start = now().getTime();
    for (const age of ages.sort((a, b) => b - a)) this.#place(this.#invent({}), new Date(start - age));
  }

  /** All ads, the newest or latest renewed first. */
  list(): readonly MarketAd[] {
    return [...this.#ads.values()].reverse();
  }

  get(id: number): MarketAd {
    const ad = this.#ads.get(id);
    if (!ad) throw new RangeError(`there is no ad ${id}`);
    return ad;
  }

  /** The ad at an address, or the section it was in before it went, or neither. */
  at(section: string, slug: string): { readonly ad?: MarketAd; readonly goneFrom?: string } {
    const ad = this.list().find((candidate) => candidate.slug === slug && candidate.section === section);
    const goneFrom = this.#goneSections.get(`${section}/${slug}`);
    return ad ? { ad } : goneFrom === undefined ? {} : { goneFrom };
  }

  /** Puts an ad on top; what is not said of the car is invented. */
  addAd(car: Partial<MarketCar> = {}): MarketAd {
    return this.#place(this.#invent(car), this.#now());
  }

  /** Brings an ad back to the top. */
  renew(id: number): MarketAd {
    const ad = { ...this.get(id), renewedAt: this.#now() };
    this.#ads.delete(id);
    this.#ads.set(id, ad);
    return ad;
  }

  setPrice(id: number, price: number): MarketAd {
    return this.#change(id, { price });
  }

  /** Shows the row with a cell missing, as a page that was changed or cut would. */
  breakRow(id: number): MarketAd {
    return this.#change(id, { broken: true });
  }

  remove(id: number): void {
    const { section, slug } = this.get(id);
    this.#ads.delete(id);
    this.#goneSections.set(`${section}/${slug}`, section);
  }

  /** Takes an ad away and gives its address to another car of the same model, with a row number of its own. */
  reuseUrl(id: number, car: Partial<Omit<MarketCar, 'brand' | 'model'>> = {}): MarketAd {
    const { brand, model, slug } = this.get(id);
    this.remove(id);
    return this.#place(this.#invent({ ...car, brand, model }), this.#now(), slug);
  }

  /** A few things happen, as they do in a while. */
  tick(): readonly MarketEvent[] {
    return Array.from({ length: this.#random.whole(1, 3) }, () => this.#happen());
  }

  #happen(): MarketEvent {
    const die = this.#random.next();
    if (die < 0.6 || this.#ads.size < 2) return { kind: 'added', id: this.addAd().id };
    const ad = this.#random.pick([...this.#ads.values()]);
    if (die < 0.78 && ad.price !== null) {
      this.setPrice(ad.id, Math.max(100, Math.round((ad.price * this.#random.whole(85, 96)) / 1000) * 10));
      return { kind: 'cheaper', id: ad.id };
    }
    if (die < 0.92) return { kind: 'renewed', id: this.renew(ad.id).id };
    this.remove(ad.id);
    return { kind: 'removed', id: ad.id };
  }

  #change(id: number, change: Partial<MarketAd>): MarketAd {
    const ad = { ...this.get(id), ...change };
    this.#ads.set(id, ad);
    return ad;
  }

  #invent(car: Partial<MarketCar>): MarketCar {
    const model = this.#modelOf(car.brand, car.model);
    return { ...inventCar(model, this.#now(), this.#random), brand: model.brand, model: model.model, ...car };
  }

  #modelOf(brand: string | undefined, model: string | undefined): CarModel {
    if (brand !== undefined && model !== undefined) return findCarModel(brand, model);
    const known = CAR_MODELS.filter((car) => brand === undefined || car.brand.toLowerCase() === brand.toLowerCase());
    return this.#random.pickWeighted(known, ({ share }) => share);
  }

  #place(car: MarketCar, postedAt: Date, slug = this.#newSlug()): MarketAd {
    this.#lastId += this.#random.whole(1, 40);
    const { section } = findCarModel(car.brand, car.model);
    const ad = { ...car, id: this.#lastId, section, slug, postedAt, renewedAt: postedAt, broken: false };
    this.#goneSections.delete(`${section}/${slug}`);
    this.#ads.set(ad.id, ad);
    return ad;
  }

  #newSlug(): string {
    const slug = Array.from({ length: 5 }, () => this.#random.pick([...SLUG_LETTERS])).join('');
    return this.list().some((ad) => ad.slug === slug) ? this.#newSlug() : slug;
  }
}
