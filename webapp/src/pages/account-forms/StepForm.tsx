import '../../styles/account-forms.css';
import { type ReactNode, useId } from 'react';
import { useFormElement } from './use-form-element.ts';

interface StepFormProps {
  readonly title: string;
  /** Where the step stands among the others. */
  readonly progress?: ReactNode;
  /** Below the title. */
  readonly lead?: string;
  readonly submitText: string;
  readonly isBusy?: boolean;
  /** Why it could not be sent, where no field is to blame. */
  readonly failure?: string | null;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** One step of a form. The focus goes to its first field, and to the first wrong one when it cannot be sent. */
export function StepForm(props: StepFormProps) {
  const { title, progress, lead, submitText, isBusy = false, failure = null, onSubmit, children } = props;
  const id = useId();
  const element = useFormElement({ isBusy, onSubmit, focusesFirst: 'always' });
  return (
    <form className="step-form" {...element} aria-labelledby={`${id}-title`} aria-describedby={`${id}-progress`}>
      <div id={`${id}-progress`}>{progress}</div>
      <h2 className="step-form__title" id={`${id}-title`}>
        {title}
      </h2>
      {lead !== undefined && <p className="page-lead">{lead}</p>}
      <div className="card step-form__fields">{children}</div>
      <p className="step-form__failure" role="alert">
        {failure}
      </p>
      <button className="button button--wide" type="submit" aria-disabled={isBusy}>
        {submitText}
      </button>
    </form>
  );
}
