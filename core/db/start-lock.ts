import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const RETRY_MS = 50;
const GIVE_UP_MS = 60_000;

/**
 * Runs `work` while holding a lock file that names its holder by process id. A file whose holder is dead is taken over,
 * so a kill never leaves the lock behind.
 */
export async function withStartLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  while (!tryLock(file)) {
    if (performance.now() - started > GIVE_UP_MS) throw new Error(`${file} is held by process ${holderOf(file)}`);
    await wait(RETRY_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function tryLock(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    dropIfStale(file);
    return false;
  }
}

/** Moves a dead holder's file aside before it is deleted, so that a file another process has just made survives. */
function dropIfStale(file: string): void {
  const holder = holderOf(file);
  if (holder === null || isAlive(holder)) return;
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (holderOf(aside) === holder) rmSync(aside, { force: true });
  else renameSync(aside, file);
}

function holderOf(file: string): number | null {
  try {
    return Number(readFileSync(file, 'utf8')) || null;
  } catch {
    return null;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
