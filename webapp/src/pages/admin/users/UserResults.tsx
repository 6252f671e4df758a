import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMedia } from '../../../components/use-media.ts';
import { usersAtom } from '../../../state/admin-users.ts';
import { useAtomValue } from '../../../store.ts';
import { FetchFailure } from '../shared/FetchFailure.tsx';
import { useKeptError } from '../shared/use-kept-error.ts';
import type { AskedDeed } from './deeds.ts';
import { NobodyFound } from './NobodyFound.tsx';
import { Paging } from './Paging.tsx';
import { UserCards } from './UserCards.tsx';
import { UsersTable } from './UsersTable.tsx';
import type { useUsersView } from './use-users-view.ts';

/** From here on there is room for all columns. */
const TABLE = '(width >= 768px)';

interface UserResultsProps {
  readonly shown: ReturnType<typeof useUsersView>;
  readonly region: RefObject<HTMLElement>;
  readonly onAsk: (asked: AskedDeed) => void;
}

/** The users that were asked for; those before stay, dimmed, until they are there. */
export function UserResults({ shown, region, onAsk }: UserResultsProps) {
  const { t } = useTranslation(['admin', 'webapp']);
  const { data, error: newError, isFetching, isPlaceholderData, refetch } = useAtomValue(usersAtom);
  const error = useKeptError({ data: isPlaceholderData ? undefined : data, error: newError });
  const Rows = useMedia(TABLE) ? UsersTable : UserCards;
  const before = useSettled(shown.rowsBefore, isPlaceholderData);
  const count = data?.allUsers.length;
  useTopOfPage(region, shown.rowsBefore);
  useWayOutOfEmptyPage(count === 0 && !isPlaceholderData && shown.rowsBefore > 0, shown.leaveEmptyPage);
  const nextCursor = isPlaceholderData ? null : (data?.nextCursor ?? null);
  return (
    <>
      {error !== null && (
        <FetchFailure text={t('users.notFetched')} error={error} isTrying={isFetching} onRetry={refetch} />
      )}
      <section
        className="users"
        ref={region}
        tabIndex={-1}
        aria-label={t('users.title')}
        aria-busy={isPlaceholderData || (!data && error === null)}
      >
        {(data || error === null) && count !== 0 && (
          <Rows users={data?.allUsers} sort={shown.view.sort} onSort={(sort) => shown.change({ sort })} onAsk={onAsk} />
        )}
        {!data && error === null && (
          <p className="visually-hidden" role="status">
            {t('webapp:loading')}
          </p>
        )}
        {count === 0 && <NobodyFound view={shown.view} onClear={() => shown.change({ search: '', role: null })} />}
        {data && count !== undefined && (
          <Paging
            before={before}
            count={count}
            total={data.total}
            onPrevious={shown.rowsBefore === 0 ? null : shown.turnBack}
            onNext={nextCursor === null ? null : () => shown.turnTo(nextCursor)}
          />
        )}
      </section>
    </>
  );
}

/** The value that belongs to what is on the page while the next is on its way. */
function useSettled(value: number, isOnItsWay: boolean): number {
  const settled = useRef(value);
  if (!isOnItsWay) settled.current = value;
  return settled.current;
}

/** Who turns the page at its foot goes on at its head. */
function useTopOfPage(region: RefObject<HTMLElement>, page: number): void {
  useEffect(() => {
    const { current } = region;
    if (current && current.getBoundingClientRect().top < 0) current.scrollIntoView({ block: 'start' });
  }, [region, page]);
}

/** The last row of the last page may be deleted. */
function useWayOutOfEmptyPage(isPastEnd: boolean, leave: () => void): void {
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => {
    if (isPastEnd) latest.current();
  }, [isPastEnd]);
}
