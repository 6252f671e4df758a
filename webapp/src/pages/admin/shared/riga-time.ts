import { formatClock } from '#core/i18n/formats.ts';
import type { Locale } from '#core/i18n/locales.ts';

/** Days and hours of the service are those of the market that it watches. */
const ZONE = 'Europe/Riga';
const DAY_AND_MONTH = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, day: '2-digit', month: '2-digit' });

/** `14:05`. */
export function clockText(at: string): string {
  return formatClock(new Date(at), ZONE);
}

/** `Friday, 20 November 2026`, `Piektdiena, 2026. gada 20. novembris`. */
export function dayText(at: string, locale: Locale): string {
  const language = locale === 'en' ? 'en-GB' : locale;
  const text = new Intl.DateTimeFormat(language, { timeZone: ZONE, dateStyle: 'full' }).format(new Date(at));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `13:41` of the same day, else `19.11. 13:41`. */
export function momentText(at: string, now: string): string {
  const [day, today] = [at, now].map((each) => DAY_AND_MONTH.format(new Date(each)));
  const clock = clockText(at);
  return day === today ? clock : `${day?.replace('/', '.')}. ${clock}`;
}

/** The German way of writing it is that of all three languages. */
const EXACT = new Intl.DateTimeFormat('de-DE', {
  timeZone: ZONE,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** `20.11.2026, 14:05`. */
export function exactText(at: string): string {
  return EXACT.format(new Date(at));
}
