import '../../../styles/admin-dialog.css';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { hasNativeBack, showNativeBack } from '../../../telegram/native.ts';

interface AdminDialogProps {
  readonly title: string;
  /** What will change, and for whom. */
  readonly children: ReactNode;
  /** The deed once more, on the button that does it. */
  readonly verb: string;
  /** `danger` for what cannot be undone: the focus begins on the way out. */
  readonly tone?: 'danger';
  /** The deed is being done; it cannot be pressed again, nor left. */
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  /** Has to take the dialog away. */
  readonly onClose: () => void;
}

/** Asks before a deed: in the middle of a wide screen, from the bottom on a phone. Gives the focus back afterwards. */
export function AdminDialog({ title, children, verb, tone, isBusy, onConfirm, onClose }: AdminDialogProps) {
  const { t } = useTranslation('webapp');
  const id = useId();
  const dialog = useModal(tone === 'danger' ? '[data-way="out"]' : '[data-way="on"]');
  const close = () => !isBusy && onClose();
  useWayOut(close);
  return (
    <dialog
      className="admin-dialog"
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-body`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // The browser would close the dialog at the second Escape, busy or not.
        event.preventDefault();
        close();
      }}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div className="admin-dialog__panel">
        <h2 className="admin-dialog__title" id={`${id}-title`}>
          {title}
        </h2>
        <div className="admin-dialog__body" id={`${id}-body`}>
          {children}
        </div>
        <div className="admin-dialog__buttons">
          <button className="admin-dialog__button" data-way="out" type="button" aria-disabled={isBusy} onClick={close}>
            {t('cancel')}
          </button>
          <button
            className="admin-dialog__button admin-dialog__button--verb"
            data-way="on"
            data-tone={tone}
            type="button"
            // Not really disabled: that would take the focus.
            aria-disabled={isBusy}
            aria-busy={isBusy}
            onClick={() => !isBusy && onConfirm()}
          >
            {verb}
          </button>
        </div>
      </div>
    </dialog>
  );
}

/** Opens the dialog with the focus where it is to begin; when it goes, what had the focus before has it again. */
function useModal(focused: string) {
  const dialog = useRef<HTMLDialogElement>(null);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    before.current ??= document.activeElement;
    if (!dialog.current?.open) dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>(focused)?.focus();
    return () => {
      if (before.current instanceof HTMLElement) before.current.focus();
    };
  }, [focused]);
  return dialog;
}

/** The client's way back leads out of the dialog first. */
function useWayOut(close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => (hasNativeBack() ? showNativeBack(() => latest.current()) : undefined), []);
}
