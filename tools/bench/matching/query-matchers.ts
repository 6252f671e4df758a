import { Query } from 'mingo';
import sift from 'sift';
import { type CompiledAd, compileAd, compileCriteria, LIST_FIELDS, NUMBER_FIELDS } from './compiled-criteria.ts';
import type { Matcher, MethodName, SavedFilter } from './matcher.ts';

type Conditions = Record<string, string | { $in: string[] } | { $gte?: number; $lte?: number }>;
type Test = (ad: CompiledAd) => boolean;

/** Each filter as a query of MongoDB, compiled once by the package `sift`. */
export function createSiftMatcher(): Matcher {
  return createQueryMatcher('sift', (conditions) => sift.default(conditions));
}

/** The same queries, compiled once by the package `mingo`. */
export function createMingoMatcher(): Matcher {
  return createQueryMatcher('mingo', (conditions) => {
    const query = new Query(conditions);
    return (ad) => query.test(ad);
  });
}

function createQueryMatcher(name: MethodName, compile: (conditions: Conditions) => Test): Matcher {
  let tests: readonly { readonly id: number; readonly test: Test }[] = [];
  return {
    name,
    load: (filters) => {
      tests = filters.map((filter) => ({ id: filter.id, test: compile(conditionsOf(filter)) }));
    },
    match: (ad) => {
      const document = compileAd(ad);
      return tests.filter(({ test }) => test(document)).map(({ id }) => id);
    },
  };
}

/** Only what the filter asks; a field that the ad lacks compares with nothing. */
function conditionsOf({ criteria }: SavedFilter): Conditions {
  const { brand, models, bounds, lists } = compileCriteria(criteria);
  const conditions: Conditions = {};
  if (brand !== null) conditions.brand = brand;
  if (models.length > 0) conditions.model = { $in: [...models] };
  for (const field of NUMBER_FIELDS) {
    const [min, max] = bounds[field];
    if (min === null && max === null) continue;
    conditions[field] = { ...(min !== null && { $gte: min }), ...(max !== null && { $lte: max }) };
  }
  for (const field of LIST_FIELDS) if (lists[field].length > 0) conditions[field] = { $in: [...lists[field]] };
  return conditions;
}
