import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_QUIET, readQuietTimes } from './quiet-times.ts';

const night = { quietFrom: '22:30', quietTo: '07:00' };

describe('quiet hours as they are written', () => {
  it.each([
    '22:30-07:00',
    '22:30-7:00',
    '22.30–7.00',
    '22:30 — 7',
    '  22:30\u00a0−\u00a007:00 ',
    '2230-0700',
    '2230-700',
    '22:30 7:00',
    'no 22:30 līdz 7:00',
    'No 22.30 li\u0304dz 7',
    'from 22:30 to 7:00',
    'с 22:30 до 7:00',
  ])('%s is understood', (written) => {
    expect(readQuietTimes(written)).toEqual(night);
  });

  it.each([
    ['22-7', '22:00', '07:00'],
    ['0-6', '00:00', '06:00'],
    ['18-24', '18:00', '00:00'],
    ['9-9', '09:00', '09:00'],
    ['00:00-23:59', '00:00', '23:59'],
  ])('%s is from %s to %s', (written, quietFrom, quietTo) => {
    expect(readQuietTimes(written)).toEqual({ quietFrom, quietTo });
  });

  it.each(['off', 'OFF', ' izslēgt', 'Выключить', 'выкл'])('%s switches them off', (written) => {
    expect(readQuietTimes(written)).toEqual(NO_QUIET);
  });

  it.each([
    '',
    '22',
    '22-',
    '-7',
    '25-7',
    '22-24:01',
    '22:60-7',
    '22:3-7',
    '22-7-8',
    '22–7 please',
    '10pm-7am',
    '+22-7',
    '22٫30-٧',
    'offf',
    `22${' '.repeat(4000)}x`,
  ])('%s is not', (written) => {
    expect(readQuietTimes(written)).toBeNull();
  });

  it('are never anything but two times of a day, whatever is written', () => {
    const parts = fc.constantFrom('2', '7', '24', '60', ':', '.', '-', '–', ' ', 'līdz', 'no', 'off', '\ud800', '٧');
    const anything = fc.array(parts, { maxLength: 9 }).map((each) => each.join(''));
    fc.assert(
      fc.property(anything, (written) => {
        const { quietFrom, quietTo } = readQuietTimes(written) ?? NO_QUIET;
        expect(quietFrom === null).toBe(quietTo === null);
        for (const time of [quietFrom, quietTo]) expect(time ?? '00:00').toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
      }),
      { numRuns: 300 },
    );
  });
});
