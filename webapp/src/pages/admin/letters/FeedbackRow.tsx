import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeedbackItem } from '#core/contracts/admin-letters.ts';
import { PersonInitial } from '../shared/PersonInitial.tsx';
import { Moment } from './Moment.tsx';
import { previewOf } from './preview.ts';
import { ReadMore } from './ReadMore.tsx';
import { Stars } from './Stars.tsx';

interface FeedbackRowProps {
  readonly feedback: FeedbackItem;
  readonly onRead: () => void;
}

/** What one user thinks; there is more to read where something was written. */
export function FeedbackRow({ feedback, onRead }: FeedbackRowProps) {
  const { t } = useTranslation('admin');
  const id = useId();
  const { first_name: name, rating, email, comment, createdAt } = feedback;
  return (
    <li className="letter" tabIndex={-1}>
      <PersonInitial name={name} />
      <div className="letter__body">
        <div className="letter__head">
          <p className="letter__name" id={`${id}-name`} dir="auto">
            {name || t('letters.nobody')}
          </p>
          <Moment at={createdAt} isShort />
        </div>
        <Stars rating={rating} />
        <p className="letter__preview" dir="auto">
          {comment === '' ? t('feedback.noComment') : previewOf(comment)}
        </p>
        {(comment !== '' || email !== '') && <ReadMore className="letter__more" id={id} onRead={onRead} />}
      </div>
    </li>
  );
}
