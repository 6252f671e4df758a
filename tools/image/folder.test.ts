import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exchange, lockTree, nextOf, PARTS, prepareFolder, removeTree } from './folder.ts';
import { StageError } from './stage-error.ts';

let folder: string;
beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'vanags-folder-')), 'stage');
});
afterEach(() => removeTree(path.dirname(folder)));

function make(part: 'app' | 'bin', name: string, text = ''): void {
  mkdirSync(path.join(folder, part), { recursive: true });
  writeFileSync(path.join(folder, part, name), text);
}

describe('a folder to stage into', () => {
  it('is made where it is not there', () => {
    prepareFolder(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('may hold an earlier stage, which goes at the exchange and not before', () => {
    make('app', 'package.json', '{"name":"vanags"}');
    make('app', 'old.ts');
    lockTree(path.join(folder, 'app'), 0o444);
    prepareFolder(folder);
    expect(existsSync(path.join(folder, 'app', 'old.ts'))).toBe(true);
    for (const part of PARTS) {
      mkdirSync(nextOf(folder, part));
      writeFileSync(path.join(nextOf(folder, part), 'new.ts'), '');
      lockTree(nextOf(folder, part), 0o444);
    }
    exchange(folder);
    expect(readdirSync(folder)).toEqual(['app', 'bin']);
    expect(readdirSync(path.join(folder, 'app'))).toEqual(['new.ts']);
  });

  it('loses what a broken attempt left', () => {
    mkdirSync(nextOf(folder, 'app'), { recursive: true });
    chmodSync(nextOf(folder, 'app'), 0o555);
    prepareFolder(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['a file of somebody', () => make('app', '../notes.txt')],
    ['another program', () => make('app', 'package.json', '{"name":"other"}')],
    ['a folder of the same name', () => make('app', 'index.html')],
  ])('is refused with %s in it, which stays', (_, fill) => {
    fill();
    const before = readdirSync(folder, { recursive: true });
    expect(() => prepareFolder(folder)).toThrow(StageError);
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
  });
});
