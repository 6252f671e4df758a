import { expect, it } from 'vitest';
import { canonicalTimeZone } from './time-zone.ts';

it('is called by one name', () => {
  for (const name of ['Europe/Riga', 'europe/riga', 'EUROPE/RIGA']) expect(canonicalTimeZone(name)).toBe('Europe/Riga');
  expect(canonicalTimeZone('utc')).toBe('UTC');
});

it('every zone that a page can offer is known, and canonical names stay as they are', () => {
  for (const name of Intl.supportedValuesOf('timeZone')) {
    const canonical = canonicalTimeZone(name);
    expect(canonicalTimeZone(canonical)).toBe(canonical);
  }
});

it.each(['', 'Riga', 'Europe/Rīga', '+02:00', 'Europe/Riga\u0000', ' Europe/Riga', 'x'.repeat(10_000)])(
  '%j is unknown',
  (name) => {
    expect(() => canonicalTimeZone(name)).toThrow('settings.timeZoneUnknown');
  },
);
