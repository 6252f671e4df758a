import type { MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import { BackupError } from './backup-error.ts';
import { backupFile, dropOlderBackups, isFolder } from './backup-folder.ts';
import { type BackupSummary, checkBackup } from './backup-reader.ts';
import { type PresentContents, readContents, requireAlone } from './present-database.ts';
import { type RestoredBackup, type RestoreOptions, restoreBackup } from './restore-backup.ts';
import { inRestoreTransaction } from './restore-connection.ts';
import { type TakenBackup, takeBackup } from './take-backup.ts';

interface BackupsDeps {
  readonly orm: MikroORM;
  readonly url: string;
  readonly clock: Clock;
}

/**
 * Backups of everything that is kept, each one file. They need no program of PostgreSQL, and a backup can be restored
 * by any later release and on any later server. Connections are their own.
 */
export class Backups {
  readonly #deps: BackupsDeps;
  readonly #stop = new AbortController();
  #underWay: Promise<unknown> = Promise.resolve();

  constructor(deps: BackupsDeps) {
    this.#deps = deps;
  }

  /**
   * Writes a backup beside a running service.
   * @param target a file that is not there yet, or a folder, in which it is named by the time
   * @param keep how many backups stay in the folder; without it none is deleted
   * @throws BackupError
   */
  take(target: string, { keep }: { keep?: number } = {}): Promise<TakenBackup & { readonly dropped: string[] }> {
    return this.#work(async (signal) => {
      if (keep !== undefined && !(await isFolder(target)))
        throw new BackupError(`${target} is no folder: only there older backups can be told.`);
      const now = this.#deps.clock.now();
      const taken = await takeBackup(this.#deps, { file: await backupFile(target, now), now, signal });
      return { ...taken, dropped: keep === undefined ? [] : await dropOlderBackups(taken.file, keep) };
    });
  }

  /** Reads a backup to its end. @throws BackupError if it is not whole */
  check(file: string): Promise<BackupSummary> {
    return this.#work((signal) => checkBackup(file, signal));
  }

  /** What a restore would replace. @throws BackupError while anybody else is connected */
  present(): Promise<PresentContents> {
    return this.#work(() =>
      inRestoreTransaction(this.#deps.url, async ({ orm, client, ownPids }) => {
        await requireAlone(client, ownPids);
        return readContents(client, orm);
      }),
    );
  }

  /** Replaces what the database holds by a backup, all or nothing. @throws BackupError */
  restore(file: string, options: RestoreOptions): Promise<RestoredBackup> {
    const now = this.#deps.clock.now();
    return this.#work((signal) => restoreBackup(this.#deps.url, { ...options, file, now, signal }));
  }

  /** Breaks off what is under way: no half of it stays. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#underWay.catch(() => {});
  }

  #work<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const working = work(this.#stop.signal);
    this.#underWay = working;
    return working;
  }
}
