import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usernameFault } from '#core/contracts/account-rules.ts';
import { TextField } from '../../components/TextField.tsx';
import { beginPasswordAtom, passwordIsSetAtom } from '../../state/credentials.ts';
import { useSetAtom } from '../../store.ts';
import { NewPasswordFields } from '../account-forms/NewPasswordFields.tsx';
import { newPasswordFaults } from '../account-forms/new-password.ts';
import { UsernameField } from '../account-forms/UsernameField.tsx';
import { useAccountForm } from '../account-forms/use-account-form.ts';
import { VerificationStep } from '../account-forms/VerificationStep.tsx';
import { AccountForm } from './AccountForm.tsx';
import { useBegunChange } from './use-begun-change.ts';

const EMPTY = { username: '', password: '', confirmPassword: '', email: '' };
type FirstPassword = typeof EMPTY;

interface FirstPasswordStepsProps {
  readonly userId: number;
  readonly onDone: () => void;
}

/** The first username and password of who came by Telegram: the fields, then the code from the chat. */
export function FirstPasswordSteps({ userId, onDone }: FirstPasswordStepsProps) {
  const { t } = useTranslation('account');
  const [values, setValues] = useState(EMPTY);
  const { verification, restart } = useBegunChange('password', userId);
  const passwordIsSet = useSetAtom(passwordIsSetAtom);
  if (!verification) return <FirstPasswordForm values={values} onChange={setValues} />;
  return (
    <VerificationStep
      verification={verification}
      lead={t('profile.firstPassword.verify')}
      success={null}
      hasWayBack
      onRestart={restart}
      onVerified={() => {
        passwordIsSet();
        onDone();
      }}
    />
  );
}

interface FirstPasswordFormProps {
  readonly values: FirstPassword;
  readonly onChange: (values: FirstPassword) => void;
}

function FirstPasswordForm({ values, onChange }: FirstPasswordFormProps) {
  const { t } = useTranslation('account');
  const beginPassword = useSetAtom(beginPasswordAtom);
  const form = useAccountForm({ values, faults: faultsOf(values), send: () => beginPassword(requestOf(values)) });
  return (
    <AccountForm
      form={form}
      lead={t('profile.firstPassword.lead')}
      action={t('profile.firstPassword.next')}
      busyText={t('profile.firstPassword.nextBusy')}
    >
      <UsernameField
        isNew
        value={values.username}
        onChange={(username) => onChange({ ...values, username })}
        fault={form.faultOf('username')}
      />
      <NewPasswordFields
        value={values}
        onChange={(written) => onChange({ ...values, ...written })}
        faults={{ password: form.faultOf('password'), confirmPassword: form.faultOf('confirmPassword') }}
        known={[values.username, values.email]}
      />
      <TextField
        label={t('profile.firstPassword.email')}
        type="email"
        name="email"
        autoComplete="email"
        autoCapitalize="none"
        value={values.email}
        onChange={(email) => onChange({ ...values, email })}
        fault={form.faultOf('email')}
      />
    </AccountForm>
  );
}

function faultsOf(values: FirstPassword) {
  const fault = usernameFault(values.username.trim());
  return { ...(fault && { username: fault }), ...newPasswordFaults(values) };
}

function requestOf({ username, password, confirmPassword, email }: FirstPassword) {
  const given = email.trim();
  return { username: username.trim(), password, confirmPassword, ...(given !== '' && { email: given }) };
}
