import { useTranslation } from 'react-i18next';
import { formatWhole } from '#core/i18n/formats.ts';

interface PagingProps {
  /** Rows on the pages before. */
  readonly before: number;
  readonly count: number;
  readonly total: number;
  /** null: there is no such page. */
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
}

/** Which rows of how many are shown, and the way to the others. Tells when they are others, or none. */
export function Paging({ before, count, total, onPrevious, onNext }: PagingProps) {
  const { t } = useTranslation('admin');
  return (
    <nav className="paging" aria-label={t('users.pages')}>
      <p className="paging__range" role="status">
        {count === 0 ? (
          <span className="visually-hidden">{t('users.nobody')}</span>
        ) : (
          t('users.range', {
            from: formatWhole(before + 1),
            to: formatWhole(before + count),
            total: formatWhole(total),
          })
        )}
      </p>
      {count > 0 && (
        <>
          <PagingButton text={t('users.previous')} onPress={onPrevious} />
          <PagingButton text={t('users.next')} onPress={onNext} />
        </>
      )}
    </nav>
  );
}

/** Not really disabled at the end: that would take the focus from who has just pressed it. */
function PagingButton({ text, onPress }: { readonly text: string; readonly onPress: (() => void) | null }) {
  return (
    <button className="admin-button" type="button" aria-disabled={onPress === null} onClick={() => onPress?.()}>
      {text}
    </button>
  );
}
