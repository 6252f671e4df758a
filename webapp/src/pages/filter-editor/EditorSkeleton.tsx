import { useTranslation } from 'react-i18next';
import { Page } from '../../components/Page.tsx';
import { FILTERS_PATH } from './use-attempt.ts';

/** The editor before its filter is there: its titles, and the cards in outline. */
export function EditorSkeleton() {
  const { t } = useTranslation(['editor', 'webapp']);
  return (
    <Page back={FILTERS_PATH}>
      <h1 className="visually-hidden">{t('editor:title')}</h1>
      <p className="visually-hidden" role="status">
        {t('webapp:loading')}
      </p>
      <div className="editor-outline" aria-hidden="true">
        <span className="card outline outline--head" />
        <CardOutline title={t('editor:section.car')} kind="car" />
        <CardOutline title={t('editor:section.money')} kind="money" />
        <CardOutline title={t('editor:section.look')} kind="look" />
      </div>
    </Page>
  );
}

function CardOutline({ title, kind }: { readonly title: string; readonly kind: 'car' | 'money' | 'look' }) {
  return (
    <>
      <p className="section-header">{title}</p>
      <span className={`card outline outline--${kind}`} />
    </>
  );
}
