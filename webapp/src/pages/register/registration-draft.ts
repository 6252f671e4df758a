import type { CountryCode } from 'libphonenumber-js/min';
import * as z from 'zod/mini';
import { usernameFault } from '#core/contracts/account-rules.ts';
import { cleanText, isInvisible } from '#core/contracts/characters.ts';
import type { ErrorCode } from '#core/contracts/error-codes.ts';
import type { RegisterRequest } from '#core/contracts/registration.ts';
import { newPasswordFaults } from '../account-forms/new-password.ts';
import { isPhoneCountry, phoneFault, phoneToSend } from './phone-number.ts';

export interface RegistrationDraft {
  readonly username: string;
  readonly password: string;
  readonly confirmPassword: string;
  readonly email: string;
  readonly phoneCountry: CountryCode;
  readonly phoneNumber: string;
  readonly firstName: string;
}

/** The fields that can be wrong: the country of a number is only ever chosen. */
export type RegistrationField = Exclude<keyof RegistrationDraft, 'phoneCountry'>;

/** What is asked for at once, step by step. */
export const STEP_FIELDS: readonly (readonly RegistrationField[])[] = [
  ['username'],
  ['password', 'confirmPassword'],
  ['email', 'phoneNumber'],
  ['firstName'],
];

/** What is kept over a reload: everything but the passwords. */
export const keptDraftSchema = z.object({
  username: z.string(),
  email: z.string(),
  phoneCountry: z.string().check(z.refine(isPhoneCountry)),
  phoneNumber: z.string(),
  firstName: z.string(),
});
type KeptDraft = z.infer<typeof keptDraftSchema>;

export const EMPTY_DRAFT: RegistrationDraft = {
  username: '',
  password: '',
  confirmPassword: '',
  email: '',
  phoneCountry: 'LV',
  phoneNumber: '',
  firstName: '',
};

export function draftFrom(kept: KeptDraft | null): RegistrationDraft {
  if (kept === null || !isPhoneCountry(kept.phoneCountry)) return EMPTY_DRAFT;
  return { ...EMPTY_DRAFT, ...kept, phoneCountry: kept.phoneCountry };
}

export function keptOf({ password: _, confirmPassword: __, ...kept }: RegistrationDraft): KeptDraft {
  return kept;
}

/** What is wrong before anything is sent. The server looks at more: whether a name is taken, for one. */
export function draftFaults(draft: RegistrationDraft): Partial<Record<RegistrationField, ErrorCode>> {
  const faults: Partial<Record<RegistrationField, ErrorCode | null>> = {
    username: usernameFault(draft.username.trim()),
    ...newPasswordFaults(draft),
    email: emailFault(draft.email),
    phoneNumber: phoneFault(draft),
    firstName: isInvisible(draft.firstName) ? 'user.firstNameRequired' : null,
  };
  const found = Object.entries(faults).filter(([, fault]) => fault !== null);
  return Object.fromEntries(found);
}

const MAX_EMAIL_LENGTH = 254;

/** What is wrong with an e-mail before it is sent. */
export function emailFault(written: string): ErrorCode | null {
  const email = written.trim();
  if (email === '') return 'user.emailRequired';
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email) && email.length <= MAX_EMAIL_LENGTH ? null : 'user.emailInvalid';
}

/** The first step with a fault, counted from 1; null where there is none. */
export function firstFaultyStep(faults: Partial<Record<RegistrationField, unknown>>): number | null {
  const index = STEP_FIELDS.findIndex((fields) => fields.some((field) => field in faults));
  return index < 0 ? null : index + 1;
}

/** What is judged in each field, in the order of the form: a number is another one in another country. */
export function valuesOf({ phoneCountry, ...values }: RegistrationDraft): Record<RegistrationField, string> {
  return { ...values, phoneNumber: `${phoneCountry} ${values.phoneNumber}` };
}

/** The step that asks for the field, counted from 1. */
export function stepOf(field: RegistrationField): number {
  return STEP_FIELDS.findIndex((fields) => fields.includes(field)) + 1;
}

export function registerRequestOf(draft: RegistrationDraft): RegisterRequest {
  return {
    username: draft.username.trim(),
    password: draft.password,
    confirmPassword: draft.confirmPassword,
    email: draft.email.trim(),
    ...phoneToSend(draft),
    firstName: cleanText(draft.firstName),
  };
}
