import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { errorText } from '../../components/error-text.ts';
import { useIsShown } from '../../components/use-is-shown.ts';
import { useSubmit } from '../../components/use-submit.ts';
import { feelRefusal } from '../../telegram/native.ts';
import { type Fault, useFieldFaults } from './use-field-faults.ts';

interface FormParts<Field extends string> {
  /** In the order in which they stand in the form. */
  readonly values: Readonly<Record<Field, string>>;
  /** What is wrong with them before anything is sent. */
  readonly faults: Partial<Record<Field, Fault>>;
  readonly send: () => Promise<void>;
  /** Words for what no field is to blame for. */
  readonly wordsOf?: (error: unknown) => string;
  /** Told the first field that is wrong, which may stand in another step. */
  readonly onFaulty?: (field: Field) => void;
}

/** The form of an account: sent once however often it is tapped, and what is wrong told at its field. */
export function useAccountForm<Field extends string>({ values, faults, send, wordsOf, onFaulty }: FormParts<Field>) {
  const { t } = useTranslation(['fault', 'errors']);
  const isShown = useIsShown();
  const fields = Object.keys(values) as Field[];
  const { faultOf, tell, refuse } = useFieldFaults(values, faults);
  const inWords = (error: unknown) => wordsOf?.(error) ?? errorText(error, t);
  const blame = (error: unknown) => {
    const field = fieldOf(error, fields);
    // Who has left the form meanwhile is not led back.
    if (field === null || !isShown.current) return;
    refuse(field, inWords(error));
    onFaulty?.(field);
  };
  const { isBusy, failure, submit, forget } = useSubmit(() =>
    send().catch((error: unknown) => {
      blame(error);
      throw error;
    }),
  );

  function trySubmit() {
    tell(fields);
    const faulty = fields.find((field) => field in faults);
    if (faulty === undefined) return void submit();
    forget();
    feelRefusal();
    onFaulty?.(faulty);
  }

  const isOfForm = failure !== null && fieldOf(failure.error, fields) === null;
  return { isBusy, fault: isOfForm ? inWords(failure.error) : null, faultOf, tell, trySubmit };
}

/** The field that a refusal is about; null when it is about none of these. */
function fieldOf<Field extends string>(error: unknown, fields: readonly Field[]): Field | null {
  if (!(error instanceof ApiError)) return null;
  const name = nameOf(error);
  return fields.find((field) => field === name) ?? null;
}

/** The name of the field in our forms, which the server does not name or knows by another one. */
function nameOf({ code, details: { field } }: ApiError): string | undefined {
  if (code === 'auth.wrongPassword') return 'currentPassword';
  return field === 'phoneCountryCode' ? 'phoneNumber' : field;
}
