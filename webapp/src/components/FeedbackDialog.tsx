import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_COMMENT_CHARACTERS } from '#core/contracts/feedback.ts';
import { ApiError } from '../api/client.ts';
import { feedbackDraftAtom, sendFeedbackAtom } from '../state/drafts.ts';
import { useAtom, useSetAtom } from '../store.ts';
import '../styles/info.css';
import { CountedText } from './CountedText.tsx';
import { Sheet } from './Sheet.tsx';
import { StarRating } from './StarRating.tsx';
import { ThankYou } from './ThankYou.tsx';
import { useSubmit } from './use-submit.ts';
import { useSubmitFault } from './use-submit-fault.ts';

/** What a person thinks of Vanags. What was written stays until it is sent, also when the sheet is closed. */
export function FeedbackDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('pages');
  const formId = useId();
  const faultOf = useSubmitFault(t('feedback.failed'));
  const { isBusy, isDone, failure, submit } = useSubmit(useSetAtom(sendFeedbackAtom));
  const send = (
    <button className="button button--wide" type="submit" form={formId} disabled={isBusy}>
      {isBusy ? t('feedback.sending') : t('feedback.send')}
    </button>
  );
  return (
    <Sheet title={t('feedback.title')} onClose={onClose} {...(isDone ? {} : { footer: send })}>
      {isDone ? (
        <ThankYou heading="h2" title={t('feedback.thanksTitle')} text={t('feedback.thanksText')} />
      ) : (
        <FeedbackForm
          id={formId}
          onSend={() => void submit()}
          fault={failure && faultOf(failure.error)}
          field={failure?.error instanceof ApiError ? failure.error.details.field : undefined}
        />
      )}
    </Sheet>
  );
}

interface FeedbackFormProps {
  readonly id: string;
  readonly onSend: () => void;
  readonly fault: string | null;
  /** The field that the fault is about, when it is about one. */
  readonly field: string | undefined;
}

function FeedbackForm({ id, onSend, fault, field }: FeedbackFormProps) {
  const { t } = useTranslation(['pages', 'errors']);
  const [draft, setDraft] = useAtom(feedbackDraftAtom);
  const [isUnrated, setIsUnrated] = useState(false);
  const faultOf = (name: string) => (field === name ? fault : null);
  const isNamed = field === 'email' || field === 'comment' || field === 'rating';
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (fault) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [fault]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setIsUnrated(draft.rating === null);
    if (draft.rating === null) form.current?.querySelector<HTMLElement>('[type="radio"]')?.focus();
    else onSend();
  };
  return (
    <form className="feedback" id={id} ref={form} noValidate onSubmit={send}>
      <StarRating
        label={t('feedback.rating')}
        rating={draft.rating}
        onChange={(rating) => setDraft({ ...draft, rating })}
        fault={isUnrated && draft.rating === null ? t('errors:feedback.ratingRange') : faultOf('rating')}
      />
      <CountedText
        label={t('feedback.comment')}
        text={draft.comment}
        onChange={(comment) => setDraft({ ...draft, comment })}
        limit={MAX_COMMENT_CHARACTERS}
        note={t('feedback.optional')}
        fault={faultOf('comment')}
      />
      <EmailField
        label={t('feedback.email')}
        email={draft.email}
        onChange={(email) => setDraft({ ...draft, email })}
        fault={faultOf('email')}
      />
      <p className="field__fault" role="alert">
        {!isNamed && fault}
      </p>
    </form>
  );
}

interface EmailFieldProps {
  readonly label: string;
  readonly email: string;
  readonly onChange: (email: string) => void;
  readonly fault: string | null;
}

function EmailField({ label, email, onChange, fault }: EmailFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <input
        className="field__line"
        id={id}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        value={email}
        aria-invalid={fault ? true : undefined}
        aria-describedby={`${id}-fault`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className="field__fault" id={`${id}-fault`} role="alert">
        {fault}
      </p>
    </div>
  );
}
