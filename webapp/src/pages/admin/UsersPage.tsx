import '../../styles/admin-users.css';
import '../../styles/admin-users-tools.css';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatWhole } from '#core/i18n/formats.ts';
import { usersAtom } from '../../state/admin-users.ts';
import { useAtomValue } from '../../store.ts';
import { AdminPage } from './AdminPage.tsx';
import { Banner } from './shared/Banner.tsx';
import { useBanner } from './shared/use-banner.ts';
import { DeedDialog } from './users/DeedDialog.tsx';
import { countAll, RoleTabs } from './users/RoleTabs.tsx';
import { SearchBox } from './users/SearchBox.tsx';
import { UserResults } from './users/UserResults.tsx';
import { useDeed } from './users/use-deed.ts';
import { useKeptFocus } from './users/use-kept-focus.ts';
import { useUsersView } from './users/use-users-view.ts';

const BANNER_MS = 3000;

/** The console: all users, found by name or number, one page of them at a time. */
export function UsersPage() {
  const { t } = useTranslation('admin');
  const shown = useUsersView();
  const { data } = useAtomValue(usersAtom);
  const { banner, show, dismiss } = useBanner(BANNER_MS);
  const { asked, isBusy, ask, cancel, confirm } = useDeed(show);
  const region = useRef<HTMLElement>(null);
  useKeptFocus(region, asked !== null, data);
  return (
    <AdminPage title={t('users.title')} note={data && formatWhole(countAll(data.byRole))}>
      <Banner banner={banner} onDismiss={dismiss} />
      <div className="users-tools">
        <SearchBox searched={shown.view.search} onSearch={shown.changeSearch} />
        <RoleTabs byRole={data?.byRole} chosen={shown.view.role} onChoose={(role) => shown.change({ role })} />
      </div>
      <UserResults shown={shown} region={region} onAsk={ask} />
      {asked && data && (
        <DeedDialog
          asked={asked}
          limits={data.limits}
          isBusy={isBusy}
          onConfirm={() => void confirm()}
          onClose={cancel}
        />
      )}
    </AdminPage>
  );
}
