import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usernameFault } from '#core/contracts/account-rules.ts';
import type { ChangeUsernameRequest } from '#core/contracts/credentials.ts';
import { Sheet } from '../../components/Sheet.tsx';
import { ThankYou } from '../../components/ThankYou.tsx';
import { changeUsernameAtom } from '../../state/credentials.ts';
import { useSetAtom } from '../../store.ts';
import { UsernameField } from '../account-forms/UsernameField.tsx';
import { useAccountForm } from '../account-forms/use-account-form.ts';
import { AccountForm } from './AccountForm.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';

/** Another username for who has one. */
export function UsernameSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['account', 'webapp']);
  const [username, setUsername] = useState<string | null>(null);
  return (
    <Sheet
      title={t('account:profile.username.title')}
      closeText={t(username === null ? 'webapp:cancel' : 'webapp:done')}
      onClose={onClose}
    >
      {username === null ? (
        <UsernameForm onDone={setUsername} />
      ) : (
        <ThankYou
          heading="h2"
          title={t('account:profile.username.saved')}
          text={t('account:profile.username.savedText', { username })}
        />
      )}
    </Sheet>
  );
}

function UsernameForm({ onDone }: { readonly onDone: (username: string) => void }) {
  const { t } = useTranslation('account');
  const changeUsername = useSetAtom(changeUsernameAtom);
  const [values, setValues] = useState({ username: '', currentPassword: '' });
  const form = useAccountForm({ values, faults: faultsOf(values), send });

  async function send() {
    const username = values.username.trim();
    await changeUsername({ username, currentPassword: values.currentPassword });
    onDone(username);
  }

  return (
    <AccountForm form={form} action={t('profile.username.save')} busyText={t('profile.username.saving')}>
      <UsernameField
        isNew
        value={values.username}
        onChange={(username) => setValues({ ...values, username })}
        fault={form.faultOf('username')}
      />
      <CurrentPasswordField
        value={values.currentPassword}
        onChange={(currentPassword) => setValues({ ...values, currentPassword })}
        fault={form.faultOf('currentPassword')}
      />
    </AccountForm>
  );
}

function faultsOf({ username, currentPassword }: ChangeUsernameRequest) {
  const fault = usernameFault(username.trim());
  return {
    ...(fault && { username: fault }),
    ...(currentPassword === '' && { currentPassword: 'user.passwordRequired' as const }),
  };
}
