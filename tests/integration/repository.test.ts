import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAX_BYTES = 5_000_000;

/** Every file that is kept, and every one that would be. */
function keptFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 50_000_000,
  });
  return listed.split('\0').filter((file) => file !== '' && existsSync(path.join(ROOT, file)));
}

describe('what is kept', () => {
  /** Of the tests, of the emulator, and two that the documentation of launch data itself shows. */
  const NOBODYS = ['123456789:', '7000000001:EMULATED', '7342037359:AAFZehRPBRs8Seg4', '5768337691:AAH5YkoiEuPk8'];
  const SECRETS: readonly (readonly [string, RegExp])[] = [
    ['a token of a bot', /\b\d{8,10}:[A-Za-z0-9_-]{35}\b/g],
    ['a private key', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/g],
    ['a key of a cloud', /\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{36}\b|\bxox[abp]-[\w-]{20,}/g],
    ['a password in an address', /\bpostgres(?:ql)?:\/\/\w+:(?!\$|…)[^@\s/]{6,}@(?!localhost|127\.)[\w.-]+\.\w+/g],
  ];

  it.each(SECRETS)('holds nowhere %s', (_, shape) => {
    const found = keptFiles()
      .filter((file) => statSync(path.join(ROOT, file)).size < MAX_BYTES)
      .flatMap((file) => (readFileSync(path.join(ROOT, file), 'utf8').match(shape) ?? []).map((hit) => [file, hit]))
      .filter(([, hit = '']) => !NOBODYS.some((known) => hit.startsWith(known)));
    expect(found).toEqual([]);
  });

  it('holds no settings of a place where it runs', () => {
    expect(keptFiles().filter((file) => /(^|\/)\.env(\.(?!example)|$)|\.pem$|id_rsa/.test(file))).toEqual([]);
  });
});

describe('the packages', () => {
  interface Locked {
    readonly resolved?: string;
    readonly integrity?: string;
    readonly link?: boolean;
  }
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const installed = Object.entries(packages).filter(([name, { link }]) => name !== '' && !link);

  it('come from one registry, each with the hash that it must have', () => {
    expect(installed.length).toBeGreaterThan(100);
    // Where no place is named, the registry that is set is asked.
    for (const [name, { resolved = 'https://registry.npmjs.org/', integrity }] of installed) {
      expect([name, new URL(resolved).origin]).toEqual([name, 'https://registry.npmjs.org']);
      expect([name, integrity]).toEqual([name, expect.stringMatching(/^sha512-/)]);
    }
  });

  it('are asked for by exact versions', () => {
    const own = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    const asked = { ...own.dependencies, ...own.devDependencies, ...own.optionalDependencies };
    for (const version of Object.values(asked)) expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
  });
});
