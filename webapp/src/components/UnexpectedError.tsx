import { useTranslation } from 'react-i18next';
import { i18n } from '../i18n.ts';
import { StateScreen } from './StateScreen.tsx';

/** A fault of the app itself: says what failed and offers a fresh page. Works where nothing else does. */
export function UnexpectedError({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('webapp', { i18n });
  const detail = error instanceof Error ? error.message : String(error);
  return (
    <main className="page" role="alert">
      <StateScreen
        heading="h1"
        title={t('unexpected.title')}
        text={t('unexpected.text')}
        action={
          <>
            <button className="button" type="button" onClick={() => window.location.reload()}>
              {t('unexpected.reload')}
            </button>
            <p className="state__detail">{detail}</p>
          </>
        }
      />
    </main>
  );
}
