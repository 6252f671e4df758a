import { useTranslation } from 'react-i18next';
import { figuresAtom, figuresPausedAtom } from '../../../state/admin-figures.ts';
import { localeAtom } from '../../../state/preferences.ts';
import { useAtomValue } from '../../../store.ts';
import { clockText, dayText } from '../shared/riga-time.ts';

/** Of when the figures are. Only that they stand still is announced: they change every few seconds. */
export function Freshness({ at }: { readonly at: string }) {
  const { t } = useTranslation('admin');
  const locale = useAtomValue(localeAtom);
  const isPaused = useAtomValue(figuresPausedAtom);
  const { error, isFetching, refetch } = useAtomValue(figuresAtom);
  return (
    <p className="freshness">
      <time dateTime={at}>
        {`${dayText(at, locale)} · `}
        <span className="freshness__updated">{t('hub.updated', { time: clockText(at) })}</span>
      </time>
      <span className="freshness__stop" role="status">
        {error ? t('hub.notRefreshed') : isPaused && t('hub.paused')}
      </span>
      {(error || isPaused) && (
        <button
          className="freshness__refresh"
          type="button"
          aria-disabled={isFetching}
          onClick={() => void refetch({ cancelRefetch: false })}
        >
          {t('hub.refresh')}
        </button>
      )}
    </p>
  );
}
