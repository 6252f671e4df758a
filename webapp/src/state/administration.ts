import { queryClient } from '../store.ts';

/** With it begins the key of everything that only administrators are shown. */
export const ADMIN_KEY = 'admin';

/**
 * Asks anew for everything that is shown to an administrator. Whatever came of a deed: what is done may stand on any
 * of their pages, and a refusal tells that what they show is old.
 */
export function refreshAdministration(): void {
  void queryClient.invalidateQueries({ queryKey: [ADMIN_KEY] });
}
