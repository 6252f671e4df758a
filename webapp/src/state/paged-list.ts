import type { ListPage } from '../api/admin-endpoints.ts';
import { atom, atomWithQuery, queryClient } from '../store.ts';

/** A part of a list, and what every part says about the whole of it. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  /** Asks for the next page; null: this is the last. */
  readonly nextCursor: string | null;
}

interface PagedListOptions<Part> {
  readonly key: readonly string[];
  readonly read: (page: ListPage, signal: AbortSignal) => Promise<Part>;
  /** Rows of the first page, and of each one after it. */
  readonly sizes: readonly [first: number, further: number];
}

/** A list that grows by a page at a time, and is read anew as far as it has grown. */
export function pagedList<Row extends { readonly id: number }, Part extends Page<Row>>(
  options: PagedListOptions<Part>,
) {
  const { key, sizes } = options;
  const known = () => queryClient.getQueryData<readonly Part[]>(key) ?? [];
  const read = (index: number, cursor: string | null, signal: AbortSignal) =>
    options.read({ limit: sizes[index === 0 ? 0 : 1], cursor }, signal);

  async function readKnown({ signal }: { signal: AbortSignal }): Promise<readonly Part[]> {
    const pages: Part[] = [];
    let cursor: string | null = null;
    do {
      const page: Part = await read(pages.length, cursor, signal);
      pages.push(page);
      cursor = page.nextCursor;
    } while (cursor !== null && pages.length < known().length);
    return pages;
  }

  async function readNext(): Promise<void> {
    const { length } = known();
    const cursor = known().at(-1)?.nextCursor ?? null;
    if (cursor === null) return;
    // A query of its own: two taps are one call, and what breaks for a moment is tried again.
    const page = await queryClient.fetchQuery({
      queryKey: [...key, cursor],
      queryFn: ({ signal }) => read(length, cursor, signal),
      staleTime: 0,
      gcTime: 0,
    });
    if (known().at(-1)?.nextCursor === cursor) {
      queryClient.setQueryData<readonly Part[]>(key, (pages) => pages && [...pages, page]);
    } else if (known().length === length) {
      // The list was read anew meanwhile and ends elsewhere.
      await readNext();
    }
  }

  return {
    /** The pages read so far. */
    pagesAtom: atomWithQuery(() => ({ queryKey: key, queryFn: readKnown })),
    /** Reads the next page. @throws ApiError when it could not be read */
    loadMoreAtom: atom(null, readNext),
    /** Takes a row out of what is shown until the list is read anew. */
    async drop(id: number): Promise<void> {
      await queryClient.cancelQueries({ queryKey: key, exact: true });
      if (!known().some(({ rows }) => rows.some((row) => row.id === id))) return;
      queryClient.setQueryData<readonly Part[]>(key, (pages) =>
        pages?.map((page) => ({ ...page, total: page.total - 1, rows: page.rows.filter((row) => row.id !== id) })),
      );
    },
  };
}
