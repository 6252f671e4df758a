import { useTranslation } from 'react-i18next';
import { Section } from '../../components/Section.tsx';

/** The profile before anything of it is known. */
export function ProfileSkeleton() {
  const { t } = useTranslation(['account', 'webapp']);
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('webapp:loading')}
      </p>
      <div className="profile-outline" aria-hidden="true">
        <div className="person">
          <span className="person__picture person__picture--outline outline" />
          <span className="outline outline--person" />
          <span className="outline outline--plan" />
        </div>
        <div className="card outline outline--plan-use" />
        <Section title={t('account:profile.notifications')}>
          <div className="outline outline--rows" />
        </Section>
      </div>
    </>
  );
}
