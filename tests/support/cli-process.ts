import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const MAIN = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));
const MOST_MS = 30_000;

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface Given {
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string;
  /** It is ended after that. */
  readonly mostMs?: number;
}

/** Runs the command line as a process, as an operator does; what `input` holds is typed into a pipe, which then ends. */
export function runProcess(words: readonly string[], given: Given): Promise<Ended> {
  return runProgram(process.execPath, [MAIN, ...words], given);
}

/** The same by a shell; `$NODE $MAIN` starts the program. */
export function runInShell(script: string, env: Readonly<Record<string, string>>): Promise<Ended> {
  return runProgram('bash', ['--norc', '--noprofile', '-c', script], { env: { ...env, NODE: process.execPath, MAIN } });
}

function runProgram(
  file: string,
  args: readonly string[],
  { env, input = '', mostMs = MOST_MS }: Given,
): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env.PATH, BOT_MODE: 'off', ...env }, timeout: mostMs };
    const child = execFile(file, args, options, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
    );
    child.stdin?.end(input);
  });
}
