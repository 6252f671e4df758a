import { useEffect } from 'react';
import { guardClosing, keepSwipesInside } from '../../telegram/native.ts';

/** As long as something is not saved, neither client nor browser closes the page without asking. */
export function useUnsavedGuard(isDirty: boolean): void {
  useEffect(() => (isDirty ? guardClosing() : undefined), [isDirty]);
  useEffect(() => (isDirty ? guardUnload() : undefined), [isDirty]);
  useEffect(() => keepSwipesInside(), []);
}

function guardUnload(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
}
