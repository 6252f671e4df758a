import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ListPage } from '../api/admin-endpoints.ts';
import { queryClient, store } from '../store.ts';
import { type Page, pagedList } from './paged-list.ts';

interface Row {
  readonly id: number;
}

const KEY = ['rows'];
/** What the server has, the newest first; a cursor is the last id shown. */
let stored: number[];
let asked: ListPage[];
/** Holds the answers back until it is called. */
let answer: (() => void) | null;

async function read(page: ListPage): Promise<Page<Row>> {
  asked.push(page);
  const rest = stored.filter((id) => page.cursor === null || id < Number(page.cursor));
  const rows = rest.slice(0, page.limit).map((id) => ({ id }));
  const { length: total } = stored;
  if (answer !== null)
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
  return { rows, total, nextCursor: rest.length > page.limit ? String(rows.at(-1)?.id) : null };
}

const newList = () => pagedList<Row, Page<Row>>({ key: KEY, read, sizes: [2, 3] });
let list: ReturnType<typeof newList>;
const pages = () => queryClient.getQueryData<readonly Page<Row>[]>(KEY);
const shown = () => pages()?.flatMap(({ rows }) => rows.map(({ id }) => id));

let leave: () => void;
beforeEach(async () => {
  stored = [9, 8, 7, 6, 5, 4, 3];
  asked = [];
  answer = null;
  list = newList();
  leave = store.sub(list.pagesAtom, () => {});
  await vi.waitFor(() => expect(shown()).toEqual([9, 8]));
});
afterEach(() => {
  leave();
  queryClient.clear();
});

it('grows by a page at a time, until all is shown', async () => {
  await store.set(list.loadMoreAtom);
  expect(shown()).toEqual([9, 8, 7, 6, 5]);
  await store.set(list.loadMoreAtom);
  await store.set(list.loadMoreAtom);
  expect(shown()).toEqual(stored);
  expect(asked).toHaveLength(3);
});

it('reads a page once, however often it is asked for', async () => {
  await Promise.all([store.set(list.loadMoreAtom), store.set(list.loadMoreAtom)]);
  expect(shown()).toEqual([9, 8, 7, 6, 5]);
  expect(asked).toHaveLength(2);
});

it('is read anew as far as it has grown', async () => {
  await store.set(list.loadMoreAtom);
  stored = [10, ...stored];
  await queryClient.invalidateQueries({ queryKey: KEY });
  expect(shown()).toEqual([10, 9, 8, 7, 6]);
});

it('leaves nothing out when it was read anew while the next page was on its way', async () => {
  answer = () => {};
  const more = store.set(list.loadMoreAtom);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  const letGo = answer;
  answer = null;
  stored = [10, ...stored];
  await queryClient.invalidateQueries({ queryKey: KEY, exact: true });
  expect(shown()).toEqual([10, 9]);
  letGo();
  await more;
  expect(shown()).toEqual([10, 9, 8, 7, 6]);
});

it('lets a row go before the server is asked again', async () => {
  await list.drop(8);
  expect(shown()).toEqual([9]);
  expect(pages()?.[0]?.total).toBe(6);
  await list.drop(8);
  expect(pages()?.[0]?.total).toBe(6);
});
