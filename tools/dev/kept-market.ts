import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Market } from '#tools/market-emulator/market.ts';
import type { MarketAd } from '#tools/market-emulator/market-ad.ts';
import { type MarketEmulator, startMarketEmulator } from '#tools/market-emulator/server.ts';

/** What a market that ran for days begins with again. */
const MOST = 400;
const FIRST_ADS = 200;
const TIMES = new Set(['postedAt', 'renewedAt']);

interface KeptMarketOptions {
  /** Where it lies between two runs. */
  readonly folder: string;
  readonly port: number;
  readonly tickMs: number | null;
}

/**
 * A market that goes on with the ads it had when it was last closed: else a database that lasts would meet other cars
 * under the numbers of old ones.
 */
export async function startKeptMarket({ folder, port, tickMs }: KeptMarketOptions): Promise<MarketEmulator> {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'market.json');
  // Another die each time, so that the same things do not happen again.
  const emulator = await startMarketEmulator({
    port,
    tickMs,
    seed: Date.now(),
    ads: FIRST_ADS,
    kept: readMarket(file),
  });
  keepMarket(file, emulator.market);
  return {
    ...emulator,
    close: () => {
      keepMarket(file, emulator.market);
      return emulator.close();
    },
  };
}

function readMarket(file: string): readonly MarketAd[] {
  if (!existsSync(file)) return [];
  return JSON.parse(readFileSync(file, 'utf8'), (key, value) => (TIMES.has(key) ? new Date(value) : value));
}

function keepMarket(file: string, market: Market): void {
  const aside = `${file}.new`;
  writeFileSync(aside, JSON.stringify(market.list().slice(0, MOST)));
  renameSync(aside, file);
}
