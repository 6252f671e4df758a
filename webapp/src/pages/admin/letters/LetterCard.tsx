import '../../../styles/admin-letters.css';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FetchFailure } from '../shared/FetchFailure.tsx';
import { useKeptError } from '../shared/use-kept-error.ts';

interface LetterCardProps {
  readonly title: string;
  /** Finds the card, which can take the focus. */
  readonly id?: string;
  readonly aside?: ReactNode;
  /** What the list was asked for with. */
  readonly query: {
    readonly data: unknown;
    readonly error: unknown;
    readonly isFetching: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  readonly children: ReactNode;
}

/** A card of the hub with letters in it. What goes wrong with them stays in it. */
export function LetterCard({ title, id, aside, query, children }: LetterCardProps) {
  const { t } = useTranslation('admin');
  const error = useKeptError(query);
  const titleId = useId();
  return (
    <section className="admin-card letters" id={id} tabIndex={-1} aria-labelledby={titleId}>
      <div className="admin-card__head">
        <h2 className="admin-card__title" id={titleId}>
          {title}
        </h2>
        {aside}
      </div>
      {error !== null && (
        <FetchFailure text={t('letters.notLoaded')} error={error} isTrying={query.isFetching} onRetry={query.refetch} />
      )}
      {query.data === undefined && error === null && <LettersOutline />}
      {children}
    </section>
  );
}

function LettersOutline() {
  const { t } = useTranslation('webapp');
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('loading')}
      </p>
      <div className="letters__outline" aria-hidden="true">
        <span className="outline" />
        <span className="outline" />
        <span className="outline" />
      </div>
    </>
  );
}
