import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../components/Sheet.tsx';
import { ThankYou } from '../../components/ThankYou.tsx';
import { passwordIsSetAtom } from '../../state/credentials.ts';
import { useSetAtom } from '../../store.ts';
import { VerificationStep } from '../account-forms/VerificationStep.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { PasswordResetForm } from './PasswordResetForm.tsx';
import { useBegunChange } from './use-begun-change.ts';

interface PasswordSheetProps {
  readonly userId: number;
  readonly username: string;
  readonly onClose: () => void;
}

const EMPTY = { currentPassword: '', password: '', confirmPassword: '' };

/** Another password: by the current one, or by a code from the chat for who has forgotten it. */
export function PasswordSheet({ userId, username, onClose }: PasswordSheetProps) {
  const { t } = useTranslation(['account', 'webapp']);
  const [values, setValues] = useState(EMPTY);
  const [step, setStep] = useState<'change' | 'reset' | 'done'>('change');
  const { verification, restart } = useBegunChange('password', userId);
  const passwordIsSet = useSetAtom(passwordIsSetAtom);
  const isDone = step === 'done';
  const shared = { username, values, onChange: setValues };
  return (
    <Sheet
      title={t(
        step === 'change' && !verification ? 'account:profile.password.title' : 'account:profile.password.resetTitle',
      )}
      closeText={t(isDone ? 'webapp:done' : 'webapp:cancel')}
      onClose={onClose}
    >
      {isDone && (
        <ThankYou
          heading="h2"
          title={t('account:profile.password.saved')}
          text={t('account:profile.password.savedText')}
        />
      )}
      {verification && (
        <VerificationStep
          verification={verification}
          lead={t('account:profile.firstPassword.verify')}
          success={null}
          hasWayBack
          onRestart={() => {
            restart();
            setStep('reset');
          }}
          onVerified={() => {
            passwordIsSet();
            setStep('done');
          }}
        />
      )}
      {!verification && step === 'change' && (
        <PasswordForm {...shared} onForgotten={() => setStep('reset')} onDone={() => setStep('done')} />
      )}
      {!verification && step === 'reset' && <PasswordResetForm {...shared} />}
    </Sheet>
  );
}
