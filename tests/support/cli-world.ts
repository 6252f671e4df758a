import { expect } from 'vitest';
import type { CliDeps } from '#cli/deps.ts';
import { runCommand } from '#cli/program.ts';
import { loadConfig } from '#core/config.ts';
import { createCore } from '#core/context.ts';
import type { AdSource } from '#core/ingestion/ad-source.ts';
import { readAdFile } from '#core/ingestion/sources/ndjson/ndjson-source.ts';
import { readSavedPages } from '#core/ingestion/sources/saved-pages.ts';
import { testLogger } from './test-log.ts';

/** Who acts in the tests of the command line. */
const OPERATOR = { userId: null, name: 'operator', way: 'cli', ip: null } as const;

/** How somebody at the terminal answers; null: nobody is there. */
interface Person {
  readonly answer: boolean | null;
  readonly isAttended: boolean;
}

export const NOBODY: Person = { answer: null, isAttended: false };
export const SAYS_YES: Person = { answer: true, isAttended: true };
export const SAYS_NO: Person = { answer: false, isAttended: true };

/** Runs command lines on the database of a test; answers exit code, output and what was asked. */
export function commandLine(url: string, source: AdSource | null = null) {
  const environment = { BOT_MODE: 'off', DATABASE_URL: url };
  return async (words: readonly string[], person: Person = NOBODY) => {
    const out: string[] = [];
    const err: string[] = [];
    const questions: string[] = [];
    const deps: CliDeps = {
      environment,
      config: () => loadConfig(environment),
      openCore: (overrides) => {
        const config = loadConfig(environment);
        return createCore({ ...config, database: { ...config.database, ...overrides } }, { logger: testLogger() });
      },
      createSource: async () => source,
      readSavedPages,
      readAdFile,
      actor: OPERATOR,
      print: (text) => out.push(text),
      printError: (text) => err.push(text),
      bold: (text) => text,
      isAttended: person.isAttended,
      ask: async (question) => {
        questions.push(question);
        return person.answer;
      },
    };
    const code = await runCommand(deps, words);
    expect(err.join('\n')).not.toMatch(/^\s+at /m);
    return { code, out: out.join('\n'), err: err.join('\n'), questions };
  };
}
