import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { type Config, loadConfig } from '#core/config.ts';
import { type Core, createCore } from '#core/context.ts';
import { createSource } from '#core/ingestion/sources/create-source.ts';
import { readAdFile } from '#core/ingestion/sources/ndjson/ndjson-source.ts';
import { readSavedPages } from '#core/ingestion/sources/saved-pages.ts';
import { createLogger } from '#core/logger.ts';
import type { CliDeps } from './deps.ts';
import { runCommand } from './program.ts';

if (existsSync('.env')) process.loadEnvFile();

/** Commands need no bot: whoever looks after the data need not hold the token. */
const config = (): Config =>
  loadConfig({ ...process.env, ...(process.env.BOT_TOKEN ? {} : { BOT_MODE: 'off', WEBHOOK_SECRET: '' }) });

async function ask(question: string): Promise<boolean | null> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await Promise.race([terminal.question(question), once(terminal, 'close').then(() => null)]);
    return answer === null ? null : /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}

const EXIT_AT_SIGNAL = 130;

/** The embedded database lives on its own: a command that is broken off must not leave it behind. */
function closeAtSignal(opening: Promise<Core>): void {
  const stop = async () => {
    const core = await opening.catch(() => null);
    await core?.close();
    process.exit(EXIT_AT_SIGNAL);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
}

const deps: CliDeps = {
  environment: process.env,
  config,
  openCore: (overrides) => {
    const settings = config();
    const database = { ...settings.database, ...overrides };
    const core = createCore({ ...settings, database }, { logger: createLogger('warn', process.stderr) });
    closeAtSignal(core);
    return core;
  },
  createSource: () => createSource(config().source, { production: config().env === 'production' }),
  readSavedPages,
  readAdFile,
  print: (text) => process.stdout.write(`${text}\n`),
  printError: (text) => process.stderr.write(`${text}\n`),
  ask,
};

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runCommand(deps, process.argv.slice(2));
