/** The current month, two years and one month: how far ahead an inspection can be asked for. */
const CHOICES = 26;
const RIGA_MONTH = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Riga', year: 'numeric', month: 'numeric' });

/** The months `MM.YYYY` a filter may ask for, from the one that it is now in Latvia. */
export function inspectionMonths(now: Date): string[] {
  const parts = RIGA_MONTH.formatToParts(now);
  const numberOf = (type: 'year' | 'month') => Number(parts.find((part) => part.type === type)?.value);
  const first = numberOf('year') * 12 + numberOf('month') - 1;
  return Array.from({ length: CHOICES }, (_, ahead) => monthOfIndex(first + ahead));
}

/** A month `MM.YYYY` as a number that counts months, so that later months compare greater. */
export function monthIndex(month: string): number {
  return Number(month.slice(3)) * 12 + Number(month.slice(0, 2)) - 1;
}

/** The month `MM.YYYY` of a `monthIndex`. */
export function monthOfIndex(index: number): string {
  const month = String((index % 12) + 1).padStart(2, '0');
  return `${month}.${String(Math.floor(index / 12)).padStart(4, '0')}`;
}
