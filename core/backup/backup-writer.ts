import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { aboutFile, BackupError } from './backup-error.ts';

/** What is being written has this behind its name, so that nobody takes it for a backup. */
export const PART = '.part';

/**
 * Writes what comes under gzip, for its owner alone. The file appears under its name when all of it is on the disk; what
 * fails before leaves nothing, and a process that is killed leaves a file with another name. @returns its bytes.
 */
export async function writeBackupFile(
  file: string,
  content: AsyncIterable<Buffer | string>,
  signal: AbortSignal,
): Promise<number> {
  // Numbers of processes repeat, in containers and on disks that machines share.
  const part = `${file}.${randomUUID()}${PART}`;
  try {
    if (await exists(file)) throw new BackupError(`${file} is there already: name another file, or a folder.`);
    const opened = await open(part, 'wx', 0o600);
    try {
      await pipeline(content, createGzip(), opened.createWriteStream({ flush: true }), { signal });
      const { size } = await stat(part);
      await rename(part, file);
      await settleFolder(path.dirname(file));
      return size;
    } catch (error) {
      await rm(part, { force: true }).catch(() => {});
      throw error;
    }
  } catch (error) {
    throw aboutFile(error, file, 'written');
  }
}

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );

/** A new name outlives a power cut only when its folder is on the disk, too. Windows has no such call. */
async function settleFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
