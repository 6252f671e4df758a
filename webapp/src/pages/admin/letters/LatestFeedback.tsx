import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeedbackItem } from '#core/contracts/admin-letters.ts';
import { feedbackAtom, loadMoreFeedbackAtom } from '../../../state/admin-letters.ts';
import { localeAtom } from '../../../state/preferences.ts';
import { useAtomValue, useSetAtom } from '../../../store.ts';
import { FeedbackRow } from './FeedbackRow.tsx';
import { LetterCard } from './LetterCard.tsx';
import { LetterReader } from './LetterReader.tsx';
import { LoadMore } from './LoadMore.tsx';
import { Moment } from './Moment.tsx';
import { Stars } from './Stars.tsx';
import { useInStep } from './use-in-step.ts';

/** On the hub: what users think of Vanags. */
export function LatestFeedback() {
  const { t } = useTranslation('admin');
  const query = useAtomValue(feedbackAtom);
  const [read, setRead] = useState<FeedbackItem | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const loadMore = useSetAtom(loadMoreFeedbackAtom);
  const feedback = query.data?.flatMap(({ rows }) => rows) ?? [];
  const last = query.data?.at(-1);
  useInStep('feedback', last?.total, query.refetch);
  return (
    <LetterCard title={t('feedback.title')} aside={<Average rating={last?.averageRating ?? null} />} query={query}>
      {last?.total === 0 && <p className="admin-card__empty">{t('feedback.empty')}</p>}
      <ul className="letters__list" ref={list}>
        {feedback.map((item) => (
          <FeedbackRow key={item.id} feedback={item} onRead={() => setRead(item)} />
        ))}
      </ul>
      <LoadMore list={list} rowCount={feedback.length} hasMore={typeof last?.nextCursor === 'string'} load={loadMore} />
      {read && <FeedbackReader feedback={read} onClose={() => setRead(null)} />}
    </LetterCard>
  );
}

function Average({ rating }: { readonly rating: number | null }) {
  const { t } = useTranslation('admin');
  const locale = useAtomValue(localeAtom);
  if (rating === null) return null;
  const average = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(rating);
  return <span className="admin-card__aside">{t('feedback.average', { average })}</span>;
}

function FeedbackReader({ feedback, onClose }: { readonly feedback: FeedbackItem; readonly onClose: () => void }) {
  const { t } = useTranslation('admin');
  const { first_name: name, rating, email, comment, createdAt } = feedback;
  const facts = (
    <>
      <p className="reader__fact">
        <Stars rating={rating} /> <Moment at={createdAt} />
      </p>
      {email !== '' && (
        <p className="reader__fact">
          {t('feedback.reply')}{' '}
          <a className="reader__mail" href={mailTo(email)}>
            {email}
          </a>
        </p>
      )}
    </>
  );
  return <LetterReader name={name || t('letters.nobody')} text={comment} facts={facts} onClose={onClose} />;
}

/** The at sign stays as it is: not every mail program reads it encoded. */
function mailTo(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
}
