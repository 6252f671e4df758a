import { expect, it } from 'vitest';
import { isPagePath } from './page-paths.ts';

it.each(['/', '/filters', '/filters/', '/filters/new', '/filters/update/7', '/admin/console'])(
  '%s is a page',
  (path) => {
    expect(isPagePath(path)).toBe(true);
  },
);

it.each(['', '/filters~', '/filters.old', '/filters/update', '/filters/update/7/8', '/backup.zip', '/x/filters'])(
  '%s is none',
  (path) => {
    expect(isPagePath(path)).toBe(false);
  },
);
