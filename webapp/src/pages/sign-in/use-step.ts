import { useLayoutEffect } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { type Success, useDoor } from './use-door.ts';

/**
 * A step of a door with an address of its own, so that the browser's way back leads out of it and a reload stays in it.
 */
export function useStep(name: 'register' | 'reset') {
  const { pathname, search } = useLocation();
  const { ticket } = useDoor();
  const navigate = useNavigate();
  const isOpen = new URLSearchParams(search).get('step') === name;
  useTopOfNewStep(isOpen);
  return {
    isOpen,
    link: { to: `${pathname}?step=${name}`, state: ticket },
    leave: () => void navigate(pathname, { replace: true, state: ticket }),
    finish: (success: Success) => void navigate('/login', { replace: true, state: { ...ticket, success } }),
  };
}

function useTopOfNewStep(isOpen: boolean): void {
  const type = useNavigationType();
  useLayoutEffect(() => {
    if (type !== 'POP') window.scrollTo(0, 0);
  }, [isOpen]);
}
