import '../../styles/profile.css';
import { useTranslation } from 'react-i18next';
import type { SettingsResponse } from '#core/contracts/settings.ts';
import type { UserResponse } from '#core/contracts/user.ts';
import { ErrorScreen } from '../../components/ErrorScreen.tsx';
import { Page } from '../../components/Page.tsx';
import { Row } from '../../components/Row.tsx';
import { Section } from '../../components/Section.tsx';
import { useRoleName } from '../../components/use-role-name.ts';
import { userAtom } from '../../state/auth.ts';
import { filterLimitAtom, filtersAtom } from '../../state/filters.ts';
import { settingsAtom } from '../../state/settings.ts';
import { useAtomValue } from '../../store.ts';
import { AccountSection } from './AccountSection.tsx';
import { AlertsSwitchRow } from './AlertsSwitchRow.tsx';
import { DeliveryRow } from './DeliveryRow.tsx';
import { LookSection } from './LookSection.tsx';
import { PlanSection } from './PlanSection.tsx';
import { ProfileSkeleton } from './ProfileSkeleton.tsx';
import { QuietHoursRow } from './QuietHoursRow.tsx';
import { TestAlertRow } from './TestAlertRow.tsx';

/** The person, their plan, and everything that they can set. */
export function ProfilePage() {
  const { t } = useTranslation('fault');
  const user = useAtomValue(userAtom);
  const filters = useAtomValue(filtersAtom);
  const limit = useAtomValue(filterLimitAtom);
  const settings = useAtomValue(settingsAtom);
  const failed = [user, filters, limit, settings].filter((query) => query.isError && !query.data);
  if (failed[0]) {
    const retry = () => Promise.all(failed.map((query) => query.refetch()));
    return <ErrorScreen error={failed[0].error} title={t('failure.user')} back="/main" onRetry={retry} />;
  }
  return (
    <Page back="/main">
      {user.data && filters.data && limit.data && settings.data ? (
        <>
          <Person user={user.data} />
          <PlanSection active={filters.data.filter((filter) => filter.active === 1).length} limit={limit.data.limit} />
          <NotificationsSection settings={settings.data} />
          <LookSection />
          <AccountSection user={user.data} />
        </>
      ) : (
        <ProfileSkeleton />
      )}
    </Page>
  );
}

function Person({ user: { first_name, role } }: { readonly user: UserResponse }) {
  const { t } = useTranslation('account');
  const plan = useRoleName()(role);
  const [initial] = new Intl.Segmenter().segment(first_name);
  return (
    <div className="person">
      <span className="person__picture" aria-hidden="true">
        {initial?.segment.toUpperCase()}
      </span>
      <h1 className="person__name">{first_name}</h1>
      <p className="person__plan">{plan === null ? t('profile.notSpecified') : t('profile.plan', { plan })}</p>
    </div>
  );
}

function NotificationsSection({ settings }: { readonly settings: SettingsResponse }) {
  const { t } = useTranslation('account');
  return (
    <Section title={t('profile.notifications')}>
      <AlertsSwitchRow settings={settings} />
      <DeliveryRow settings={settings} />
      <QuietHoursRow settings={settings} />
      <TestAlertRow />
      <Row icon="car" title={t('profile.latest')} to="/alerts" />
    </Section>
  );
}
