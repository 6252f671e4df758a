import { useState } from 'react';
import { type BegunChange, begunChangeAtom } from '../../state/credentials.ts';
import { useAtom } from '../../store.ts';

/**
 * The person's change of this kind that waits for its code. One whose time was up when the sheet was opened is none;
 * one that runs out in sight is left to be told.
 */
export function useBegunChange(kind: BegunChange['kind'], userId: number) {
  const [begun, setBegun] = useAtom(begunChangeAtom);
  const [staleId] = useState(() => begun && isOver(begun) && begun.verification.id);
  const isMeant = begun?.kind === kind && begun.userId === userId && begun.verification.id !== staleId;
  return { verification: isMeant ? begun.verification : null, restart: () => setBegun(null) };
}

function isOver({ verification }: BegunChange): boolean {
  return Date.parse(verification.expiresAt) <= Date.now();
}
