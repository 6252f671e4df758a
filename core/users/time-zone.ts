import { InvalidInputError } from '../errors.ts';

/** Longer than every name of the time zone database. */
const MAX_NAME_LENGTH = 64;
/** Intl also takes offsets such as `+02:00`, which know no summer time. */
const NAME_PATTERN = /^[A-Za-z][\w+/-]*$/;

/**
 * A time zone by the name that everybody calls it: `Europe/Riga` for `europe/riga`.
 * @throws InvalidInputError settings.timeZoneUnknown
 */
export function canonicalTimeZone(name: string): string {
  if (name.length <= MAX_NAME_LENGTH && NAME_PATTERN.test(name)) {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  throw new InvalidInputError('settings.timeZoneUnknown', { field: 'timeZone' });
}
