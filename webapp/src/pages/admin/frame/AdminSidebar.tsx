import { ProfileMenu } from '../../../components/nav-bar/ProfileMenu.tsx';
import { sessionAtom } from '../../../state/auth.ts';
import { useAtomValue } from '../../../store.ts';
import { AdminBrand } from './AdminBrand.tsx';
import { AdminNav } from './AdminNav.tsx';

/** The column beside the administrators' pages: where they can go, and at its foot who they are. */
export function AdminSidebar() {
  const name = useAtomValue(sessionAtom).data?.first_name;
  return (
    <header className="admin-side">
      <div className="admin-side__head">
        <AdminBrand />
      </div>
      <AdminNav />
      {name !== undefined && (
        <div className="admin-side__person">
          <ProfileMenu name={name} />
        </div>
      )}
    </header>
  );
}
