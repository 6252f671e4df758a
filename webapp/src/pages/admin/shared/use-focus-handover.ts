import { type RefObject, useLayoutEffect } from 'react';

/**
 * A button that does what it is for may go with the focus: who pressed it then goes on at the part of the page around
 * it, the nearest that can take the focus.
 */
export function useFocusHandover(button: RefObject<HTMLElement>): void {
  useLayoutEffect(() => {
    const { current } = button;
    const around = current?.closest<HTMLElement>('[tabindex="-1"]');
    return () => {
      if (current === document.activeElement) around?.focus({ preventScroll: true });
    };
  }, [button]);
}
