import { useState } from 'react';
import { useStepHistory } from '../account-forms/use-step-history.ts';
import type { RegistrationField } from './registration-draft.ts';
import { firstFaultyStep, STEP_FIELDS } from './registration-draft.ts';

export const LAST_STEP = STEP_FIELDS.length;
export const VERIFICATION_STEP = LAST_STEP + 1;

/**
 * Where in a registration the person is.
 * @param faults of what was typed; a reload forgets the passwords, and nobody gets past their step without them.
 * @param canVerify a verification is waited for.
 */
export function useRegistrationPlace(faults: Partial<Record<RegistrationField, unknown>>, canVerify: boolean) {
  const history = useStepHistory();
  const [passed, setPassed] = useState(() => (firstFaultyStep(faults) ?? LAST_STEP) - 1);
  const isVerifying = canVerify && history.step === VERIFICATION_STEP;
  const step = isVerifying ? VERIFICATION_STEP : Math.min(history.step, passed + 1, LAST_STEP);
  return {
    step,
    /** To the next step, or to the one that led back here because of a fault. */
    goOn: () => {
      setPassed(Math.max(passed, step));
      if (history.from > step) history.returnTo(history.from);
      else if (history.step <= step) history.open(step + 1, step);
    },
    goTo: (target: number) => {
      if (target !== step) history.open(target, step);
    },
    goBack: () => history.returnTo(step - 1),
  };
}
