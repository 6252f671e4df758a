import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runInShell } from '#tests/support/cli-process.ts';
import { commandLine } from '#tests/support/cli-world.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vanags-completion-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** No database could be opened: one that is away, and a folder that would tell of an own one. */
const env = () => ({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none', DATA_DIR: folder });

/** What is offered for the last of the words; the package that knows prints by itself. */
async function completions(...typed: string[]): Promise<string[]> {
  const printed = vi.spyOn(console, 'log').mockReturnValue();
  const { code, out, err } = await commandLine(env().DATABASE_URL)(['complete', '--', ...typed]);
  const lines = [out, ...printed.mock.calls.flat()].filter((line) => line !== '');
  printed.mockRestore();
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return lines.map((line) => String(line).split('\t')[0] ?? '');
}

/** The last line: no file may stand there. */
const NO_FILES = ':4';

describe('completion', () => {
  it.each([
    [
      ['users', 'pro'],
      ['promote', NO_FILES],
    ],
    [
      ['users', 'list', '--s'],
      ['--search', '--sort', NO_FILES],
    ],
    [
      ['users', 'list', '--role', 'ba'],
      ['basic', NO_FILES],
    ],
    [
      ['users', 'promote', '7', ''],
      ['basic', 'advanced', NO_FILES],
    ],
    [
      ['users', 'demote', '--telegram', '5001', 'us'],
      ['user', NO_FILES],
    ],
    [
      ['plans', 'grant', '4', ''],
      ['basic', 'advanced', NO_FILES],
    ],
    [
      ['complete', ''],
      ['bash', 'zsh', 'fish', 'powershell', NO_FILES],
    ],
    [['ads', 'import', 'a'], [':0']],
    [['backup', '/b'], [':0']],
    [['restore', '--yes', ''], [':0']],
    [
      ['restore', '--t'],
      ['--tell-missed', NO_FILES],
    ],
  ])('of %j offers %j', async (typed, offered) => {
    expect(await completions(...typed)).toEqual(offered);
  });

  it.each(['zsh', 'fish', 'powershell'])('has a script for %s', async (shell) => {
    const printed = vi.spyOn(console, 'log').mockReturnValue();
    expect((await commandLine(env().DATABASE_URL)(['complete', shell])).code).toBe(0);
    expect(printed.mock.calls.join()).toContain('vanags complete');
    printed.mockRestore();
  });
});

/** The program is started, perhaps beside other tests. */
const PATIENCE_MS = 60_000;
const hasBash = spawnSync('bash', ['--version']).status === 0;

describe.runIf(hasBash)('completion in bash', () => {
  /** What bash offers for the words typed so far, the last being completed. */
  async function offers(...typed: string[]): Promise<string[]> {
    const words = typed.map((word) => `'${word}'`).join(' ');
    const script = `
      vanags() { "$NODE" "$MAIN" "$@"; }
      source <(vanags complete bash)
      COMP_WORDS=(vanags ${words}); COMP_CWORD=${typed.length}
      _vanags_complete && printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { out, err } = await runInShell(script, env());
    expect(err).toBe('');
    return out.trim().split('\n');
  }

  it(
    'completes words as they are typed, takes none for a command of the shell, and opens no database',
    async () => {
      const [value, redirected] = await Promise.all([
        offers('users', 'list', '--role', '=', 'ba'),
        offers('users', 'show', `$(touch ${path.join(folder, 'touched')})`, '>', path.join(folder, 'file'), '--js'),
      ]);
      expect(value).toEqual(['basic']);
      expect(redirected).toEqual(['--json']);
      expect(readdirSync(folder)).toEqual([]);
    },
    PATIENCE_MS,
  );
});
