import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ValidatorSettings, validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { readDockerIgnore } from './docker-ignore.ts';
import { copyLines, linesOf, readStages } from './dockerfile.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const isLet = readDockerIgnore(read('.dockerignore'));
const stages = readStages(read('Dockerfile'));
const last = stages.at(-1) ?? { name: null, lines: [] };
const only = (keyword: string) => linesOf(last, keyword).map(({ text }) => text);

/** Everything that the linter can find counts. */
const FAULT = 2;
const STRICT: ValidatorSettings = {
  deprecatedMaintainer: FAULT,
  directiveCasing: FAULT,
  emptyContinuationLine: FAULT,
  instructionCasing: FAULT,
  instructionCmdMultiple: FAULT,
  instructionEntrypointMultiple: FAULT,
  instructionHealthcheckMultiple: FAULT,
  instructionJSONInSingleQuotes: FAULT,
  instructionWorkdirRelative: FAULT,
};

describe('the Dockerfile', () => {
  it('starts all stages from one image, of the Node that everybody uses', () => {
    const bases = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(bases).toEqual([`node:${read('.nvmrc').trim().slice(1)}-slim`, 'base', 'base', 'base']);
  });

  it('has no fault that a linter finds', () => {
    expect(validate(read('Dockerfile'), STRICT)).toEqual([]);
  });

  it('runs as somebody who is not root, below a process that passes signals on, and is asked for its health', () => {
    expect(only('USER')).toEqual(['node']);
    expect(only('ENTRYPOINT')).toEqual(['["tini", "--"]']);
    expect(only('CMD')).toEqual(['["node", "main.ts"]']);
    expect(only('STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(only('HEALTHCHECK')).toEqual([expect.stringContaining('/healthz')]);
  });

  it('brings nothing that the user could write, and no settings', () => {
    const isFromCheckout = ({ flags }: { flags: Readonly<Record<string, string>> }) => flags.from === undefined;
    const copies = linesOf(last, 'COPY');
    expect(copies.map(({ flags }) => flags.chown)).toEqual(copies.map(() => 'root:root'));
    expect(new Set(copies.filter(isFromCheckout).map(({ flags }) => flags.chmod))).toEqual(new Set(['555']));
    expect(linesOf(last, 'ADD')).toEqual([]);
    expect(only('ENV')).toEqual(['NODE_ENV=production HOST=0.0.0.0']);
  });

  const copied = stages.flatMap(copyLines).filter(({ from }) => from === null);
  it.each(copied.flatMap(({ sources }) => sources))('finds %s, which .dockerignore lets through', (source) => {
    expect(statSync(path.join(ROOT, source)).isFile() || statSync(path.join(ROOT, source)).isDirectory()).toBe(true);
    expect(isLet(source)).toBe(true);
  });

  it('takes from other stages what they have', () => {
    const names = stages.map(({ name }) => name);
    for (const { from } of copyLines(last)) if (from !== null) expect(names).toContain(from);
  });
});

it.each(['.env', '.git/config', '.data/postgres', 'tests/global-setup.ts', 'tools/image/main.ts', 'node_modules/x'])(
  'an engine is not shown %s',
  (file) => expect(isLet(file)).toBe(false),
);

it.each(['core/config.test.ts', 'core/README.md', 'api/.env.local'])('nor, in a folder that it is shown, %s', (file) =>
  expect(isLet(file)).toBe(false),
);
