import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '#core/contracts/error-codes.ts';

/** What is wrong with a field before anything is sent: worded as the server would, or in words of the form's own. */
export type Fault = ErrorCode | { readonly words: string };

/** What the server refused, in its words, and what it judged: another value is not wrong before it is sent. */
interface Refusal<Field> {
  readonly field: Field;
  readonly message: string;
  readonly value: string;
}

/**
 * What is wrong with the fields of a form, in words. A fault of the page's own is told once the field was left or
 * somebody wanted to go on; from then on, at once.
 */
export function useFieldFaults<Field extends string>(
  values: Readonly<Record<Field, string>>,
  faults: Partial<Record<Field, Fault>>,
) {
  const { t } = useTranslation('errors');
  const [told, setTold] = useState<ReadonlySet<Field>>(new Set());
  const [refusal, setRefusal] = useState<Refusal<Field> | null>(null);
  const faultOf = (field: Field): string | null => {
    if (refusal?.field === field && refusal.value === values[field]) return refusal.message;
    const fault: Fault | undefined = told.has(field) ? faults[field] : undefined;
    if (fault === undefined) return null;
    return typeof fault === 'string' ? t(fault) : fault.words;
  };
  const tell = (fields: readonly Field[]) => setTold(new Set([...told, ...fields]));
  const refuse = (field: Field, message: string) => setRefusal({ field, message, value: values[field] });
  return { faultOf, tell, refuse };
}
