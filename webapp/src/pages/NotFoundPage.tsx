import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Page } from '../components/Page.tsx';
import { StateScreen } from '../components/StateScreen.tsx';
import { launchAtom } from '../state/launch.ts';
import { useAtomValue } from '../store.ts';

/** An address that leads nowhere, and the way home. */
export function NotFoundPage() {
  const { t } = useTranslation('pages');
  const isInTelegram = useAtomValue(launchAtom) !== null;
  const home = (
    <Link className="button" to={isInTelegram ? '/filters' : '/'} replace>
      {isInTelegram ? t('notFound.filters') : t('notFound.home')}
    </Link>
  );
  return (
    <Page>
      <StateScreen heading="h1" title={t('notFound.title')} text={t('notFound.text')} action={home} />
    </Page>
  );
}
