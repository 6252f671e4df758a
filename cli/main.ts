import { styleText } from 'node:util';
import { type Config, loadConfig } from '#core/config.ts';
import type { Core } from '#core/context.ts';
import { loadEnvFile } from '#core/env-file.ts';
import { actorOfMachine } from './actor.ts';
import type { CliDeps } from './deps.ts';
import { EXIT } from './failures.ts';
import { reportFailure, runCommand } from './program.ts';
import { ask, isAttended } from './terminal.ts';

// What a command needs of the service is loaded when it is needed: a shell that completes a word waits for the rest.

/** Commands need no bot: whoever looks after the data need not hold the token. */
const config = (): Config =>
  loadConfig({ ...process.env, ...(process.env.BOT_TOKEN ? {} : { BOT_MODE: 'off', WEBHOOK_SECRET: '' }) });

/** The embedded database lives on its own: a command that is broken off must not leave it behind. */
function closeAtSignal(opening: Promise<Core>): void {
  const stop = async () => {
    const core = await opening.catch(() => null);
    await core?.close();
    process.exit(EXIT.atSignal);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
}

async function openCore(overrides?: { readonly migrateOnStart: boolean }): Promise<Core> {
  const settings = config();
  const [{ createCore }, { createLogger }] = await Promise.all([import('#core/context.ts'), import('#core/logger.ts')]);
  const database = { ...settings.database, ...overrides };
  const core = createCore({ ...settings, database }, { logger: createLogger('warn', process.stderr) });
  closeAtSignal(core);
  return core;
}

const deps: CliDeps = {
  environment: process.env,
  config,
  openCore,
  createSource: async () => {
    const { createSource } = await import('#core/ingestion/sources/create-source.ts');
    return createSource(config().source, { production: config().env === 'production' });
  },
  readSavedPages: async function* (paths) {
    const { readSavedPages } = await import('#core/ingestion/sources/saved-pages.ts');
    yield* readSavedPages(paths);
  },
  readAdFile: async function* (file) {
    const { readAdFile } = await import('#core/ingestion/sources/ndjson/ndjson-source.ts');
    yield* readAdFile(file);
  },
  actor: actorOfMachine(),
  print: (text) => process.stdout.write(`${text}\n`),
  printError: (text) => process.stderr.write(`${text}\n`),
  bold: (text) => styleText('bold', text, { stream: process.stdout }),
  isAttended: isAttended(),
  ask,
};

process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough (`| head`) is no failure.
  if (error.code !== 'EPIPE') process.exitCode = reportFailure(deps, error);
});
// Where errors themselves cannot be said, the exit code is left.
process.stderr.on('error', () => {});

loadEnvFile();
const exitCode = await runCommand(deps, process.argv.slice(2));
process.exitCode ||= exitCode;
