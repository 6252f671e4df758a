import '../../styles/sign-in.css';
import { useTranslation } from 'react-i18next';
import { Link, type LinkProps } from 'react-router';
import type { SessionUser } from '#core/contracts/user.ts';
import { logInByPassword } from '../../api/account-endpoints.ts';
import { PasswordField } from '../../components/PasswordField.tsx';
import { UsernameField } from '../account-forms/UsernameField.tsx';
import { useAccountForm } from '../account-forms/use-account-form.ts';
import type { Fault } from '../account-forms/use-field-faults.ts';
import { useFormElement } from '../account-forms/use-form-element.ts';
import { useDoorFault } from './use-door-fault.ts';

/** What is typed into the log-in. */
export interface Typed {
  readonly username: string;
  readonly password: string;
}

interface PasswordFormProps {
  readonly typed: Typed;
  readonly onType: (typed: Typed) => void;
  readonly onEnter: (user: SessionUser) => Promise<void>;
  /** Where a forgotten password is replaced. */
  readonly reset: Pick<LinkProps, 'to' | 'state'>;
}

/** The log-in with username and password. What was typed stays, whatever becomes of it. */
export function PasswordForm({ typed, onType, onEnter, reset }: PasswordFormProps) {
  const { t } = useTranslation('signin');
  const wordsOf = useDoorFault(t('password.failed'));
  const send = async () => onEnter((await logInByPassword(typed)).user);
  const { isBusy, fault, faultOf, trySubmit } = useAccountForm<keyof Typed>({
    values: typed,
    faults: faultsOf(typed),
    send,
    wordsOf,
  });
  const element = useFormElement({ isBusy, onSubmit: trySubmit });
  return (
    <form className="card sign-in__card" {...element} aria-label={t('password.label')}>
      <div className="sign-in__fields sign-in__fields--pair">
        <UsernameField
          isNew={false}
          value={typed.username}
          onChange={(username) => onType({ ...typed, username })}
          fault={faultOf('username')}
        />
        <PasswordField
          label={t('password.field')}
          autoComplete="current-password"
          enterKeyHint="go"
          value={typed.password}
          onChange={(password) => onType({ ...typed, password })}
          fault={faultOf('password')}
        />
        <button className="button button--wide" type="submit" aria-disabled={isBusy}>
          {isBusy ? t('busy') : t('submit')}
        </button>
        <p className="fault-text" role="alert">
          {fault}
        </p>
        <Link className="sign-in__link" {...reset}>
          {t('password.forgotten')}
        </Link>
      </div>
    </form>
  );
}

function faultsOf({ username, password }: Typed) {
  const faults: Partial<Record<keyof Typed, Fault>> = {};
  if (username === '') faults.username = 'user.usernameRequired';
  if (password === '') faults.password = 'user.passwordRequired';
  return faults;
}
