/** Ids as PostgreSQL's text of an array, which is cast where it is used: `?::bigint[]`. */
export function bigints(ids: Iterable<number>): string {
  return `{${[...ids].join(',')}}`;
}
