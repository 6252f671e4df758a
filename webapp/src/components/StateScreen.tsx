import type { ReactNode } from 'react';
import { Mark } from './Mark.tsx';

interface StateScreenProps {
  /** `h1` where it is the whole page. */
  readonly heading: 'h1' | 'h2';
  readonly title: string;
  readonly text?: string;
  readonly action?: ReactNode;
}

/** A page, or a part of one, that has nothing to list: empty, lost or failed. */
export function StateScreen({ heading: Heading, title, text, action }: StateScreenProps) {
  return (
    <div className="state">
      <Mark />
      <Heading className="state__title">{title}</Heading>
      {text !== undefined && <p className="state__text">{text}</p>}
      {action}
    </div>
  );
}
