import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { sessionAtom } from '../../state/auth.ts';
import { useAtomValue } from '../../store.ts';
import { Mark } from '../Mark.tsx';
import { useMedia } from '../use-media.ts';
import { NarrowMenu } from './NarrowMenu.tsx';
import { NavLinks } from './NavLinks.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';
import { VisitorChoices } from './VisitorChoices.tsx';

/** From here on the whole bar fits into one line. */
const WIDE = '(width >= 1200px)';

/** The bar on top of every page in a browser: in one line where there is room, else a menu that unfolds. */
export function NavBar() {
  const { t } = useTranslation('webapp');
  const isWide = useMedia(WIDE);
  const { data: user, isPending } = useAtomValue(sessionAtom);
  return (
    <header className="nav-bar">
      <div className="nav-bar__line">
        <Link className="nav-bar__brand" to="/">
          <Mark /> {t('name')}
        </Link>
        {isWide && (
          <nav aria-label={t('nav.label')}>
            <NavLinks isMember={Boolean(user)} />
          </nav>
        )}
        {isWide && !user && <VisitorChoices />}
        {isPending && (
          <span className="nav-bar__loading" role="status">
            {t('loading')}
          </span>
        )}
        {!isPending && !user && <SignInLink />}
        {isWide && user && <ProfileMenu name={user.first_name} />}
        {!isWide && <NarrowMenu isMember={Boolean(user)} />}
      </div>
    </header>
  );
}

function SignInLink() {
  const { t } = useTranslation('webapp');
  return (
    <Link className="nav-bar__sign-in" to="/signup">
      {t('nav.signIn')}
    </Link>
  );
}
