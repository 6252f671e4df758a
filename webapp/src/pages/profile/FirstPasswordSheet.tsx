import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserResponse } from '#core/contracts/user.ts';
import { Sheet } from '../../components/Sheet.tsx';
import { ThankYou } from '../../components/ThankYou.tsx';
import { FirstPasswordSteps } from './FirstPasswordSteps.tsx';

interface FirstPasswordSheetProps {
  readonly user: UserResponse;
  readonly onClose: () => void;
}

/** Opens the way in by password to who came by Telegram. */
export function FirstPasswordSheet({ user, onClose }: FirstPasswordSheetProps) {
  const { t } = useTranslation(['account', 'webapp']);
  const [isDone, setIsDone] = useState(false);
  return (
    <Sheet
      title={t('account:profile.firstPassword.title')}
      closeText={t(isDone ? 'webapp:done' : 'webapp:cancel')}
      onClose={onClose}
    >
      {isDone ? (
        <ThankYou
          heading="h2"
          title={t('account:profile.firstPassword.done')}
          text={t('account:profile.firstPassword.doneText')}
        />
      ) : (
        <FirstPasswordSteps userId={user.id} onDone={() => setIsDone(true)} />
      )}
    </Sheet>
  );
}
