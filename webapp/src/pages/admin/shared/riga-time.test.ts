import { expect, it } from 'vitest';
import { dayText, exactText, momentText } from './riga-time.ts';

const NOW = '2026-11-20T22:30:00.000Z';

it('says only the clock of a moment of the same day in Riga', () => {
  expect(momentText('2026-11-20T22:05:00.000Z', NOW)).toBe('00:05');
  expect(momentText('2026-11-20T21:59:00.000Z', NOW)).toBe('20.11. 23:59');
});

it('says day and clock of Riga, wherever the page is read', () => {
  expect(exactText(NOW)).toBe('21.11.2026, 00:30');
});

it.each([
  ['lv', /^Sestdiena, 2026\. gada 21\. novembris$/],
  ['en', /^Saturday,? 21 November 2026$/],
  ['ru', /^Суббота, 21 ноября 2026/],
] as const)('names the day of Riga in %s', (locale, expected) => {
  expect(dayText(NOW, locale)).toMatch(expected);
});
