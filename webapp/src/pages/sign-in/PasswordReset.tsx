import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '#core/contracts/error-codes.ts';
import type { VerificationView } from '#core/contracts/registration.ts';
import { beginPasswordReset } from '../../api/account-endpoints.ts';
import { Page } from '../../components/Page.tsx';
import { useIsShown } from '../../components/use-is-shown.ts';
import { NewPasswordFields } from '../account-forms/NewPasswordFields.tsx';
import { type NewPassword, newPasswordFaults } from '../account-forms/new-password.ts';
import { StepForm } from '../account-forms/StepForm.tsx';
import { UsernameField } from '../account-forms/UsernameField.tsx';
import { useAccountForm } from '../account-forms/use-account-form.ts';
import { useBeginFault } from '../account-forms/use-begin-fault.ts';
import { useKeptVerification } from '../account-forms/use-kept-verification.ts';
import { useStepHistory } from '../account-forms/use-step-history.ts';
import { VerificationStep } from '../account-forms/VerificationStep.tsx';

interface PasswordResetProps {
  /** The new password holds. */
  readonly onDone: () => void;
  /** Back from the form. */
  readonly onLeave: () => void;
}

const FORM_STEP = 1;
const VERIFICATION_STEP = 2;

/** A new password for who forgot the old one: it holds once the code from the linked chat was right. */
export function PasswordReset({ onDone, onLeave }: PasswordResetProps) {
  const { t } = useTranslation('register');
  const [verification, keepVerification] = useKeptVerification('reset.verification');
  const history = useStepHistory();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const isVerifying = verification !== null && history.step === VERIFICATION_STEP;
  const goBack = () => history.returnTo(FORM_STEP);
  const begun = (view: VerificationView) => {
    keepVerification(view);
    history.open(VERIFICATION_STEP, FORM_STEP);
  };
  const leaveVerification = (leave: () => void) => () => {
    keepVerification(null);
    leave();
  };
  return (
    <Page title={t('reset.title')} back="/login" onBack={isVerifying ? goBack : onLeave}>
      {isVerifying ? (
        <VerificationStep
          key={verification.id}
          verification={verification}
          lead={t('verify.resetLead')}
          success={t('verify.reset')}
          onVerified={leaveVerification(onDone)}
          onRestart={leaveVerification(goBack)}
        />
      ) : (
        <ResetForm draft={draft} onChange={setDraft} onBegun={begun} />
      )}
    </Page>
  );
}

interface ResetDraft extends NewPassword {
  readonly username: string;
}

const EMPTY_DRAFT: ResetDraft = { username: '', password: '', confirmPassword: '' };

interface ResetFormProps {
  readonly draft: ResetDraft;
  readonly onChange: (draft: ResetDraft) => void;
  readonly onBegun: (verification: VerificationView) => void;
}

function ResetForm({ draft, onChange, onBegun }: ResetFormProps) {
  const { t } = useTranslation(['register', 'webapp']);
  const isShown = useIsShown();
  const send = async () => {
    const { verification } = await beginPasswordReset({ ...draft, username: draft.username.trim() });
    // Who has left meanwhile is not led back.
    if (isShown.current) onBegun(verification);
  };
  const wordsOf = useBeginFault(t('register:reset.failed'));
  const { isBusy, fault, faultOf, trySubmit } = useAccountForm<keyof ResetDraft>({
    values: draft,
    faults: resetFaults(draft),
    send,
    wordsOf,
  });
  const restText = fault === null ? t('register:next') : t('webapp:retry');
  return (
    <StepForm
      title={t('register:reset.formTitle')}
      lead={t('register:reset.lead')}
      submitText={isBusy ? t('register:reset.beginning') : restText}
      isBusy={isBusy}
      failure={fault}
      onSubmit={trySubmit}
    >
      <UsernameField
        isNew={false}
        value={draft.username}
        onChange={(username) => onChange({ ...draft, username })}
        fault={faultOf('username')}
      />
      <NewPasswordFields
        value={draft}
        onChange={(change) => onChange({ ...draft, ...change })}
        faults={{ password: faultOf('password'), confirmPassword: faultOf('confirmPassword') }}
        known={[draft.username]}
      />
    </StepForm>
  );
}

/** Whether there is such a username nobody is told, so that only an empty one is wrong. */
function resetFaults(draft: ResetDraft): Partial<Record<keyof ResetDraft, ErrorCode>> {
  const faults = newPasswordFaults(draft);
  return draft.username.trim() === '' ? { username: 'user.usernameRequired', ...faults } : faults;
}
