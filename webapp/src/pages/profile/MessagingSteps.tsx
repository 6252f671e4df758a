import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserResponse } from '#core/contracts/user.ts';
import { accountMovedAtom, beginMessagingAtom } from '../../state/credentials.ts';
import { useSetAtom } from '../../store.ts';
import { KeptUsername } from '../account-forms/KeptUsername.tsx';
import { useAccountForm } from '../account-forms/use-account-form.ts';
import { VerificationStep } from '../account-forms/VerificationStep.tsx';
import { AccountForm } from './AccountForm.tsx';
import { CopyLink } from './CopyLink.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { useBegunChange } from './use-begun-change.ts';

interface MessagingStepsProps {
  readonly user: UserResponse;
  readonly onDone: () => void;
}

/** The current password, then the code that the bot gives to the other account of Telegram. */
export function MessagingSteps({ user, onDone }: MessagingStepsProps) {
  const { t } = useTranslation('account');
  const { verification, restart } = useBegunChange('messaging', user.id);
  const accountMoved = useSetAtom(accountMovedAtom);
  if (!verification) return <MessagingForm username={user.username ?? ''} />;
  return (
    <VerificationStep
      verification={verification}
      lead={t('profile.messaging.verify')}
      success={null}
      hasWayBack
      door={<CopyLink link={verification.deepLink} />}
      onRestart={restart}
      onVerified={() => {
        accountMoved();
        onDone();
      }}
    />
  );
}

function MessagingForm({ username }: { readonly username: string }) {
  const { t } = useTranslation('account');
  const [currentPassword, setCurrentPassword] = useState('');
  const beginMessaging = useSetAtom(beginMessagingAtom);
  const values = { currentPassword };
  const faults = currentPassword === '' ? { currentPassword: 'user.passwordRequired' as const } : {};
  const form = useAccountForm({ values, faults, send: () => beginMessaging(values) });
  return (
    <AccountForm
      form={form}
      lead={t('profile.messaging.lead')}
      action={t('profile.firstPassword.next')}
      busyText={t('profile.firstPassword.nextBusy')}
    >
      <KeptUsername username={username} />
      <CurrentPasswordField
        value={currentPassword}
        onChange={setCurrentPassword}
        fault={form.faultOf('currentPassword')}
      />
    </AccountForm>
  );
}
