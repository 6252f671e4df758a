import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../components/Sheet.tsx';

interface LetterReaderProps {
  /** Who wrote it. */
  readonly name: string;
  readonly text: string;
  /** Above the text: when, and what belongs to it. */
  readonly facts: ReactNode;
  readonly footer?: ReactNode;
  readonly onClose: () => void;
}

/** The whole of a letter, as it was written. */
export function LetterReader({ name, text, facts, footer, onClose }: LetterReaderProps) {
  const { t } = useTranslation(['admin', 'webapp']);
  return (
    <Sheet title={name} closeText={t('webapp:close')} onClose={onClose} {...(footer === undefined ? {} : { footer })}>
      <div className="reader">
        {facts}
        {text !== '' && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
          <section className="reader__text" tabIndex={0} aria-label={t('admin:letters.text')} dir="auto">
            {text}
          </section>
        )}
      </div>
    </Sheet>
  );
}
