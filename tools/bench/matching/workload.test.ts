import { expect, it } from 'vitest';
import { isKnownBrand, isKnownModel } from '#core/catalog/brands.ts';
import { adFactsSchema } from '#core/contracts/ad.ts';
import { filterInputSchema } from '#core/contracts/filter.ts';
import { type FilterCriteria, filterCriteriaSchema } from '#core/contracts/filter-criteria.ts';
import { matches } from '#core/matching/matches.ts';
import { createWorkload } from './workload.ts';

const DRAWS = 4_000;
const many = <T>(draw: () => T, count = DRAWS) => Array.from({ length: count }, draw);
const criteriaOf = (seed: number) => many(createWorkload(seed).filter).map(({ criteria }) => criteria);

/** So many in a hundred, give or take what chance does to a few thousand draws. */
function expectShare<T>(drawn: readonly T[], percent: number, holds: (value: T) => boolean): void {
  const seen = (drawn.filter(holds).length / drawn.length) * 100;
  expect(Math.abs(seen - percent)).toBeLessThan(2.5);
}

it('draws the same ads and filters for the same seed, and others for another', () => {
  const drawn = (seed: number) => {
    const workload = createWorkload(seed);
    return { ads: many(workload.ad, 100), filters: many(workload.filter, 100) };
  };
  expect(drawn(7)).toEqual(drawn(7));
  expect(drawn(7).ads).not.toEqual(drawn(8).ads);
  expect(drawn(7).filters).not.toEqual(drawn(8).filters);
});

it('draws the n-th ad whatever filters were drawn before, and the n-th filter whatever ads', () => {
  const [plain, mixed] = [createWorkload(1), createWorkload(1)];
  const ads = many(plain.ad, 50);
  const filters = many(plain.filter, 50);
  many(mixed.filter, 20);
  expect(many(mixed.ad, 50)).toEqual(ads);
  expect(many(mixed.filter, 30)).toEqual(filters.slice(20));
});

it('draws what the contracts and the catalogue allow', () => {
  const workload = createWorkload(2);
  for (const ad of many(workload.ad, 1_000)) {
    adFactsSchema.parse(ad);
    expect(isKnownModel(ad.brand ?? '', ad.model ?? '')).toBe(true);
  }
  for (const { criteria, active } of many(workload.filter, 1_000)) {
    filterCriteriaSchema.parse(criteria);
    const {
      filterName,
      active: position,
      ...input
    } = filterInputSchema.parse({
      ...criteria,
      filterName: 'any',
      active: active ? 1 : 0,
    });
    expect(input).toEqual(criteria);
    if (criteria.carBrand !== '0') expect(isKnownBrand(criteria.carBrand)).toBe(true);
  }
});

it('has the shares of the market that it imagines', () => {
  const filters = criteriaOf(3);
  expectShare(many(createWorkload(3).filter), 85, ({ active }) => active);
  expectShare(filters, 8, ({ carBrand }) => carBrand === '0');
  expectShare(filters, 0.92 * 40, ({ carModel }) => carModel.length === 1);
  expectShare(filters, 10, ({ priceMin, priceMax }) => priceMin === null && priceMax === null);
  expectShare(filters, 82, ({ priceMax }) => priceMax !== null);
  expectShare(filters, 75, ({ yearMin }) => yearMin !== '-');
  expectShare(filters, 45, ({ runMax }) => runMax !== null);
  expectShare(filters, 50, ({ engine }) => engine.length === 0);
  expectShare(filters, 60, ({ area }) => area.length === 0);
  expectShare(filters, 15, ({ checkup }) => checkup !== 'any');
  const ads = many(createWorkload(3).ad);
  expectShare(ads, 13, ({ brand }) => brand === 'mercedes');
  expectShare(ads, 50, ({ engine }) => engine === 'diesel');
  expectShare(ads, 18, ({ checkup }) => checkup === null);
  expectShare(ads, 45, ({ area }) => area === 'riga');
});

it('has filters that an ad matches as seldom as a busy market lets them', () => {
  const filters: readonly FilterCriteria[] = criteriaOf(4);
  const ads = many(createWorkload(4).ad, 300);
  const hits = ads.reduce((sum, ad) => sum + filters.filter((filter) => matches(filter, ad)).length, 0);
  const share = hits / (ads.length * filters.length);
  expect(share).toBeGreaterThan(0.003);
  expect(share).toBeLessThan(0.0055);
});
