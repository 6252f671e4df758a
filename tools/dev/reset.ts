/** Removes what `npm run dev` keeps, or with `--data .data` what a service without emulators keeps. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { DEV_FOLDER } from './folder.ts';
import { removeData } from './remove-data.ts';

const { values } = parseArgs({
  options: { data: { type: 'string', default: DEV_FOLDER }, yes: { type: 'boolean', default: false } },
});

async function isWanted(): Promise<boolean> {
  if (values.yes) return true;
  if (!process.stdin.isTTY) {
    console.error(`${values.data} is removed with all that is in it: say --yes`);
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`Remove ${values.data} with all that is in it? [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** A slip of the finger must not cost a home. */
const isDataFolder = path.basename(path.resolve(values.data)).startsWith('.data');

if (!isDataFolder) {
  console.error(`${values.data} is not removed: data lie in a folder whose name begins with .data`);
  process.exitCode = 2;
} else if (!existsSync(values.data)) console.log(`There is no ${values.data}.`);
else if (!(await isWanted())) process.exitCode = 1;
else if (await removeData(values.data)) console.log(`${values.data} is gone.`);
else {
  console.error(`${values.data} is in use: end npm run dev, and whatever else uses its database, first.`);
  process.exitCode = 1;
}
