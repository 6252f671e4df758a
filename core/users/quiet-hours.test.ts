import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedQuietHours, timeOfDay } from './quiet-hours.ts';

const NONE = { quietFrom: null, quietTo: null };
const NIGHT = { quietFrom: 1350, quietTo: 420 };
const minute = fc.integer({ min: 0, max: 1439 });

/** Why a change is refused, and at which field. */
function faultOf(...args: Parameters<typeof changedQuietHours>) {
  try {
    return changedQuietHours(...args);
  } catch (error) {
    const { code, params } = error as { code: string; params: { field?: string } };
    return `${code} ${params.field}`;
  }
}

describe('quiet hours', () => {
  it('take every pair of different times, and tell them as they were given', () => {
    fc.assert(
      fc.property(minute, minute, (quietFrom, quietTo) => {
        fc.pre(quietFrom !== quietTo);
        const change = { quietFrom: timeOfDay(quietFrom), quietTo: timeOfDay(quietTo) };
        expect(change.quietFrom).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
        expect(changedQuietHours(NONE, change)).toEqual({ quietFrom, quietTo });
      }),
    );
  });

  it('have no time of day where there are none', () => {
    expect(timeOfDay(null)).toBeNull();
  });

  it('keep the end that is not named', () => {
    expect(changedQuietHours(NIGHT, {})).toEqual(NIGHT);
    expect(changedQuietHours(NIGHT, { quietTo: '08:00' })).toEqual({ quietFrom: 1350, quietTo: 480 });
    expect(changedQuietHours(NIGHT, NONE)).toEqual(NONE);
  });

  it('are whole or none', () => {
    expect(faultOf(NONE, { quietFrom: '22:30' })).toBe('settings.quietIncomplete quietTo');
    expect(faultOf(NONE, { quietFrom: null, quietTo: '07:00' })).toBe('settings.quietIncomplete quietFrom');
    expect(faultOf(NIGHT, { quietFrom: null })).toBe('settings.quietIncomplete quietFrom');
  });

  it('are not empty', () => {
    expect(faultOf(NONE, { quietFrom: '07:00', quietTo: '07:00' })).toBe('settings.quietEmpty quietTo');
    expect(faultOf(NIGHT, { quietFrom: '07:00' })).toBe('settings.quietEmpty quietTo');
  });
});
