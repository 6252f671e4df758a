import closeWithGrace from 'close-with-grace';
import { startApp } from '#app';
import { loadConfig } from '#core/config.ts';
import { createLogger } from '#core/logger.ts';

/**
 * The service as a process of its own that kills itself at a named place of the pipeline:
 * `node mortal-service.ts before_commit 3` dies there the third time. Its parent may set its clock, by messages of
 * `{ offsetMs }`. No setting of the product can do either.
 */
const [place, times = '0'] = process.argv.slice(2);
const HARD_STOP_MS = 25_000;
let left = Number(times);
let offsetMs = 0;

process.on('message', (message: { offsetMs: number }) => {
  offsetMs = message.offsetMs;
  process.send?.({ offsetMs });
});
// A parent that listens to nobody must not keep it from ending.
process.channel?.unref();

const config = loadConfig(process.env);
const logger = createLogger(config.logLevel);
const app = await startApp(config, {
  logger,
  clock: { now: () => new Date(Date.now() + offsetMs) },
  crashPoint(name) {
    if (name !== place) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  },
});
closeWithGrace({ delay: HARD_STOP_MS, logger, skip: ['beforeExit'] }, async ({ err }) => {
  if (err) logger.fatal({ err }, 'unexpected failure');
  await app.close();
});
logger.info({ url: app.url }, 'Vanags listens');
