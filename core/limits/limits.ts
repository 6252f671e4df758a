/** A role that is not listed here, as `user`, may have no active filter. */
const ACTIVE_FILTERS: ReadonlyMap<string, number> = new Map([
  ['basic', 5],
  ['advanced', 10],
  ['admin', 20],
]);

/** How many filters may be active at once. */
export function activeFilterLimit(role: string): number {
  return ACTIVE_FILTERS.get(role) ?? 0;
}

/** Whether one more filter may be active; one that is active already may stay so, also above a limit that fell. */
export function canActivate(filter: {
  readonly role: string;
  readonly activeCount: number;
  readonly alreadyActive: boolean;
}): boolean {
  return filter.alreadyActive || filter.activeCount < activeFilterLimit(filter.role);
}
