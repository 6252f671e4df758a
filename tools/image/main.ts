/** Builds what the image holds into a folder, without an engine: `npm run stage -- DIR`. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stage } from './stage.ts';
import { StageError } from './stage-error.ts';

const [folder, ...rest] = process.argv.slice(2);
const npm = process.env.npm_execpath;

try {
  if (!folder || rest.length > 0 || !npm) throw new StageError('Name one folder: npm run stage -- DIR');
  const place = path.resolve(folder);
  stage({ checkout: fileURLToPath(new URL('../..', import.meta.url)), folder: place, npm });
  console.log(`${place} is ready.`);
  console.log(`The service:      ${place}/bin/node ${place}/app/main.ts`);
  console.log(`The command line: ${place}/bin/vanags`);
} catch (error) {
  console.error(error instanceof StageError || isSystemFault(error) ? error.message : error);
  process.exitCode = 1;
}

/** What the file system says is a sentence already: no room, no right. */
function isSystemFault(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}
