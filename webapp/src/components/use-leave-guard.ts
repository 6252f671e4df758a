import { useEffect } from 'react';
import { guardClosing, keepSwipesInside } from '../telegram/native.ts';

/** While something typed would be lost: the client asks before it closes the app, the browser before it leaves the page. */
export function useLeaveGuard(isTyped: boolean): void {
  useEffect(() => {
    if (!isTyped) return undefined;
    const release = [guardClosing(), keepSwipesInside(), guardUnload()];
    return () => {
      for (const end of release) end();
    };
  }, [isTyped]);
}

function guardUnload(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
}
