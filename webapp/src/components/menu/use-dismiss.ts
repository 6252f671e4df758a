import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Closes what is open when the person presses beside it, moves the focus out of it, or goes to another page. */
export function useDismiss(isOpen: boolean, root: RefObject<HTMLElement>, close: () => void): void {
  const { key } = useLocation();
  const latest = useRef(close);
  latest.current = close;
  useCloseOutside(isOpen, root, close);
  useEffect(() => latest.current(), [key]);
}

/** Closes what is open when the person presses beside it or moves the focus out of it. */
export function useCloseOutside(isOpen: boolean, root: RefObject<HTMLElement>, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isOpen) return undefined;
    const closeOutside = ({ target }: Event) => {
      // A dialog stands over what is open, and gives the focus back to it.
      if (target instanceof Element && !target.closest('dialog') && !root.current?.contains(target)) latest.current();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [isOpen, root]);
}
