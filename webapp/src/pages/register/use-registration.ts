import { useTranslation } from 'react-i18next';
import { register } from '../../api/account-endpoints.ts';
import { useIsShown } from '../../components/use-is-shown.ts';
import { useAccountForm } from '../account-forms/use-account-form.ts';
import { useBeginFault } from '../account-forms/use-begin-fault.ts';
import { useKeptVerification } from '../account-forms/use-kept-verification.ts';
import {
  draftFaults,
  type RegistrationDraft,
  type RegistrationField,
  registerRequestOf,
  STEP_FIELDS,
  stepOf,
  valuesOf,
} from './registration-draft.ts';
import { useKeptDraft } from './use-kept-draft.ts';
import { LAST_STEP, useRegistrationPlace, VERIFICATION_STEP } from './use-registration-place.ts';

/** What the steps of a registration show and change. */
export interface RegistrationForm {
  readonly draft: RegistrationDraft;
  readonly change: (changes: Partial<RegistrationDraft>) => void;
  /** What is wrong with a field, in words; null while there is nothing to say. */
  readonly faultOf: (field: RegistrationField) => string | null;
  /** From now on, what is wrong with the field is told. */
  readonly left: (field: RegistrationField) => void;
}

/** A registration from the first step to the verification. */
export function useRegistration() {
  const [draft, keepDraft] = useKeptDraft();
  const [verification, keepVerification] = useKeptVerification('registration.verification');
  const faults = draftFaults(draft);
  const place = useRegistrationPlace(faults, verification !== null);
  const { isBusy, fault, faultOf, tell, trySubmit } = useSending({ draft, faults, place, onBegun: keepVerification });
  const goOn = () => {
    const asked = STEP_FIELDS[place.step - 1] ?? [];
    tell(asked);
    if (!asked.some((field) => field in faults)) place.goOn();
  };
  const form: RegistrationForm = {
    draft,
    change: (changes) => keepDraft({ ...draft, ...changes }),
    faultOf,
    left: (field) => draft[field] !== '' && tell([field]),
  };
  return {
    form,
    step: place.step,
    isBusy,
    failure: fault,
    next: place.step === LAST_STEP ? trySubmit : goOn,
    goBack: place.goBack,
    /** Null at the steps before. */
    verification: place.step === VERIFICATION_STEP ? verification : null,
    restart: () => {
      keepVerification(null);
      place.goBack();
    },
    forget: () => {
      keepDraft(null);
      keepVerification(null);
    },
  };
}

interface Sending {
  readonly draft: RegistrationDraft;
  readonly faults: ReturnType<typeof draftFaults>;
  readonly place: ReturnType<typeof useRegistrationPlace>;
  readonly onBegun: ReturnType<typeof useKeptVerification>[1];
}

/** Sends the registration from its last step, and leads to the code, or to the step of what is wrong. */
function useSending({ draft, faults, place, onBegun }: Sending) {
  const { t } = useTranslation('register');
  const isShown = useIsShown();
  const send = async () => {
    const { verification } = await register(registerRequestOf(draft));
    // Who has left meanwhile is not led back.
    if (!isShown.current) return;
    onBegun(verification);
    place.goTo(VERIFICATION_STEP);
  };
  return useAccountForm<RegistrationField>({
    values: valuesOf(draft),
    faults,
    send,
    wordsOf: useBeginFault(t('failed')),
    onFaulty: (field) => place.goTo(stepOf(field)),
  });
}
