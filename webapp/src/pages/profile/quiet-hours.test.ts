import { describe, expect, it } from 'vitest';
import { type QuietDraft, quietChange, quietDraft, quietFault } from './quiet-hours.ts';

const OFF = { quietFrom: null, quietTo: null, timeZone: 'Europe/Riga' };
const NIGHT = { quietFrom: '22:30', quietTo: '06:00', timeZone: 'Europe/Riga' };
const DRAFT: QuietDraft = { isOn: true, from: '22:30', to: '06:00', timeZone: 'Europe/Riga' };

it('begins with the stored hours, else with usual ones that are off', () => {
  expect(quietDraft(NIGHT)).toEqual(DRAFT);
  expect(quietDraft(OFF)).toEqual({ isOn: false, from: '22:00', to: '07:00', timeZone: 'Europe/Riga' });
});

it('refuses hours without a beginning, an end or a length, but only while they are on', () => {
  expect(quietFault(DRAFT)).toBeNull();
  expect(quietFault({ ...DRAFT, to: '' })).toBe('settings.quietIncomplete');
  expect(quietFault({ ...DRAFT, to: DRAFT.from })).toBe('settings.quietEmpty');
  expect(quietFault({ ...DRAFT, isOn: false, to: '' })).toBeNull();
});

describe('quietChange', () => {
  it('is nothing for what is stored already', () => {
    expect(quietChange(DRAFT, NIGHT)).toBeNull();
    expect(quietChange(quietDraft(OFF), OFF)).toBeNull();
  });

  it('sets, moves and removes the hours', () => {
    const { timeZone } = OFF;
    expect(quietChange(DRAFT, OFF)).toEqual({ ...NIGHT });
    expect(quietChange({ ...DRAFT, to: '07:15' }, NIGHT)).toEqual({ ...NIGHT, quietTo: '07:15' });
    expect(quietChange({ ...DRAFT, isOn: false }, NIGHT)).toEqual({ quietFrom: null, quietTo: null, timeZone });
    expect(quietChange({ ...DRAFT, timeZone: 'Europe/Berlin' }, NIGHT)).toMatchObject({ timeZone: 'Europe/Berlin' });
  });
});
