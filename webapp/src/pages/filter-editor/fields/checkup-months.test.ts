import { expect, it } from 'vitest';
import { checkupGroups } from './checkup-months.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const monthsOf = (kept: readonly string[]) =>
  checkupGroups(NOW, kept, 'lv').map(({ title, choices }) => [title, choices.map(({ key }) => key)] as const);

it('offers 26 months under their years', () => {
  const groups = monthsOf([]);
  expect(groups.map(([year, months]) => [year, months.length])).toEqual([
    ['2026', 2],
    ['2027', 12],
    ['2028', 12],
  ]);
  expect(groups[0]?.[1]).toEqual(['11.2026', '12.2026']);
});

it('keeps the stored month, passed or not, and none twice', () => {
  expect(monthsOf(['03.2025'])[0]).toEqual(['2025', ['03.2025']]);
  expect(monthsOf(['12.2026', '12.2026'])).toEqual(monthsOf([]));
});

it('names the months in the language', () => {
  const nameIn = (locale: 'lv' | 'en' | 'ru') => checkupGroups(NOW, [], locale)[0]?.choices[0]?.name;
  expect([nameIn('lv'), nameIn('en'), nameIn('ru')]).toEqual(['Novembris', 'November', 'Ноябрь']);
});
