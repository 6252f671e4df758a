import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { hasNativeBack, showNativeBack } from '../telegram/native.ts';

/**
 * The way back from a page, by the client's own button where it has one.
 * @param back path that it leads to; undefined: there is none.
 * @param onBack stands in for just going back, where something may be lost.
 * @returns goes back, for a button of the page itself.
 */
export function useWayBack(back: string | undefined, onBack?: () => void): () => void {
  const navigate = useNavigate();
  const latest = useRef(onBack);
  latest.current = onBack;
  const goBack = () => (latest.current ? latest.current() : void navigate(back ?? '/'));
  const press = useRef(goBack);
  press.current = goBack;
  useEffect(() => {
    if (back === undefined || !hasNativeBack()) return undefined;
    return showNativeBack(() => press.current());
  }, [back]);
  return goBack;
}
