import { expect, it } from 'vitest';
import { checkEdges, checkMatcher } from './exactness.ts';
import { createIndexMatcher } from './index-matcher.ts';
import { createNaiveMatcher } from './naive-matcher.ts';
import { createMingoMatcher, createSiftMatcher } from './query-matchers.ts';
import { activeFilters } from './saved-filters.ts';
import { takeTurns } from './turns.ts';
import { createWorkload } from './workload.ts';

const filters = [...activeFilters(5, 500)];
const { ad } = createWorkload(5);
const ads = Array.from({ length: 100 }, ad);
const right = createNaiveMatcher();
await right.load(filters);

it.each([createIndexMatcher(), createSiftMatcher(), createMingoMatcher()])(
  '$name finds what the definition finds',
  async (matcher) => {
    await matcher.load(filters);
    const { wrong, hits } = await checkMatcher(matcher, right, ads);
    expect(wrong).toBe(0);
    expect(hits).toBeGreaterThan(100);
  },
);

it('meets ads and filters at the ends of ranges, and finds the index right', () => {
  const { checked, wrong, hits } = checkEdges(6, 1_000);
  expect({ checked, wrong }).toEqual({ checked: 1_000, wrong: 0 });
  expect(hits).toBeGreaterThan(1_000);
});

it('notices a method that forgets a filter', async () => {
  const forgetful = createNaiveMatcher();
  const found = await Promise.all(ads.map(right.match));
  const first = found.find(({ length }) => length > 0)?.[0];
  await forgetful.load(filters.filter(({ id }) => id !== first));
  const contestants = [forgetful, right].map((matcher) => ({ matcher, ads: ads.length }));
  const [row, judge] = await takeTurns(contestants, ads);
  expect(row?.wrong).toBeGreaterThan(0);
  expect((await checkMatcher(forgetful, right, ads)).wrong).toBe(row?.wrong);
  expect(judge?.wrong).toBe(0);
});
