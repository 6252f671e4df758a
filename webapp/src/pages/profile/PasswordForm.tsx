import { useTranslation } from 'react-i18next';
import type { ChangePasswordRequest } from '#core/contracts/credentials.ts';
import { changePasswordAtom } from '../../state/credentials.ts';
import { useSetAtom } from '../../store.ts';
import { KeptUsername } from '../account-forms/KeptUsername.tsx';
import { NewPasswordFields } from '../account-forms/NewPasswordFields.tsx';
import { newPasswordFaults } from '../account-forms/new-password.ts';
import { useAccountForm } from '../account-forms/use-account-form.ts';
import { AccountForm } from './AccountForm.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';

export interface PasswordFormProps {
  readonly username: string;
  readonly values: ChangePasswordRequest;
  readonly onChange: (values: ChangePasswordRequest) => void;
}

interface KnownPasswordFormProps extends PasswordFormProps {
  readonly onForgotten: () => void;
  readonly onDone: () => void;
}

/** A new password by the current one. */
export function PasswordForm({ username, values, onChange, onForgotten, onDone }: KnownPasswordFormProps) {
  const { t } = useTranslation('account');
  const changePassword = useSetAtom(changePasswordAtom);
  const send = async () => {
    await changePassword(values);
    onDone();
  };
  const form = useAccountForm({ values, faults: faultsOf(values), send });
  return (
    <AccountForm
      form={form}
      action={t('profile.password.save')}
      busyText={t('profile.password.saving')}
      after={
        <button className="text-button" type="button" onClick={onForgotten}>
          {t('profile.password.forgotten')}
        </button>
      }
    >
      <KeptUsername username={username} />
      <CurrentPasswordField
        value={values.currentPassword}
        onChange={(currentPassword) => onChange({ ...values, currentPassword })}
        fault={form.faultOf('currentPassword')}
      />
      <NewPasswordFields
        label={t('profile.password.new')}
        value={values}
        onChange={(written) => onChange({ ...values, ...written })}
        faults={{ password: form.faultOf('password'), confirmPassword: form.faultOf('confirmPassword') }}
        known={[username]}
      />
    </AccountForm>
  );
}

function faultsOf(values: ChangePasswordRequest) {
  return {
    ...(values.currentPassword === '' && { currentPassword: 'user.passwordRequired' as const }),
    ...newPasswordFaults(values),
  };
}
