import { useLayoutEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { askedUsersAtom } from '../../../state/admin-users.ts';
import { useSetAtom } from '../../../store.ts';
import { readView, type UsersView, viewQuery } from './users-view.ts';

const PAGE_SIZE = 50;

/**
 * What of the users is shown, kept in the address, and which page of it, kept with the entry of the browser's history:
 * reloading and going back lead to the same rows. Asks the server for them.
 */
export function useUsersView() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const view = readView(params);
  const cursors = cursorsOf(useLocation().state);
  useAskedUsers(view, cursors.at(-1) ?? null);

  const go = (to: UsersView, toCursors: readonly string[], replace: boolean) =>
    void navigate({ search: viewQuery(to) }, { replace, state: { cursors: toCursors } });
  return {
    view,
    /** Rows on the pages before. */
    rowsBefore: cursors.length * PAGE_SIZE,
    /** Shows another view from its first page on. */
    change: (change: Partial<UsersView>) => go({ ...view, ...change }, [], false),
    /** Likewise, but the way back leaves out what is only being typed. */
    changeSearch: (search: string) => go({ ...view, search }, [], true),
    turnTo: (nextCursor: string) => go(view, [...cursors, nextCursor], false),
    turnBack: () => go(view, cursors.slice(0, -1), false),
    /** From a page that has become empty. */
    leaveEmptyPage: () => go(view, cursors.slice(0, -1), true),
  };
}

/** The cursors of the pages gone through, the current one last; none on the first. */
function cursorsOf(state: unknown): readonly string[] {
  const cursors = typeof state === 'object' && state !== null && 'cursors' in state ? state.cursors : [];
  return Array.isArray(cursors) ? cursors.filter((cursor) => typeof cursor === 'string') : [];
}

function useAskedUsers({ search, role, sort }: UsersView, cursor: string | null): void {
  const ask = useSetAtom(askedUsersAtom);
  useLayoutEffect(() => ask({ search, role, sort, cursor, limit: PAGE_SIZE }), [ask, search, role, sort, cursor]);
  useLayoutEffect(() => () => ask(null), [ask]);
}
