import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, systemClock } from '../../clock.ts';
import { type ListPage, SourceError } from '../ad-source.ts';
import { parseListPage } from './ss-lv/ss-lv-list-parser.ts';
import { toListContents } from './ss-lv/ss-lv-mapping.ts';

/** Saved pages name no address; their links are meant on the site itself. */
const SITE = new URL('https://www.ss.lv/');
const NATURAL_ORDER = new Intl.Collator('en', { numeric: true });

function unreadable(path: string, cause: unknown): SourceError {
  return new SourceError('unavailable', `${path} cannot be read`, { cause });
}

async function pagesIn(path: string): Promise<readonly string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const names = await readdir(path, { recursive: true });
    const pages = names.filter((name) => /\.html?$/i.test(name)).sort(NATURAL_ORDER.compare);
    return pages.map((name) => join(path, name));
  } catch (error) {
    throw unreadable(path, error);
  }
}

async function readPage(file: string, now: Date): Promise<Pick<ListPage, 'ads' | 'badRows' | 'unknownValues'>> {
  const html = await readFile(file, 'utf8').catch((error: unknown) => {
    throw unreadable(file, error);
  });
  try {
    return toListContents(parseListPage(html, SITE), now);
  } catch (error) {
    if (error instanceof SourceError)
      throw new SourceError(error.failure, `${file}: ${error.message}`, { cause: error });
    throw error;
  }
}

/**
 * Reads saved list pages as the site's adapter reads live ones, without a network: files in the given order, folders
 * with all their pages, page2 before page10. Throws `SourceError` for what cannot be read or is no list.
 */
export async function* readSavedPages(paths: readonly string[], clock: Clock = systemClock): AsyncGenerator<ListPage> {
  const files = (await Promise.all(paths.map(pagesIn))).flat();
  if (files.length === 0) throw new SourceError('unavailable', `no saved pages in ${paths.join(', ')}`);
  for (const [index, file] of files.entries()) {
    const next = index + 1 < files.length ? String(index + 1) : null;
    yield { ...(await readPage(file, clock.now())), next, notModified: false };
  }
}
