import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';

interface DialogProps {
  readonly title: string;
  readonly message: string;
  readonly onClose: () => void;
}

/** A message that has to be read, where the Telegram client has no dialog of its own. */
export function Dialog({ title, message, onClose }: DialogProps) {
  const { t } = useTranslation('webapp');
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  return (
    <dialog
      className="dialog"
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-message`}
      onClose={onClose}
    >
      <form method="dialog">
        <h2 className="dialog__title" id={`${id}-title`}>
          {title}
        </h2>
        <p className="dialog__message" id={`${id}-message`}>
          {message}
        </p>
        <button className="dialog__button" type="submit">
          {t('ok')}
        </button>
      </form>
    </dialog>
  );
}
