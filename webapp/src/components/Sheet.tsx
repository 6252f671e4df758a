import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { hasNativeBack, showNativeBack } from '../telegram/native.ts';

interface SheetProps {
  readonly title: string;
  readonly onClose: () => void;
  /** What the button that closes says; done, unless leaving drops what is in the sheet. */
  readonly closeText?: string;
  /** Takes everything chosen in the sheet away. */
  readonly onClear?: () => void;
  /** Stays in sight below what scrolls. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A sheet over the page, from the bottom on a phone and in the middle of a wide screen. The browser's own dialog keeps
 * the focus inside, closes on Escape and gives the focus back.
 */
export function Sheet({ title, onClose, closeText, onClear, footer, children }: SheetProps) {
  const { t } = useTranslation('webapp');
  const sheet = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = sheet.current;
    if (!dialog?.open) dialog?.showModal();
    // The client's way back leads out of the sheet first.
    return hasNativeBack() ? showNativeBack(() => dialog?.close()) : undefined;
  }, []);
  const closeOnScrim = (event: React.MouseEvent) => {
    if (event.target === sheet.current) sheet.current?.close();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a tap beside the sheet is a short cut for Escape and the button.
    <dialog className="sheet" ref={sheet} aria-labelledby={titleId} onClose={onClose} onClick={closeOnScrim}>
      <div className="sheet__panel">
        <div className="sheet__head">
          {onClear ? (
            <button className="text-button" type="button" onClick={onClear}>
              {t('clear')}
            </button>
          ) : (
            <span />
          )}
          <h2 className="sheet__title" id={titleId}>
            {title}
          </h2>
          <button className="text-button text-button--strong" type="button" onClick={() => sheet.current?.close()}>
            {closeText ?? t('done')}
          </button>
        </div>
        <div className="sheet__body">{children}</div>
        {footer !== undefined && <div className="sheet__foot">{footer}</div>}
      </div>
    </dialog>
  );
}
