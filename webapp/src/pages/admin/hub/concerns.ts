import type { FiguresResponse } from '#core/contracts/admin-figures.ts';

/** An alert that waits longer than this is late. */
const LATE_S = 120;

/** Something that an administrator has to look at. */
export type Concern =
  | { readonly kind: 'dead'; readonly count: number }
  | { readonly kind: 'late'; readonly seconds: number }
  | { readonly kind: 'failing' | 'silent'; readonly source: string };

/** What does not go as it should; nothing where all is well. */
export function concernsOf({ outbox, sources }: Pick<FiguresResponse, 'outbox' | 'sources'>): Concern[] {
  const concerns: Concern[] = [];
  for (const { id, state } of sources) {
    if (state === 'failing' || state === 'silent') concerns.push({ kind: state, source: id });
  }
  const waited = outbox.oldestWaitingSeconds ?? 0;
  if (waited > LATE_S) concerns.push({ kind: 'late', seconds: waited });
  if (outbox.dead > 0) concerns.push({ kind: 'dead', count: outbox.dead });
  return concerns;
}
