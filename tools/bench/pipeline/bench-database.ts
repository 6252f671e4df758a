import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Database, openDatabase } from '#core/db/open.ts';

/** A throw-away database of the embedded server with the product's own settings, which notes the time of each commit. */
export async function openBenchDatabase(): Promise<Database> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'vanags-bench-'));
  // Readable for the user that the embedded database runs as.
  chmodSync(dataDir, 0o755);
  // The times of commits are kept from a server's start on: one that ends at once writes the setting.
  const first = await openDatabase({ url: null, dataDir, migrateOnStart: false });
  await first.orm.em.fork().execute('alter system set track_commit_timestamp = on');
  await first.close();
  const database = await openDatabase({ url: null, dataDir, migrateOnStart: true });
  const close = async () => {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...database, close };
}
