import closeWithGrace from 'close-with-grace';
import { startMarketEmulator } from './server.ts';

const emulator = await startMarketEmulator({
  port: Number(process.env.MARKET_PORT ?? 4100),
  seed: Number(process.env.MARKET_SEED ?? 1),
  ads: Number(process.env.MARKET_ADS ?? 300),
  tickMs: Number(process.env.MARKET_TICK_MS ?? 20_000),
});
process.stdout.write(`The emulated market is at ${emulator.url}/lv/transport/cars/today/\n`);
closeWithGrace(() => emulator.close());
