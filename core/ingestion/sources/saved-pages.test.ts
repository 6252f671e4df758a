import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ListPage, SourceError } from '../ad-source.ts';
import { readSavedPages } from './saved-pages.ts';

const FIXTURES = new URL('../../../tests/fixtures/ss-lv/', import.meta.url).pathname;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vanags-pages-'));
});

afterEach(() => rm(folder, { recursive: true }));

async function readAll(paths: readonly string[]): Promise<ListPage[]> {
  const pages: ListPage[] = [];
  for await (const page of readSavedPages(paths)) pages.push(page);
  return pages;
}

describe('readSavedPages', () => {
  it('reads folders in the order of their pages, and what is given in the order it is given', async () => {
    await cp(join(FIXTURES, 'list-forms.html'), join(folder, 'page2.html'));
    await cp(join(FIXTURES, 'list-last.html'), join(folder, 'page10.html'));
    await writeFile(join(folder, 'notes.txt'), 'no page');
    const pages = await readAll([join(FIXTURES, 'list-broken.html'), folder]);
    expect(pages.map(({ ads }) => ads[0]?.externalId)).toEqual(['71000101', '71000501', '71000301']);
    expect(pages.map(({ badRows }) => badRows.length)).toEqual([3, 0, 0]);
    expect(pages.map(({ next }) => next)).toEqual(['1', '2', null]);
    expect(pages[1]?.unknownValues).toHaveProperty('year:3026', 1);
  });

  it('names the file that is no list, or that is not there', async () => {
    const layout = readAll([join(FIXTURES, 'captcha.html')]);
    await expect(layout).rejects.toThrow(/captcha\.html: the page is not a list/);
    await expect(readAll([join(folder, 'missing.html')])).rejects.toThrow(/missing\.html cannot be read/);
    await expect(readAll([folder])).rejects.toThrow(SourceError);
  });
});
