import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#core/db/embedded.ts';

const DATABASE = 'bench';
/** Room for all that is read, no compiler between, and nobody who cleans up during the run. */
const SETTINGS = ["shared_buffers = '1GB'", 'jit = off', 'autovacuum = off'];

/** A throw-away PostgreSQL, durable as the product's, set to answer as quickly as it can. */
export interface BenchServer {
  readonly connect: () => Promise<pg.Client>;
  /** Closes the connections, too. */
  readonly close: () => Promise<void>;
}

export async function startBenchServer(): Promise<BenchServer> {
  const directory = mkdtempSync(path.join(tmpdir(), 'vanags-bench-'));
  // Readable for the user that the embedded database runs as.
  chmodSync(directory, 0o755);
  await writeSettings(directory);
  const server = await startEmbeddedPostgres(directory, { durable: true });
  const clients: pg.Client[] = [];
  return {
    connect: async () => {
      const client = await connectTo(server.url(DATABASE));
      clients.push(client);
      return client;
    },
    close: async () => {
      for (const client of clients) await client.end();
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Memory is given out when a server starts: the settings are written by one that ends at once. */
async function writeSettings(directory: string): Promise<void> {
  const server = await startEmbeddedPostgres(directory, { durable: true, database: DATABASE });
  const client = await connectTo(server.url(DATABASE));
  for (const setting of SETTINGS) await client.query(`alter system set ${setting}`);
  await client.end();
  await server.stop();
}

async function connectTo(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}
