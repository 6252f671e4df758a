import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { hasNativeBack, showNativeBack } from '../telegram/native.ts';

interface PageProps {
  readonly title?: string;
  /** Path that the way back leads to; a page without one is where the app begins. */
  readonly back?: string;
  readonly children: ReactNode;
}

/** The frame of a page: its title, and the way back, which the Telegram client draws where it can. */
export function Page({ title, back, children }: PageProps) {
  const { t } = useTranslation('webapp');
  const navigate = useNavigate();
  useEffect(() => {
    if (back === undefined || !hasNativeBack()) return undefined;
    return showNativeBack(() => void navigate(back));
  }, [back, navigate]);
  return (
    <main className="page">
      {back !== undefined && !hasNativeBack() && (
        <Link className="page__back" to={back}>
          <svg viewBox="0 0 10 17" aria-hidden="true">
            <path d="M8.5 1.5l-7 7 7 7" />
          </svg>
          {t('back')}
        </Link>
      )}
      {title !== undefined && <h1 className="page__title">{title}</h1>}
      {children}
    </main>
  );
}
