import { useTranslation } from 'react-i18next';
import { Row } from '../../components/Row.tsx';
import { Section } from '../../components/Section.tsx';
import { ExportRow } from './ExportRow.tsx';
import { useDeleteAccount } from './use-delete-account.ts';

/** What concerns the account as a whole: take the data along, and end it. */
export function AccountSection() {
  const { t } = useTranslation('account');
  const { isDeleting, start } = useDeleteAccount();
  return (
    <>
      <Section title={t('profile.account')}>
        <ExportRow />
      </Section>
      <div className="profile__end">
        <Section note={t('profile.delete.note')}>
          <Row
            icon="trash"
            tone="danger"
            title={isDeleting ? t('profile.delete.busy') : t('profile.delete.label')}
            isDisabled={isDeleting}
            onClick={() => void start()}
          />
        </Section>
      </div>
    </>
  );
}
