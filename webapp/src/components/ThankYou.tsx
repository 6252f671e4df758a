import { type ReactNode, useEffect, useRef } from 'react';
import { StateScreen } from './StateScreen.tsx';

interface ThankYouProps {
  readonly heading: 'h1' | 'h2';
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
}

/** In the place of a form that was sent. Takes the focus that the form had, so that it is read out. */
export function ThankYou(props: ThankYouProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div className="thank-you" ref={place} tabIndex={-1}>
      <StateScreen {...props} />
    </div>
  );
}
