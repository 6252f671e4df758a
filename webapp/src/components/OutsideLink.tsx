import type { MouseEvent, ReactNode } from 'react';
import { launchAtom } from '../state/launch.ts';
import { useAtomValue } from '../store.ts';
import { openOutside } from '../telegram/native.ts';

interface OutsideLinkProps {
  readonly href: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** A link to another site: a tab of its own in a browser; inside Telegram the client opens it. */
export function OutsideLink({ href, className, children }: OutsideLinkProps) {
  const isInTelegram = useAtomValue(launchAtom) !== null;
  const open = (event: MouseEvent) => {
    if (!isInTelegram) return;
    event.preventDefault();
    openOutside(href);
  };
  return (
    <a className={className} href={href} target="_blank" rel="noreferrer" onClick={open}>
      {children}
    </a>
  );
}
