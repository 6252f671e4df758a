import closeWithGrace from 'close-with-grace';
import { startApp } from './app.ts';
import { ConfigError, loadConfig } from './core/config.ts';
import { loadEnvFile } from './core/env-file.ts';
import { createLogger } from './core/logger.ts';

const HARD_STOP_MS = 25_000;

loadEnvFile();

try {
  const config = loadConfig(process.env);
  const logger = createLogger(config.logLevel);
  const starting = startApp(config, { logger });
  // Before the start has ended: the embedded database lives on its own and would stay behind.
  closeWithGrace({ delay: HARD_STOP_MS, logger, skip: ['beforeExit'] }, async ({ err, signal }) => {
    if (err) logger.fatal({ err }, 'unexpected failure');
    else logger.info({ signal }, 'stopping');
    const app = await starting.catch(() => null);
    await app?.close();
  });
  const app = await starting;
  logger.info({ url: app.url }, 'Vanags listens');
} catch (error) {
  for (const line of startFaults(error)) console.error(line);
  process.exitCode = 1;
}

/** One readable line for each thing that keeps the service from starting; never a stack. */
function startFaults(error: unknown): readonly string[] {
  if (error instanceof ConfigError) return error.faults;
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  return [`Vanags cannot start: ${cause instanceof Error ? cause.message : String(cause)}`];
}
