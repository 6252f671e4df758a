import { expect, it } from 'vitest';
import { startPage } from './start-page.ts';

it.each([
  { startParam: null, filterCount: 2, limit: 5, page: '/filters' },
  { startParam: null, filterCount: 0, limit: 5, page: '/filters/new' },
  { startParam: null, filterCount: 0, limit: 0, page: '/filters' },
  { startParam: 'f_7', filterCount: 2, limit: 5, page: '/filters/update/7' },
  { startParam: 'new', filterCount: 2, limit: 5, page: '/filters/new' },
  { startParam: 'r_friend', filterCount: 0, limit: 5, page: '/filters' },
  { startParam: 'f_../../admin', filterCount: 1, limit: 5, page: '/filters' },
])('starts at $page with $startParam, $filterCount filters, limit $limit', ({ page, ...state }) => {
  expect(startPage(state)).toBe(page);
});
