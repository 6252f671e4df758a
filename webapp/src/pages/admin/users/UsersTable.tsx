import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { type AdminUser, USER_SORT_KEYS, type UserSort, type UserSortKey } from '#core/contracts/admin-users.ts';
import { Icon } from '../../../components/Icon.tsx';
import { RoleMark } from '../shared/RoleMark.tsx';
import type { AskedDeed } from './deeds.ts';
import { RowMenu } from './RowMenu.tsx';
import { ActiveFilters, UserName } from './UserFacts.tsx';
import { directionOf, sortAfterPress } from './users-view.ts';

export interface UserRowsProps {
  /** undefined while the first answer is on its way. */
  readonly users: readonly AdminUser[] | undefined;
  readonly sort: UserSort;
  readonly onSort: (sort: UserSort) => void;
  readonly onAsk: (asked: AskedDeed) => void;
}

const OUTLINED_ROWS = 12;
const COLUMNS = USER_SORT_KEYS.length + 2;

/** One page of users where there is room for a table. */
export function UsersTable({ users, sort, onSort, onAsk }: UserRowsProps) {
  const { t } = useTranslation('admin');
  return (
    <table className="users-table">
      <thead>
        <tr>
          {USER_SORT_KEYS.map((column) => (
            <SortableHead column={column} sort={sort} onSort={onSort} key={column} />
          ))}
          <th scope="col">{t('users.column.filters')}</th>
          <th className="users-table__actions" scope="col">
            {t('users.column.actions')}
          </th>
        </tr>
      </thead>
      <tbody>{users?.map((user) => <UserRow user={user} onAsk={onAsk} key={user.id} />) ?? <OutlinedRows />}</tbody>
    </table>
  );
}

type SortableHeadProps = Pick<UserRowsProps, 'sort' | 'onSort'> & { readonly column: UserSortKey };

function SortableHead({ column, sort, onSort }: SortableHeadProps) {
  const { t } = useTranslation('admin');
  const direction = directionOf(sort, column);
  return (
    <th scope="col" aria-sort={direction ?? undefined}>
      <button className="users-table__sort" type="button" onClick={() => onSort(sortAfterPress(sort, column))}>
        {t(`users.column.${column}`)}
        {direction && <Icon name={direction === 'ascending' ? 'up' : 'down'} />}
      </button>
    </th>
  );
}

export interface UserRowProps {
  readonly user: AdminUser;
  readonly onAsk: UserRowsProps['onAsk'];
}

/** Drawn anew only when something about the user has changed, not with each letter of a search. */
const UserRow = memo(function UserRow({ user, onAsk }: UserRowProps) {
  return (
    <tr>
      <td className="users__note">{user.id}</td>
      <td>{user.telegram_user_id}</td>
      <td>
        <UserName user={user} />
      </td>
      <td>
        <RoleMark role={user.role} />
      </td>
      <td>
        <ActiveFilters user={user} />
      </td>
      <td className="users-table__actions">
        <RowMenu user={user} onAsk={onAsk} />
      </td>
    </tr>
  );
});

function OutlinedRows() {
  return Array.from({ length: OUTLINED_ROWS }, (_, row) => (
    <tr className="users-table__outline" key={row}>
      {Array.from({ length: COLUMNS }, (_, column) => (
        <td key={column}>
          <div className="outline" />
        </td>
      ))}
    </tr>
  ));
}
