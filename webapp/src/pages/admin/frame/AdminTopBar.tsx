import { NarrowMenu } from '../../../components/nav-bar/NarrowMenu.tsx';
import { launchAtom } from '../../../state/launch.ts';
import { useAtomValue } from '../../../store.ts';
import { AdminBrand } from './AdminBrand.tsx';
import { AdminNav } from './AdminNav.tsx';

/** The same on narrow screens: a line that stays in sight, and the pages as tabs below it. */
export function AdminTopBar() {
  const isInTelegram = useAtomValue(launchAtom) !== null;
  return (
    <header className="admin-top">
      <div className="admin-top__line">
        <AdminBrand />
        {/* Telegram keeps the person signed in, and its own menu leads to the profile. */}
        {!isInTelegram && <NarrowMenu isMember />}
      </div>
      <AdminNav />
    </header>
  );
}
