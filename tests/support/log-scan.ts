import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { logFolder, secretFolder } from './run-folder.ts';

/** A line that holds what no log may hold, with that blotted out. */
export interface Leak {
  readonly file: string;
  readonly what: string;
  readonly line: string;
}

interface Rule {
  readonly what: string;
  readonly pattern: RegExp;
  readonly isSecret?: (found: string) => boolean;
}

/** 256 bits as they stand in cookies, and their hashes; words joined by dashes lack one of the three. */
const isRandom = (text: string) => /\d/.test(text) && /[A-Z]/.test(text) && /[a-z]/.test(text);

const RULES: readonly Rule[] = [
  { what: 'bot token', pattern: /bot\d+:|\b\d{6,16}:[\w-]{30,}/g },
  { what: 'launch data', pattern: /\b(auth_date|query_id|hash|tgWebAppData)(=|%3D)|\btma /gi },
  { what: 'cookie', pattern: /\b[sb]id=/g },
  { what: 'token', pattern: /(?<![\w-])[\w-]{43}(?![\w-])/g, isSecret: isRandom },
  { what: 'link', pattern: /\b(login|verify)_[\w-]{22}|\btoken=/g },
  { what: 'password hash', pattern: /\$argon2/g },
  { what: 'e-mail address', pattern: /[\w.+-]{1,64}@[\w-]+(\.[\w-]+)+/g },
  { what: 'phone number', pattern: /\+\d[\d ]{7,16}\d/g },
];

/** Codes are short: one counts where it stands as a word, not as a number or as part of a longer name. */
const CODE = /^\d{6}$/;
const MAX_SHOWN = 500;

/** The rules that every log is searched by, and one for each of these secrets. */
function rulesFor(secrets: Iterable<string>): Rule[] {
  const own = [...new Set(secrets)].map((secret) => {
    const text = JSON.stringify(secret)
      .slice(1, -1)
      .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    const pattern = CODE.test(secret) ? `(?<![\\w.:,[-])${text}(?![\\w:-]|\\.\\d)` : text;
    return { what: 'secret of a test', pattern: new RegExp(pattern, 'g') };
  });
  return [...RULES, ...own];
}

/** Lines of the text that hold a secret. */
export function leaksIn(text: string, secrets: Iterable<string> = [], file = ''): Leak[] {
  const leaks = new Map<number, Leak>();
  const rules = rulesFor(secrets);
  for (const { what, pattern, isSecret } of rules)
    for (const { 0: found, index } of text.matchAll(pattern)) {
      const start = text.lastIndexOf('\n', index) + 1;
      if (leaks.has(start) || isSecret?.(found) === false) continue;
      leaks.set(start, { file, what, line: masked(lineAt(text, start), rules) });
    }
  return [...leaks.values()];
}

function lineAt(text: string, start: number): string {
  const end = text.indexOf('\n', start);
  return text.slice(start, end === -1 ? undefined : end);
}

function masked(line: string, rules: readonly Rule[]): string {
  let blotted = line;
  for (const { what, pattern, isSecret } of rules)
    blotted = blotted.replace(pattern, (found) => (isSecret?.(found) === false ? found : `‹${what}›`));
  return blotted.slice(0, MAX_SHOWN);
}

/** Searches everything that was logged in a run. */
function scanRun(run: string): { readonly lines: number; readonly leaks: readonly Leak[] } {
  const secrets = filesIn(secretFolder(run)).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => String(JSON.parse(line))),
  );
  let lines = 0;
  const leaks: Leak[] = [];
  for (const file of filesIn(logFolder(run))) {
    const text = readFileSync(file, 'utf8');
    lines += text.split('\n').length - 1;
    leaks.push(...leaksIn(text, secrets, path.basename(file)));
  }
  return { lines, leaks };
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => path.join(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

const MAX_TOLD = 10;

/**
 * Fails the run where something secret was logged, or where so little was logged that the search says nothing.
 * @throws Error that shows the first lines, without what they give away.
 */
export function requireCleanLog(run: string, atLeast: number): void {
  const { lines, leaks } = scanRun(run);
  if (lines < atLeast) throw new Error(`The run logged ${lines} lines, ${atLeast} at least were expected.`);
  if (leaks.length === 0) return;
  const told = leaks.slice(0, MAX_TOLD).map(({ file, what, line }) => `${what} in ${file}: ${line}`);
  throw new Error([`The log holds what no log may hold, in ${leaks.length} line(s):`, ...told].join('\n'));
}
