import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Names the folder of the run to its workers. */
export const RUN_FOLDER = 'VANAGS_TEST_RUN';

const OF_BROWSER_TESTS = fileURLToPath(new URL('../../test-results/run', import.meta.url));

/** Where a run leaves what is looked at when it ends: log lines, and the secrets that must not stand in them. */
export function runFolder(): string {
  return process.env[RUN_FOLDER] ?? OF_BROWSER_TESTS;
}

export const logFolder = (run: string) => path.join(run, 'log');
export const secretFolder = (run: string) => path.join(run, 'secrets');
