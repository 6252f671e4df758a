import { useEffect, useId, useRef } from 'react';
import type { OpenDialog } from '../state/dialogs.ts';

/** A question that has to be answered before anything else. What cannot be undone is not what Enter does. */
export function Dialog({ title, message, buttons, answer }: OpenDialog) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  const isSafe = buttons.every((button) => button.tone === undefined);
  const focused = isSafe ? buttons.length - 1 : 0;
  return (
    <dialog
      className="dialog"
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-message`}
      onClose={(event) => answer(event.currentTarget.returnValue || null)}
    >
      <form method="dialog">
        <h2 className="dialog__title" id={`${id}-title`}>
          {title}
        </h2>
        <p className="dialog__message" id={`${id}-message`}>
          {message}
        </p>
        <div className="dialog__buttons" data-count={buttons.length}>
          {buttons.map((button, index) => (
            <button
              className="dialog__button"
              data-tone={button.tone}
              key={button.id}
              type="submit"
              value={button.id}
              // biome-ignore lint/a11y/noAutofocus: a dialog has to begin somewhere; without it the first button would.
              autoFocus={index === focused}
            >
              {button.text}
            </button>
          ))}
        </div>
      </form>
    </dialog>
  );
}
