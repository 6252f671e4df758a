import { InvalidInputError } from '../errors.ts';

const HOUR_MINUTES = 60;

/** Quiet hours in minutes after midnight in the user's time zone; both null: none. */
export interface QuietHours {
  readonly quietFrom: number | null;
  readonly quietTo: number | null;
}

/** Quiet hours as the wire spells them, `HH:MM`; what is left out stays as it is. */
interface QuietHoursChange {
  readonly quietFrom?: string | null | undefined;
  readonly quietTo?: string | null | undefined;
}

/**
 * The quiet hours after a change.
 * @throws InvalidInputError settings.quietIncomplete when only one end would be left, settings.quietEmpty when they
 * would end as they begin; the field is the end that is to be given, or given anew.
 */
export function changedQuietHours(stored: QuietHours, change: QuietHoursChange): QuietHours {
  const quietFrom = change.quietFrom === undefined ? stored.quietFrom : minuteOfDay(change.quietFrom);
  const quietTo = change.quietTo === undefined ? stored.quietTo : minuteOfDay(change.quietTo);
  if (quietFrom === null && quietTo === null) return { quietFrom, quietTo };
  if (quietFrom === null) throw new InvalidInputError('settings.quietIncomplete', { field: 'quietFrom' });
  if (quietTo === null) throw new InvalidInputError('settings.quietIncomplete', { field: 'quietTo' });
  if (quietFrom === quietTo) throw new InvalidInputError('settings.quietEmpty', { field: 'quietTo' });
  return { quietFrom, quietTo };
}

/** `22:30` for 1350. */
export function timeOfDay(minute: number | null): string | null {
  if (minute === null) return null;
  const [hours, minutes] = [Math.floor(minute / HOUR_MINUTES), minute % HOUR_MINUTES];
  return [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':');
}

function minuteOfDay(time: string | null): number | null {
  if (time === null) return null;
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * HOUR_MINUTES + minutes;
}
