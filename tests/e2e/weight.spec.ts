import { gzipSync } from 'node:zlib';
import { expect, test } from 'playwright/test';
import { openNative } from './support/app.ts';
import { ANNA } from './support/world.ts';

const LIMIT_BYTES = 150_000;

test('the list of filters needs at most 150 kB of script, and neither catalogue nor editor', async ({
  page,
  request,
}) => {
  const scripts = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    const name = new URL(response.url()).pathname;
    scripts.set(
      name,
      response.body().then((body) => gzipSync(body).length),
    );
  });
  await openNative(page, request, ANNA, { path: '/filters' });
  await expect(page.getByRole('switch').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const sizes = await Promise.all(scripts.values());
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(LIMIT_BYTES);
  expect([...scripts.keys()].filter((name) => /brands|FilterEditor|NavBar/.test(name))).toEqual([]);
});
