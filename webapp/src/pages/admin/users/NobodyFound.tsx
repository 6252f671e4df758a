import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRoleName } from '../../../components/use-role-name.ts';
import { useFocusHandover } from '../shared/use-focus-handover.ts';
import type { UsersView } from './users-view.ts';

interface NobodyFoundProps {
  readonly view: UsersView;
  readonly onClear: () => void;
}

/** What was searched, and the way back to everybody. */
export function NobodyFound({ view: { search, role }, onClear }: NobodyFoundProps) {
  const { t } = useTranslation(['admin', 'common']);
  const roleName = useRoleName();
  const button = useRef<HTMLButtonElement>(null);
  useFocusHandover(button);
  const searched = search !== '' && t('users.searchedFor', { text: t('common:quoted', { text: search }) });
  const inRole = role !== null && t('users.searchedRole', { role: roleName(role) });
  return (
    <div className="users-notice">
      <div>
        <h2 className="users-notice__title">{t('users.nobody')}</h2>
        <p className="users-notice__text">{[searched, inRole].filter(Boolean).join(' · ')}</p>
      </div>
      <button className="admin-button" ref={button} type="button" onClick={onClear}>
        {t('users.showAll')}
      </button>
    </div>
  );
}
