import '../../../styles/admin-user-cards.css';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { USER_SORTS, type UserSort } from '#core/contracts/admin-users.ts';
import { Icon } from '../../../components/Icon.tsx';
import { RoleMark } from '../shared/RoleMark.tsx';
import { RowMenu } from './RowMenu.tsx';
import { ActiveFilters, UserName } from './UserFacts.tsx';
import type { UserRowProps, UserRowsProps } from './UsersTable.tsx';
import { sortKeyOf } from './users-view.ts';

const OUTLINED_CARDS = 6;

/** One page of users on a phone, with what the table's head says beside each fact. */
export function UserCards({ users, sort, onSort, onAsk }: UserRowsProps) {
  return (
    <>
      <SortChoice sort={sort} onSort={onSort} />
      <ul className="user-cards">
        {users?.map((user) => <UserCard user={user} onAsk={onAsk} key={user.id} />) ?? <OutlinedCards />}
      </ul>
    </>
  );
}

/** The device's own list: eight choices would not fit into a row. */
function SortChoice({ sort, onSort }: Pick<UserRowsProps, 'sort' | 'onSort'>) {
  const { t } = useTranslation('admin');
  return (
    <label className="user-sort">
      <span className="user-sort__label">{t('users.sort')}</span>
      <span className="user-sort__box">
        <select className="user-sort__select" value={sort} onChange={(event) => onSort(event.target.value as UserSort)}>
          {USER_SORTS.map((each) => (
            <option value={each} key={each}>
              {`${t(`users.column.${sortKeyOf(each)}`)} ${each.startsWith('-') ? '↓' : '↑'}`}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
    </label>
  );
}

const UserCard = memo(function UserCard({ user, onAsk }: UserRowProps) {
  const { t } = useTranslation('admin');
  return (
    <li className="user-card">
      <div className="user-card__head">
        <UserName user={user} />
        <RowMenu user={user} onAsk={onAsk} />
      </div>
      <dl className="user-card__facts">
        <dt>{t('users.column.role')}</dt>
        <dd>
          <RoleMark role={user.role} />
        </dd>
        <dt>{t('users.column.filters')}</dt>
        <dd>
          <ActiveFilters user={user} />
        </dd>
        <dt>{t('users.column.id')}</dt>
        <dd>{user.id}</dd>
        <dt>{t('users.column.telegram_user_id')}</dt>
        <dd>{user.telegram_user_id}</dd>
      </dl>
    </li>
  );
});

function OutlinedCards() {
  return Array.from({ length: OUTLINED_CARDS }, (_, card) => (
    <li className="user-card outline user-card--outline" key={card} aria-hidden="true" />
  ));
}
