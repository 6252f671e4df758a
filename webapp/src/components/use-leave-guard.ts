import { useEffect } from 'react';
import { guardClosing, keepSwipesInside } from '../telegram/native.ts';

/**
 * While something typed would be lost, the client asks before it closes the app, and the browser before it leaves the
 * page. A swipe down, by which people scroll and put a keyboard away, does not close a page of forms at all.
 */
export function useLeaveGuard(isTyped: boolean): void {
  useEffect(() => (isTyped ? guardClosing() : undefined), [isTyped]);
  useEffect(() => (isTyped ? guardUnload() : undefined), [isTyped]);
  useEffect(() => keepSwipesInside(), []);
}

function guardUnload(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
}
