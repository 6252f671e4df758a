import { useTranslation } from 'react-i18next';
import { beginPasswordAtom } from '../../state/credentials.ts';
import { useSetAtom } from '../../store.ts';
import { KeptUsername } from '../account-forms/KeptUsername.tsx';
import { NewPasswordFields } from '../account-forms/NewPasswordFields.tsx';
import { newPasswordFaults } from '../account-forms/new-password.ts';
import { useAccountForm } from '../account-forms/use-account-form.ts';
import { AccountForm } from './AccountForm.tsx';
import type { PasswordFormProps } from './PasswordForm.tsx';

/** A new password for who has forgotten the current one; what was typed for it already is kept. */
export function PasswordResetForm({ username, values, onChange }: PasswordFormProps) {
  const { t } = useTranslation('account');
  const beginPassword = useSetAtom(beginPasswordAtom);
  const { password, confirmPassword } = values;
  const written = { password, confirmPassword };
  const send = () => beginPassword({ username, ...written });
  const form = useAccountForm({ values: written, faults: newPasswordFaults(written), send });
  return (
    <AccountForm
      form={form}
      lead={t('profile.password.resetLead')}
      action={t('profile.firstPassword.next')}
      busyText={t('profile.firstPassword.nextBusy')}
    >
      <KeptUsername username={username} />
      <NewPasswordFields
        label={t('profile.password.new')}
        value={written}
        onChange={(changed) => onChange({ ...values, ...changed })}
        faults={{ password: form.faultOf('password'), confirmPassword: form.faultOf('confirmPassword') }}
        known={[username]}
      />
    </AccountForm>
  );
}
