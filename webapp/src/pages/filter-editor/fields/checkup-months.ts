import { inspectionMonths, monthIndex } from '#core/catalog/inspection-months.ts';
import type { Locale } from '#core/i18n/locales.ts';
import type { ChoiceGroup } from './search-text.ts';

const yearOf = (month: string) => month.slice(3);

/**
 * The months `MM.YYYY` that can be asked for, under their years.
 * @param kept months that stay possible though they have passed: those of the stored filter.
 */
export function checkupGroups(now: Date, kept: readonly string[], locale: Locale): ChoiceGroup[] {
  const months = [...new Set([...kept, ...inspectionMonths(now)])].sort((a, b) => monthIndex(a) - monthIndex(b));
  return [...new Set(months.map(yearOf))].map((year) => ({
    key: year,
    title: year,
    choices: months
      .filter((month) => yearOf(month) === year)
      .map((month) => ({ key: month, name: monthName(month, locale), note: month })),
  }));
}

function monthName(month: string, locale: Locale): string {
  const date = new Date(Date.UTC(2000, monthIndex(month) % 12));
  const name = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(date);
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}
