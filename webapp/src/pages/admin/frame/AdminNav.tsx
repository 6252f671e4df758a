import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { formatWhole } from '#core/i18n/formats.ts';
import { Icon, type IconName } from '../../../components/Icon.tsx';
import { figuresAtom } from '../../../state/admin-figures.ts';
import { useAtomValue } from '../../../store.ts';

interface Place {
  readonly to: string;
  readonly name: 'hub' | 'users' | 'problems';
  readonly icon: IconName;
}

const PLACES: readonly Place[] = [
  { to: '/admin', name: 'hub', icon: 'grid' },
  { to: '/admin/console', name: 'users', icon: 'people' },
  { to: '/admin/reported-problems', name: 'problems', icon: 'flag' },
];

/** The administrators' pages; the current one is marked. */
export function AdminNav() {
  const { t } = useTranslation('admin');
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  return (
    <nav className="admin-nav" aria-label={t('frame.nav')}>
      <ul className="admin-nav__list" ref={list}>
        {PLACES.map(({ to, name, icon }) => (
          <li key={to}>
            <NavLink className="admin-nav__link" to={to} end>
              <Icon name={icon} />
              {t(`frame.${name}`)}
              {name === 'problems' && <OpenProblems />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function OpenProblems() {
  const { t } = useTranslation('admin');
  const count = useAtomValue(figuresAtom).data?.problems ?? 0;
  if (count === 0) return null;
  return (
    <span className="admin-nav__count">
      <span aria-hidden="true">{formatWhole(count)}</span>
      <span className="visually-hidden">{t('frame.openProblems', { count })}</span>
    </span>
  );
}
