import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { StageError } from './stage-error.ts';

/** What a stage consists of: the tree that runs, and the programs that run it. */
export const PARTS = ['app', 'bin'] as const;
export type Part = (typeof PARTS)[number];

/** A part while it is made, beside the one that perhaps serves meanwhile. */
export const nextOf = (folder: string, part: Part): string => path.join(folder, `${part}.next`);

const previousOf = (folder: string, part: Part) => path.join(folder, `${part}.previous`);

/**
 * Makes the folder where it is not there yet; what is left of a broken attempt goes.
 * @throws StageError where it holds anything but an earlier stage.
 */
export function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const own = PARTS.flatMap((part) => [part, `${part}.next`, `${part}.previous`]);
  const foreign = readdirSync(folder).filter((name) => !own.includes(name));
  if (foreign.length > 0 || !isOurs(path.join(folder, 'app')))
    throw new StageError(`${folder} holds something else${foreign[0] ? ` (${foreign[0]})` : ''}: name an empty folder`);
  for (const part of PARTS) {
    removeTree(nextOf(folder, part));
    removeTree(previousOf(folder, part));
  }
}

function isOurs(app: string): boolean {
  if (!existsSync(app)) return true;
  const manifest = path.join(app, 'package.json');
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name === 'vanags';
}

/** Puts what was made into its place. A process that runs from the earlier stage keeps the files that it has open. */
export function exchange(folder: string): void {
  for (const part of PARTS) {
    const place = path.join(folder, part);
    if (existsSync(place)) renameSync(place, previousOf(folder, part));
    renameSync(nextOf(folder, part), place);
  }
  for (const part of PARTS) removeTree(previousOf(folder, part));
}

/** Nobody may write, everybody may read; only programs may be run. Links, which have no modes, stay. */
export function lockTree(folder: string, fileMode: number): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) lockTree(file, fileMode);
    else if (entry.isFile()) chmodSync(file, fileMode);
  }
  chmodSync(folder, 0o555);
}

/** Removes also what may not be written, which its owner has to allow first. */
export function removeTree(folder: string): void {
  if (!existsSync(folder)) return;
  unlockFolders(folder);
  rmSync(folder, { recursive: true });
}

function unlockFolders(folder: string): void {
  if (!lstatSync(folder).isDirectory()) return;
  chmodSync(folder, 0o755);
  for (const name of readdirSync(folder)) unlockFolders(path.join(folder, name));
}
