import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { botUrlAtom } from '../../state/config.ts';
import { useAtomValue } from '../../store.ts';

/** The pages that are always near; the current one is marked. The filters are kept in Telegram, so their link opens the bot. */
export function NavLinks({ isMember }: { readonly isMember: boolean }) {
  const { t } = useTranslation('webapp');
  const botUrl = useAtomValue(botUrlAtom);
  return (
    <ul className="nav-bar__links">
      {isMember && <PageLink to="/main" text={t('nav.menu')} />}
      {isMember && botUrl !== null && (
        <li>
          <a className="nav-bar__link" href={botUrl}>
            {t('nav.filters')}
          </a>
        </li>
      )}
      {isMember && <PageLink to="/profile" text={t('nav.profile')} />}
      <PageLink to="/how-it-works" text={t('nav.howItWorks')} />
      <PageLink to="/contact" text={t('nav.contact')} />
    </ul>
  );
}

function PageLink({ to, text }: { readonly to: string; readonly text: string }) {
  return (
    <li>
      <NavLink className="nav-bar__link" to={to} end>
        {text}
      </NavLink>
    </li>
  );
}
