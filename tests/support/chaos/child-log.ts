import { mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { logFolder, runFolder } from '../run-folder.ts';

/** What makes a child end with the tests: for a program of Node with a channel of `ipc`. */
export const ENDS_WITH_TESTS = ['--import', new URL('./end-with-parent.ts', import.meta.url).href] as const;

let opened = 0;

/** A new file among the logs of the run, for what a process writes; at the run's end each line is searched for secrets. */
export function openChildLog(name: string): { readonly path: string; readonly fd: number } {
  const folder = logFolder(runFolder());
  mkdirSync(folder, { recursive: true });
  opened += 1;
  const file = path.join(folder, `chaos.${process.pid}.${opened}.${name}.log`);
  return { path: file, fd: openSync(file, 'a') };
}
