import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startKeptMarket } from './kept-market.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'vanags-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the market goes on where it ended, and gives no number twice', async () => {
  const before = await startKeptMarket({ folder, port: 0, tickMs: null });
  before.market.renew(before.market.list()[5]?.id ?? 0);
  before.market.addAd();
  await before.close();
  const after = await startKeptMarket({ folder, port: 0, tickMs: null });
  expect(after.market.list()).toEqual(before.market.list());
  expect(after.market.addAd().id).toBeGreaterThan(Math.max(...before.market.list().map(({ id }) => id)));
  await after.close();
});
