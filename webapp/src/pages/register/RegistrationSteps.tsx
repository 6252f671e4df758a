import '../../styles/register.css';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Page } from '../../components/Page.tsx';
import { TextField } from '../../components/TextField.tsx';
import { KeptUsername } from '../account-forms/KeptUsername.tsx';
import { NewPasswordFields } from '../account-forms/NewPasswordFields.tsx';
import { StepForm } from '../account-forms/StepForm.tsx';
import { UsernameField } from '../account-forms/UsernameField.tsx';
import { VerificationStep } from '../account-forms/VerificationStep.tsx';
import { ContactFields } from './ContactFields.tsx';
import { Progress } from './Progress.tsx';
import { type RegistrationForm, useRegistration } from './use-registration.ts';
import { LAST_STEP } from './use-registration-place.ts';

interface RegistrationStepsProps {
  /** The account exists; its owner can log in. */
  readonly onDone: () => void;
  /** Back from the first step. */
  readonly onLeave: () => void;
}

/** A new account with username and password: step by step, then confirmed in Telegram. */
export function RegistrationSteps({ onDone, onLeave }: RegistrationStepsProps) {
  const { t } = useTranslation('register');
  const { form, step, verification, ...registration } = useRegistration();
  const finish = () => {
    registration.forget();
    onDone();
  };
  return (
    <Page title={t('title')} back="/signup" onBack={step === 1 ? onLeave : registration.goBack}>
      {verification ? (
        <VerificationStep
          key={verification.id}
          verification={verification}
          lead={t('verify.registerLead')}
          success={t('verify.registered')}
          onVerified={finish}
          onRestart={registration.restart}
        />
      ) : (
        <Step
          key={step}
          form={form}
          step={step}
          isBusy={registration.isBusy}
          failure={registration.failure}
          onSubmit={registration.next}
        />
      )}
    </Page>
  );
}

interface StepProps {
  readonly form: RegistrationForm;
  readonly step: number;
  readonly isBusy: boolean;
  readonly failure: string | null;
  readonly onSubmit: () => void;
}

const STEPS = [
  { title: 'username.title', Fields: Username },
  { title: 'password.title', Fields: Password },
  { title: 'contact.title', Fields: ContactFields },
  { title: 'firstName.title', Fields: FirstName },
] as const;

function Step({ form, step, isBusy, failure, onSubmit }: StepProps) {
  const { t } = useTranslation(['register', 'webapp']);
  const { title, Fields } = STEPS[step - 1] ?? STEPS[0];
  const isLast = step === LAST_STEP;
  const sendText = failure === null ? t('register:create') : t('webapp:retry');
  return (
    <StepForm
      title={t(`register:${title}`)}
      progress={<Progress step={step} steps={LAST_STEP} />}
      submitText={isBusy ? t('register:creating') : isLast ? sendText : t('register:next')}
      isBusy={isBusy}
      failure={isLast ? failure : null}
      onSubmit={onSubmit}
    >
      <Fields form={form} />
    </StepForm>
  );
}

interface FieldsProps {
  readonly form: RegistrationForm;
}

function Username({ form: { draft, change, faultOf } }: FieldsProps) {
  return (
    <UsernameField
      isNew
      value={draft.username}
      onChange={(username) => change({ username })}
      fault={faultOf('username')}
    />
  );
}

function Password({ form: { draft, change, faultOf } }: FieldsProps) {
  return (
    <>
      <KeptUsername username={draft.username} />
      <NewPasswordFields
        value={draft}
        onChange={({ password, confirmPassword }) => change({ password, confirmPassword })}
        faults={{ password: faultOf('password'), confirmPassword: faultOf('confirmPassword') }}
        known={[draft.username, draft.email]}
      />
    </>
  );
}

function FirstName({ form: { draft, change, faultOf } }: FieldsProps) {
  const { t } = useTranslation('register');
  return (
    <>
      <TextField
        label={t('firstName.label')}
        name="firstName"
        autoComplete="given-name"
        value={draft.firstName}
        onChange={(firstName) => change({ firstName })}
        fault={faultOf('firstName')}
      />
      <p className="privacy-line">
        {t('privacy.text')} {/* In a tab of its own: the passwords would not survive a way there and back. */}
        <Link className="privacy-line__link" to="/privacy" target="_blank">
          {t('privacy.link')}
        </Link>
      </p>
    </>
  );
}
