import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../components/error-text.ts';
import { useSubmit } from '../../../components/use-submit.ts';

interface LoadMoreProps {
  /** Whose children are the rows; each can take the focus. */
  readonly list: RefObject<HTMLElement | null>;
  readonly rowCount: number;
  readonly hasMore: boolean;
  readonly load: () => Promise<void>;
}

/** Lets a list grow. Whoever pressed goes on at the first row that came. */
export function LoadMore({ list, rowCount, hasMore, load }: LoadMoreProps) {
  const { t } = useTranslation(['fault', 'errors', 'admin', 'webapp']);
  const { isBusy, failure, submit } = useSubmit(load);
  const countBefore = useRef<number | null>(null);
  useEffect(() => {
    if (countBefore.current === null || rowCount <= countBefore.current) return;
    const first = list.current?.children[countBefore.current];
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
    countBefore.current = null;
  }, [list, rowCount]);
  // Whatever comes later was not waited for.
  useEffect(() => {
    if (failure) countBefore.current = null;
  }, [failure]);
  const press = () => {
    countBefore.current = rowCount;
    void submit();
  };
  if (!hasMore) return null;
  return (
    <div className="load-more">
      <button className="admin-button" type="button" aria-disabled={isBusy} onClick={press}>
        {isBusy ? t('webapp:loading') : t('admin:letters.loadMore')}
      </button>
      <p className="fault-text" role="alert">
        {failure && errorText(failure.error, t)}
      </p>
    </div>
  );
}
