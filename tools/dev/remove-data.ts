import { rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#core/db/embedded.ts';

const ASK_WITHIN_MS = 2_000;

/**
 * Removes a data folder with its database, wherever the database lies. Answers false, and leaves everything, while
 * anybody uses it; a server that a killed process left behind is ended first.
 */
export async function removeData(folder: string): Promise<boolean> {
  const found = await letGo(folder);
  if (found?.isUsed) return false;
  for (const place of [found?.data, found && `${found.data}.log`, path.resolve(folder)])
    if (place) rmSync(place, { recursive: true, force: true });
  return true;
}

/** Uses the server for a moment: who stops using it last ends it. Null: it cannot be started, so nobody uses it. */
async function letGo(folder: string): Promise<{ readonly data: string; readonly isUsed: boolean } | null> {
  const server = await startEmbeddedPostgres(folder, { durable: false }).catch(() => null);
  if (!server) return null;
  const url = server.url('postgres');
  const data = await ask(url, "select current_setting('data_directory') as answer");
  await server.stop();
  const isUsed = await ask(url, 'select true as answer').then(
    () => true,
    () => false,
  );
  return { data: String(data), isUsed };
}

async function ask(url: string, question: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ASK_WITHIN_MS });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query(question);
    return rows[0]?.answer;
  } finally {
    await client.end();
  }
}
