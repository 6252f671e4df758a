import { useTranslation } from 'react-i18next';
import { i18n } from '../i18n.ts';
import { ChunkLoadError } from '../routing/load-chunk.ts';
import { StateScreen } from './StateScreen.tsx';

/** A fault of the app itself: says what failed and offers a fresh page. Works where nothing else does. */
export function UnexpectedError({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('fault', { i18n });
  const detail = error instanceof Error ? error.message : String(error);
  const missing = navigator.onLine ? t('failure.broken') : t('failure.offline');
  return (
    <main className="page">
      <div role="alert">
        <StateScreen
          heading="h1"
          title={t('unexpected.title')}
          text={error instanceof ChunkLoadError ? missing : t('unexpected.text')}
          action={
            <>
              {/* A failed part is remembered as failed by the page; only a fresh page asks the network again. */}
              <button className="button" type="button" onClick={() => window.location.reload()}>
                {t('unexpected.reload')}
              </button>
              <p className="state__detail">{detail}</p>
            </>
          }
        />
      </div>
    </main>
  );
}
