import { test as base, expect } from 'playwright/test';
import { watchErrors } from './screens.ts';

interface Watched {
  /** What the page wrote to the console as an error; a test that provokes errors takes them out. */
  readonly errors: string[];
}

/** A test that fails when the page throws, or writes an error to the console. */
export const test = base.extend<Watched>({
  errors: [
    async ({ page }, use) => {
      const errors = watchErrors(page);
      await use(errors);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});
