/** Fills the development database; beside `npm run dev` or without it, as often as one likes. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '#core/config.ts';
import { type Core, createCore } from '#core/context.ts';
import { createSsLvSource } from '#core/ingestion/sources/ss-lv/ss-lv-source.ts';
import { createLogger } from '#core/logger.ts';
import { fillDatabase } from './fill-database.ts';
import { DEV_FOLDER, DEV_PORTS } from './folder.ts';
import { startKeptMarket } from './kept-market.ts';
import { DEV_PEOPLE } from './people.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: DEV_FOLDER },
    'market-port': { type: 'string', default: String(DEV_PORTS.market) },
  },
});

/** Reads the market once, as news to nobody; where `npm run dev` has it, its service reads it. */
async function readMarket(core: Core): Promise<void> {
  const options = { folder: values.data, port: Number(values['market-port']), tickMs: null };
  const emulator = await startKeptMarket(options).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') return null;
    throw error;
  });
  if (!emulator) return;
  try {
    const source = createSsLvSource({
      baseUrl: emulator.url,
      allowPrivate: true,
      delayMs: 0,
      budgetPerHour: Number.POSITIVE_INFINITY,
    });
    const { signal } = new AbortController();
    while (await core.run(() => core.ingestion.ingestOnce(source, signal)));
  } finally {
    await emulator.close();
  }
}

const config = loadConfig({
  BOT_MODE: 'off',
  DATA_DIR: path.resolve(values.data),
  RATE_LIMITS: 'off',
  SIGNUP_ROLE: 'basic',
});
const core = await createCore(config, { logger: createLogger('warn', process.stderr) });
try {
  await fillDatabase(core, DEV_PEOPLE);
  await readMarket(core);
  for (const { person, role, filters } of DEV_PEOPLE)
    console.log(`${person.id}  ${person.first_name.padEnd(8)} ${role.padEnd(9)} filters: ${filters.length}`);
} finally {
  await core.close();
}
