import '../../styles/account.css';
import type { ReactNode } from 'react';
import type { useAccountForm } from '../account-forms/use-account-form.ts';
import { useFormElement } from '../account-forms/use-form-element.ts';

interface AccountFormProps {
  readonly form: Pick<ReturnType<typeof useAccountForm>, 'isBusy' | 'fault' | 'trySubmit'>;
  /** What it is about, above the fields. */
  readonly lead?: string;
  readonly action: string;
  readonly busyText: string;
  /** Below the button: another way. */
  readonly after?: ReactNode;
  readonly children: ReactNode;
}

/**
 * The fields of a sheet with their one button. A sheet that opens gives the focus away itself, so that no keyboard
 * covers what it is about.
 */
export function AccountForm({ form, lead, action, busyText, after, children }: AccountFormProps) {
  const { isBusy, fault, trySubmit } = form;
  const element = useFormElement({ isBusy, onSubmit: trySubmit, focusesFirst: 'ifLost' });
  return (
    <form className="account-form" {...element}>
      {lead !== undefined && <p className="account-form__lead">{lead}</p>}
      {children}
      <p className="fault-text account-form__fault" role="alert">
        {fault}
      </p>
      <button className="button button--wide" type="submit" aria-disabled={isBusy}>
        {isBusy ? busyText : action}
      </button>
      {after}
    </form>
  );
}
