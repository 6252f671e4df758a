import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserResponse } from '#core/contracts/user.ts';
import { Sheet } from '../../components/Sheet.tsx';
import { launchAtom } from '../../state/launch.ts';
import { useAtomValue } from '../../store.ts';
import { AccountMoved } from './AccountMoved.tsx';
import { FirstPasswordSteps } from './FirstPasswordSteps.tsx';
import { MessagingSteps } from './MessagingSteps.tsx';
import { PasswordNeeded } from './PasswordNeeded.tsx';
import { useBegunChange } from './use-begun-change.ts';
import { useLeaveApp } from './use-leave-app.ts';

interface MessagingAccountSheetProps {
  readonly user: UserResponse;
  readonly onClose: () => void;
}

/**
 * Moves the account to another account of Telegram, which needs a password. Inside Telegram the app was opened by the
 * old one, which Vanags does not know any more then: all that is left to do there is to close it.
 */
export function MessagingAccountSheet({ user, onClose }: MessagingAccountSheetProps) {
  const { t } = useTranslation(['account', 'webapp']);
  const isInTelegram = useAtomValue(launchAtom) !== null;
  const leaveApp = useLeaveApp();
  const firstPassword = useBegunChange('password', user.id).verification;
  const [step, setStep] = useState(() => firstStep(user, firstPassword !== null));
  const isMoved = step === 'moved';
  const isOut = isMoved && isInTelegram;
  const leave = () => (isOut ? void leaveApp() : onClose());
  return (
    <Sheet
      title={t(step === 'firstPassword' ? 'account:profile.firstPassword.title' : 'account:profile.messaging.title')}
      closeText={t(isOut ? 'webapp:close' : isMoved ? 'webapp:done' : 'webapp:cancel')}
      onClose={leave}
    >
      {step === 'passwordNeeded' && <PasswordNeeded onSetUp={() => setStep('firstPassword')} />}
      {step === 'firstPassword' && <FirstPasswordSteps userId={user.id} onDone={() => setStep('move')} />}
      {step === 'move' && <MessagingSteps user={user} onDone={() => setStep('moved')} />}
      {isMoved && <AccountMoved isInTelegram={isInTelegram} onLeave={leave} />}
    </Sheet>
  );
}

type Step = 'passwordNeeded' | 'firstPassword' | 'move' | 'moved';

function firstStep({ username }: UserResponse, isSettingPassword: boolean): Step {
  if (username !== null) return 'move';
  return isSettingPassword ? 'firstPassword' : 'passwordNeeded';
}
