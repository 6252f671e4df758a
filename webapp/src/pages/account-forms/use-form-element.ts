import { type FormEvent, useEffect, useRef, useState } from 'react';

interface FormBehaviour {
  readonly isBusy: boolean;
  readonly onSubmit: () => void;
  /** Whether the first field gets the focus when the form comes: always, or where the focus was lost with what went. */
  readonly focusesFirst?: 'always' | 'ifLost';
}

/** What the element of a form needs: it is not sent while it is being sent, and the focus goes to what is wrong. */
export function useFormElement({ isBusy, onSubmit, focusesFirst }: FormBehaviour) {
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    const isFirstMeant =
      attempts === 0 &&
      (focusesFirst === 'always' || (focusesFirst === 'ifLost' && document.activeElement === document.body));
    // A field that a refusal waits at is looked at first.
    (find('[aria-invalid="true"]') ?? (isFirstMeant ? find('input:not([hidden])') : null))?.focus();
  }, [attempts, isBusy, focusesFirst]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setAttempts(attempts + 1);
    onSubmit();
  };
  return { ref: form, noValidate: true, onSubmit: send };
}
