import { USER_SORTS, type UserSort, type UserSortKey } from '#core/contracts/admin-users.ts';
import { ROLES, type Role } from '#core/contracts/user.ts';

/** What of the users is shown, as it stands in the address. */
export interface UsersView {
  readonly search: string;
  readonly role: Role | null;
  readonly sort: UserSort;
}

const NEWEST_FIRST: UserSort = '-id';

/** The view of an address; what makes no sense in it counts as not there. */
export function readView(params: URLSearchParams): UsersView {
  return {
    search: (params.get('search') ?? '').trim(),
    role: ROLES.find((role) => role === params.get('role')) ?? null,
    sort: USER_SORTS.find((sort) => sort === params.get('sort')) ?? NEWEST_FIRST,
  };
}

/** The view as the query of an address, without what goes without saying. */
export function viewQuery({ search, role, sort }: UsersView): string {
  const params = new URLSearchParams();
  if (search !== '') params.set('search', search);
  if (role !== null) params.set('role', role);
  if (sort !== NEWEST_FIRST) params.set('sort', sort);
  return String(params);
}

/** How the table stands to a column; null where it is sorted by another one. */
export function directionOf(sort: UserSort, key: UserSortKey): 'ascending' | 'descending' | null {
  if (sort === key) return 'ascending';
  return sort === `-${key}` ? 'descending' : null;
}

/** The sort that a press on the head of a column leads to. */
export function sortAfterPress(sort: UserSort, key: UserSortKey): UserSort {
  return sort === key ? `-${key}` : key;
}

/** The column that a sort is about. */
export function sortKeyOf(sort: UserSort): UserSortKey {
  return sort.replace('-', '') as UserSortKey;
}
