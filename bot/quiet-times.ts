/** Quiet hours as the settings take them: both `HH:MM` in the user's time zone, or both null for none. */
export interface QuietTimes {
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
}

export const NO_QUIET: QuietTimes = { quietFrom: null, quietTo: null };

/** What most people would choose. */
export const USUAL_QUIET: readonly QuietTimes[] = [
  { quietFrom: '22:00', quietTo: '07:00' },
  { quietFrom: '23:00', quietTo: '08:00' },
];

const OFF = /^(off|izslēgt|выключить|выкл)$/;
const TIME = '(\\d{1,2})(?:[:.]?(\\d{2}))?';
/** With a dash of any length, a word, or nothing but a space between the times. */
const RANGE = new RegExp(`^(?:(?:no|from|с) )?${TIME}(?: ?[-‐‑‒–—−] ?| (?:līdz|to|до) | )${TIME}$`);

/** Quiet hours as people write them: `22:30-07:00`, `22.30 – 7`, `off`. Null: it cannot be understood. */
export function readQuietTimes(written: string): QuietTimes | null {
  // Single spaces, also because the pattern takes long runs of them slowly.
  const words = written.normalize('NFC').toLowerCase().trim().replace(/\s+/g, ' ');
  if (OFF.test(words)) return NO_QUIET;
  const [, fromHour, fromMinute, toHour, toMinute] = RANGE.exec(words) ?? [];
  const [quietFrom, quietTo] = [timeOf(fromHour, fromMinute), timeOf(toHour, toMinute)];
  return quietFrom === null || quietTo === null ? null : { quietFrom, quietTo };
}

/** `07:00` for 7; midnight may be called 24. */
function timeOf(hour = '', minute = '00'): string | null {
  if (hour === '24' && minute === '00') return '00:00';
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59) return null;
  return `${hour.padStart(2, '0')}:${minute}`;
}
