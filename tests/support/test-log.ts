import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { expect } from 'vitest';
import { createLogger, type Logger } from '#core/logger.ts';
import { logFolder, runFolder } from './run-folder.ts';

let logger: Logger | undefined;

/** Logs everything, into the folder of the run: at its end each line is searched for secrets. */
export function testLogger(): Logger {
  logger ??= createLogger('trace', newFile());
  return logger;
}

function newFile(): NodeJS.WritableStream {
  const folder = logFolder(runFolder());
  mkdirSync(folder, { recursive: true });
  const test = path.basename(expect.getState().testPath ?? 'unknown');
  // Written at once: a test file ends without telling.
  return pino.destination({ dest: path.join(folder, `${test}.${randomUUID()}.log`), sync: true }) as never;
}
