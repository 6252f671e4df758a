import { describe, expect, it } from 'vitest';
import {
  draftFaults,
  draftFrom,
  EMPTY_DRAFT,
  firstFaultyStep,
  keptDraftSchema,
  keptOf,
  type RegistrationDraft,
  registerRequestOf,
  STEP_FIELDS,
  stepOf,
  valuesOf,
} from './registration-draft.ts';

const RIGHT: RegistrationDraft = {
  username: 'anna',
  password: 'melna-vārna-7',
  confirmPassword: 'melna-vārna-7',
  email: 'anna@example.lv',
  phoneCountry: 'LV',
  phoneNumber: '26 123 456',
  firstName: 'Anna',
};

describe('what is wrong with a registration', () => {
  it('nothing, when everything is right', () => {
    expect(draftFaults(RIGHT)).toEqual({});
    expect(firstFaultyStep(draftFaults(RIGHT))).toBeNull();
  });

  it('everything, when nothing is typed; the first step comes first', () => {
    const faults = draftFaults(EMPTY_DRAFT);
    expect(faults).toEqual({
      username: 'user.usernameRequired',
      password: 'user.passwordRequired',
      email: 'user.emailRequired',
      phoneNumber: 'user.phoneRequired',
      firstName: 'user.firstNameRequired',
    });
    expect(firstFaultyStep(faults)).toBe(1);
  });

  it.each(['anna', 'anna@', '@example.lv', 'anna@example', 'anna@example.', 'an na@example.lv', 'a@b@example.lv'])(
    'the e-mail %s',
    (email) => {
      expect(draftFaults({ ...RIGHT, email })).toEqual({ email: 'user.emailInvalid' });
    },
  );

  it('an e-mail that is too long', () => {
    expect(draftFaults({ ...RIGHT, email: `${'a'.repeat(250)}@example.lv` })).toEqual({ email: 'user.emailInvalid' });
  });

  it('a first name that nobody would see', () => {
    expect(draftFaults({ ...RIGHT, firstName: ' \u200b ' })).toEqual({ firstName: 'user.firstNameRequired' });
  });

  it('a repeated password that is another one, at its step', () => {
    const faults = draftFaults({ ...RIGHT, confirmPassword: 'melna' });
    expect(faults).toEqual({ confirmPassword: 'user.passwordMismatch' });
    expect(firstFaultyStep(faults)).toBe(2);
  });
});

it('is sent without blanks around it, passwords as they are', () => {
  const typed = { ...RIGHT, username: ' anna ', email: ' anna@example.lv ', firstName: ' Anna  ', password: ' p ' };
  expect(registerRequestOf(typed)).toEqual({
    username: 'anna',
    password: ' p ',
    confirmPassword: RIGHT.confirmPassword,
    email: 'anna@example.lv',
    phoneCountryCode: '+371',
    phoneNumber: '26123456',
    firstName: 'Anna',
  });
});

describe('what is kept', () => {
  it('is everything but the passwords', () => {
    const kept = JSON.parse(JSON.stringify(keptOf(RIGHT)));
    expect(JSON.stringify(kept)).not.toContain('melna');
    expect(draftFrom(keptDraftSchema.parse(kept))).toEqual({ ...RIGHT, password: '', confirmPassword: '' });
  });

  it('is not believed when the country does not telephone', () => {
    expect(keptDraftSchema.safeParse({ ...keptOf(RIGHT), phoneCountry: 'AQ' }).success).toBe(false);
  });

  it('is nothing at first', () => {
    expect(draftFrom(null)).toEqual(EMPTY_DRAFT);
  });
});

it('judges the fields in the order of the form, and a number anew in another country', () => {
  expect(Object.keys(valuesOf(RIGHT))).toEqual(STEP_FIELDS.flat());
  expect(valuesOf({ ...RIGHT, phoneCountry: 'LT' }).phoneNumber).not.toBe(valuesOf(RIGHT).phoneNumber);
});

it('a refusal leads to the step of its field', () => {
  expect(['username', 'confirmPassword', 'phoneNumber', 'firstName'].map((name) => stepOf(name as 'username'))).toEqual(
    [1, 2, 3, 4],
  );
});
