import { startApp } from '#app';
import { loadConfig } from '#core/config.ts';
import { createLogger } from '#core/logger.ts';

/**
 * The service as a process of its own that kills itself at a named place of the pipeline:
 * `node mortal-service.ts before_commit 3` dies there the third time. No setting of the product can do that.
 */
const [place, times] = process.argv.slice(2);
let left = Number(times);

const config = loadConfig(process.env);
await startApp(config, {
  logger: createLogger(config.logLevel),
  crashPoint(name) {
    if (name !== place) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  },
});
