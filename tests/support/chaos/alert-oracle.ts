import type { AdFacts } from '#core/contracts/ad.ts';
import type { AdRow, FilterRow } from '../kills/history.ts';
import { suits } from '../kills/predicate.ts';
import type { FedAd } from './ad-feed.ts';

/** What somebody has to be told of an ad in the end. */
export interface ExpectedAlert {
  readonly ad: FedAd;
  /** The price that must have been told; null: any. */
  readonly price: number | null;
}

/** The facts as a row of the database would hold them. */
function adRowOf(facts: AdFacts): AdRow {
  const [month = 0, year = 0] = facts.checkup?.split('.').map(Number) ?? [];
  return {
    ...{ brand: facts.brand, model: facts.model, price: facts.price, year: facts.year, mileage: facts.mileage },
    volume: facts.volume === null ? null : Math.round(facts.volume * 10),
    ...{ engine: facts.engine, body_type: facts.bodyType, color: facts.color, area: facts.area },
    ...{ gear_box: facts.gearBox, deal_type: facts.dealType },
    checkup_month: facts.checkup === null ? null : year * 12 + month - 1,
  };
}

/** Filters in a form in which all that suit an ad are found soon. */
export class Wishes {
  readonly #byBrand: ReadonlyMap<string, readonly FilterRow[]>;

  constructor(filters: readonly FilterRow[]) {
    this.#byBrand = Map.groupBy(filters, ({ brand }) => brand);
  }

  /** The users whom an ad suits. */
  usersFor(facts: AdFacts): ReadonlySet<number> {
    const ad = adRowOf(facts);
    const brands = ['0', facts.brand ?? '0'];
    const filters = [...new Set(brands)].flatMap((brand) => this.#byBrand.get(brand) ?? []);
    return new Set(filters.filter((filter) => filter.active && suits(filter, ad)).map(({ user_id }) => user_id));
  }

  /** Nobody may lose an ad by the fall of its price: whether they had been told before would be up to the moment. */
  keepsAll({ facts }: FedAd, after: FedAd): boolean {
    const left = this.usersFor({ ...facts, price: after.fallenTo });
    return [...this.usersFor(facts)].every((userId) => left.has(userId));
  }
}

/**
 * Who has to be told of which ads, by user: everybody whom an ad suits, with the price that it fell to. Shares no code
 * with the matcher.
 */
export function expectedAlerts(ads: readonly FedAd[], wishes: Wishes): Map<number, Map<string, ExpectedAlert>> {
  const expected = new Map<number, Map<string, ExpectedAlert>>();
  for (const ad of ads) {
    const facts = { ...ad.facts, price: ad.fallenTo ?? ad.facts.price };
    for (const userId of wishes.usersFor(facts)) {
      const own = expected.get(userId) ?? new Map<string, ExpectedAlert>();
      expected.set(userId, own.set(ad.key, { ad, price: ad.fallenTo }));
    }
  }
  return expected;
}
