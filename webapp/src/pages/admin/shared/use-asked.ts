import { useRef, useState } from 'react';

/**
 * Something that is asked about and, once confirmed, done: once, however often it is pressed.
 * @param act also tells what came of it; never throws
 */
export function useAsked<Asked>(act: (asked: Asked) => Promise<void>) {
  const [asked, ask] = useState<Asked | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  // The state is known to the next picture only, and a second press may come before it.
  const isRunning = useRef(false);

  async function confirm(): Promise<void> {
    if (asked === null || isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    await act(asked);
    isRunning.current = false;
    setIsBusy(false);
    ask(null);
  }

  return { asked, isBusy, ask, cancel: () => ask(null), confirm };
}
