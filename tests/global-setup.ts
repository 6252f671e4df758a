import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#core/db/embedded.ts';
import { connect, migrate } from '#core/db/open.ts';
import { requireCleanLog } from './support/log-scan.ts';
import { RUN_FOLDER } from './support/run-folder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection string of the throw-away server, without a database. */
    serverUrl: string;
  }
}

/** All files of the project together log a multiple of it. */
const FEWEST_LINES: Readonly<Record<string, number>> = { integration: 3000, chaos: 100, long: 100 };

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
  process.env[RUN_FOLDER] = path.join(directory, 'run');
  return async () => {
    await server.stop();
    try {
      const fewest = (await isWhole(project)) ? (FEWEST_LINES[project.name] ?? 0) : 0;
      requireCleanLog(path.join(directory, 'run'), fewest);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  };
}

/** Whether all tests of the project run, not some that somebody named. */
async function isWhole(project: TestProject): Promise<boolean> {
  const { config, state } = project.vitest;
  const { testFiles } = await project.globTestFiles();
  const run = new Set(state.getFiles().map((file) => file.filepath));
  return !config.testNamePattern && testFiles.every((file) => run.has(file));
}
