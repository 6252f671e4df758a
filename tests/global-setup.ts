import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#core/db/embedded.ts';
import { connect, migrate } from '#core/db/open.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection string of the throw-away server, without a database. */
    serverUrl: string;
  }
}

/** One throw-away server a run with one migrated template, of which every test file takes a copy. */
export default async function setup(project: TestProject) {
  const directory = mkdtempSync(path.join(tmpdir(), 'vanags-test-'));
  chmodSync(directory, 0o755);
  const server = await startEmbeddedPostgres(directory, { durable: false });
  const orm = await connect(server.url('template_app'));
  await orm.schema.ensureDatabase();
  await migrate(orm);
  await orm.close(true);
  project.provide('serverUrl', server.url(''));
  return async () => {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  };
}
