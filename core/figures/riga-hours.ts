const HOUR_MS = 60 * 60 * 1000;
const RIGA_DATE = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Riga', dateStyle: 'short' });

/** The beginnings of the hours of today in Europe/Riga that have begun, the first of them midnight. */
export function hoursOfToday(now: Date): readonly [Date, ...Date[]] {
  const today = RIGA_DATE.format(now);
  // The clocks of Riga are whole hours ahead of UTC, also on the days they are changed.
  const current = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const hours: [Date, ...Date[]] = [new Date(current)];
  for (let hour = current - HOUR_MS; RIGA_DATE.format(hour) === today; hour -= HOUR_MS) hours.unshift(new Date(hour));
  return hours;
}
