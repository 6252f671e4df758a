import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { PART } from './backup-writer.ts';

/** The time in UTC, so that the order of the names is that of the files. */
const NAME = /^vanags-\d{8}T\d{9}Z\.backup\.gz$/;
const PART_NAME = new RegExp(`^vanags-\\d{8}T\\d{9}Z\\.backup\\.gz\\.[\\da-f-]+\\${PART}$`);
/** What nobody has written to for so long is of a process that was killed. */
const PART_DEAD_AFTER_MS = 24 * 60 * 60 * 1000;

/** The file for a backup: the one that is named, or one of its time in the folder that is named. */
export async function backupFile(target: string, now: Date): Promise<string> {
  if (!(await isFolder(target))) return target;
  return path.join(target, `vanags-${now.toISOString().replace(/[-:.]/g, '')}.backup.gz`);
}

export async function isFolder(target: string): Promise<boolean> {
  return stat(target).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/**
 * Deletes our older files beside one that is whole, but for the newest ones; nothing that bears another name.
 * @param keep how many stay, the new one among them
 * @returns the names of the backups that are gone.
 */
export async function dropOlderBackups(newest: string, keep: number): Promise<string[]> {
  const folder = path.dirname(newest);
  const files = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile());
  const names = files.map((entry) => entry.name).sort();
  const older = names.filter((name) => NAME.test(name) && name < path.basename(newest));
  const dropped = older.slice(0, Math.max(0, older.length - (keep - 1)));
  for (const name of [...dropped, ...(await deadParts(folder, names))])
    await rm(path.join(folder, name), { force: true });
  return dropped;
}

async function deadParts(folder: string, names: readonly string[]): Promise<string[]> {
  const parts = names.filter((name) => PART_NAME.test(name));
  const ages = await Promise.all(
    parts.map((name) =>
      stat(path.join(folder, name)).then(
        ({ mtimeMs }) => Date.now() - mtimeMs,
        () => 0,
      ),
    ),
  );
  return parts.filter((_, index) => (ages[index] ?? 0) > PART_DEAD_AFTER_MS);
}
