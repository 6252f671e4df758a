import { useTranslation } from 'react-i18next';
import { Page } from '../components/Page.tsx';
import { StateScreen } from '../components/StateScreen.tsx';

export function NotFoundPage() {
  const { t } = useTranslation('webapp');
  return (
    <Page back="/">
      <StateScreen heading="h1" title={t('notFound.title')} text={t('notFound.text')} />
    </Page>
  );
}
