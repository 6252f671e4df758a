import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasNativeBack } from '../telegram/native.ts';
import { Icon } from './Icon.tsx';
import { useWayBack } from './use-way-back.ts';

interface PageProps {
  readonly title?: string;
  /** Path that the way back leads to; a page without one is where the app begins. */
  readonly back?: string;
  /** Stands in for just going back, where something may be lost. */
  readonly onBack?: () => void;
  /** Beside the title. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a page: its title, and the way back, which the Telegram client draws where it can. */
export function Page({ title, back, onBack, tools, children }: PageProps) {
  const { t } = useTranslation('webapp');
  const goBack = useWayBack(back, onBack);
  return (
    <main className="page">
      {back !== undefined && !hasNativeBack() && (
        <button className="page__back" type="button" onClick={goBack}>
          <Icon name="back" />
          {t('back')}
        </button>
      )}
      {title !== undefined && (
        <div className="page__head">
          <h1 className="page__title">{title}</h1>
          {tools}
        </div>
      )}
      {children}
    </main>
  );
}
