import { useEffect } from 'react';
import { figuresAtom } from '../../../state/admin-figures.ts';
import { useAtomValue } from '../../../store.ts';

/** Reads a list anew once the figures, which are asked for again and again, count other than it does. */
export function useInStep(
  figure: 'problems' | 'planRequests' | 'feedback',
  listed: number | undefined,
  refetch: () => Promise<unknown>,
): void {
  const counted = useAtomValue(figuresAtom).data?.[figure];
  // Only what the figures come to say counts: after a deed the list is the first to know.
  useEffect(() => {
    if (counted !== undefined && listed !== undefined && counted !== listed) void refetch();
  }, [counted]);
}
