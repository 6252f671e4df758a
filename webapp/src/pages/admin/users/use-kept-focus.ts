import { type RefObject, useEffect, useRef } from 'react';

/**
 * A deed can take its row away, and with it the button that had the focus: who uses keys then goes on at the rows.
 * @param isAsking whether the deed is being asked about
 * @param rows new ones may lack the row
 */
export function useKeptFocus(region: RefObject<HTMLElement>, isAsking: boolean, rows: unknown): void {
  const hasAsked = useRef(false);
  useEffect(() => {
    if (isAsking) hasAsked.current = true;
  }, [isAsking]);
  useEffect(() => {
    if (!hasAsked.current || document.activeElement !== document.body) return;
    hasAsked.current = false;
    region.current?.focus({ preventScroll: true });
  }, [region, rows]);
}
