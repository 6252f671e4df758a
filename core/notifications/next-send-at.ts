/** A chat takes one message a second. */
export const PACE_MS = 1000;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** When the daily digest goes out, as minutes after midnight in the user's time zone. */
const DAILY_DIGEST_MINUTE = 9 * 60;
const DEFAULT_TIME_ZONE = 'Europe/Riga';

/** What a user's settings and the operator's say about the time of alerts. */
export interface AlertTiming {
  readonly deliveryMode: 'instant' | 'hourly' | 'daily';
  /** Quiet hours in minutes after midnight in the time zone; both null: none. */
  readonly quietFrom: number | null;
  readonly quietTo: number | null;
  readonly timeZone: string;
  /** 0: no cap. */
  readonly alertsPerHour: number;
}

/**
 * How many alert messages a user got since the hour that counts for the cap began. While what such an hour held back is
 * told, the count goes on above the cap: those messages are of the next hour, which has a cap of its own.
 */
export interface SendHour {
  readonly startedAt: Date | null;
  readonly count: number;
}

/**
 * The earliest time, from `now` on, at which an alert that became due at `dueAt` may be sent: the digest's time, the end
 * of the hour whose cap is used up, the end of the quiet hours. An alert put off until then is not put off again.
 */
export function nextSendAt(alert: { now: Date; dueAt: Date; timing: AlertTiming; hour: SendHour }): Date {
  const { now, dueAt, timing, hour } = alert;
  const isOfCap = timing.deliveryMode === 'instant' || isOverflow(dueAt, timing, hour);
  const wanted = isOfCap ? capEnd(timing, hour) : digestAt(dueAt.getTime(), timing);
  return new Date(outOfQuiet(Math.max(now.getTime(), wanted), timing));
}

/** Whether an alert waited for the end of an hour whose cap was used up: such alerts go as one digest. */
export function isOverflow(dueAt: Date, timing: AlertTiming, hour: SendHour): boolean {
  const end = capEnd(timing, hour);
  return end > 0 && dueAt.getTime() <= outOfQuiet(end, timing);
}

/** The hour after one more alert message; `isOverflow`: it told alerts that are. */
export function countSend(hour: SendHour, now: Date, { cap = 0, isOverflow: isHeldBack = false } = {}): SendHour {
  const { startedAt, count } = currentHour(hour, cap);
  if (startedAt !== null && isHeldBack) return { startedAt: hoursAfter(startedAt, -1), count: cap + count + 1 };
  const isOver = startedAt === null || now >= hoursAfter(startedAt, 1);
  return isOver ? { startedAt: now, count: 1 } : { startedAt, count: count + 1 };
}

/** The hour that messages are counted in now: the next one where the cap is used up. */
function currentHour({ startedAt, count }: SendHour, cap: number): SendHour {
  const used = hoursUsed(count, cap);
  if (startedAt === null || used === 0) return { startedAt, count };
  return { startedAt: hoursAfter(startedAt, used), count: Math.min(count - used * cap, cap) };
}

/** How many hours the messages counted have used up: the one whose cap held alerts back, and perhaps the next. */
const hoursUsed = (count: number, cap: number) => (cap > 0 ? Math.min(Math.floor(count / cap), 2) : 0);

const hoursAfter = (time: Date, hours: number) => new Date(time.getTime() + hours * HOUR_MS);

/** When the hour whose cap is used up ends; 0 while there is room. */
function capEnd(timing: AlertTiming, { startedAt, count }: SendHour): number {
  const used = hoursUsed(count, timing.alertsPerHour);
  return startedAt && used > 0 ? hoursAfter(startedAt, used).getTime() : 0;
}

/** The first digest at or after a time. A digest that falls into the quiet hours goes at their end. */
function digestAt(from: number, timing: AlertTiming): number {
  const [minute, period] = timing.deliveryMode === 'daily' ? [DAILY_DIGEST_MINUTE, DAY_MS] : [0, HOUR_MS];
  // Digests of up to a day ago may have been put off beyond `from`; a day can have 25 hours.
  let slot = nextLocalTime(from - DAY_MS - HOUR_MS, minute * MINUTE_MS, period, timing.timeZone);
  while (outOfQuiet(slot, timing) < from) {
    slot = nextLocalTime(slot + 1, minute * MINUTE_MS, period, timing.timeZone);
  }
  return outOfQuiet(slot, timing);
}

function outOfQuiet(time: number, timing: AlertTiming): number {
  let free = time;
  while (timing.quietTo !== null && isQuiet(free, timing)) {
    free = quietEnd(free, timing.quietTo, timing);
  }
  return free;
}

/** When the clock shows the end; a clock that goes back may leave the quiet hours earlier, by showing what is before them. */
function quietEnd(from: number, quietTo: number, timing: AlertTiming): number {
  const end = nextLocalTime(from, quietTo * MINUTE_MS, DAY_MS, timing.timeZone);
  if (offset(end, timing.timeZone) >= offset(from, timing.timeZone)) return end;
  let minute = Math.ceil(from / MINUTE_MS) * MINUTE_MS;
  while (minute < end && isQuiet(minute, timing)) minute += MINUTE_MS;
  return Math.min(minute, end);
}

function isQuiet(time: number, { quietFrom, quietTo, timeZone }: AlertTiming): boolean {
  if (quietFrom === null || quietTo === null) return false;
  const minute = modulo(localTime(time, timeZone), DAY_MS) / MINUTE_MS;
  return quietFrom <= quietTo ? minute >= quietFrom && minute < quietTo : minute >= quietFrom || minute < quietTo;
}

/**
 * The first time at or after `from` whose local clock shows `phase` within each `period`. A clock time that is skipped
 * when the clocks go forward is taken as late as it would have come without the change.
 */
function nextLocalTime(from: number, phase: number, period: number, timeZone: string): number {
  const shows = (time: number) => modulo(localTime(time, timeZone) - phase, period) === 0;
  const guess = from + modulo(phase - localTime(from, timeZone), period);
  if (shows(guess)) return guess;
  const corrected = guess - (offset(guess, timeZone) - offset(from, timeZone));
  return corrected >= from && shows(corrected) ? corrected : guess;
}

const modulo = (value: number, period: number) => ((value % period) + period) % period;

/** Milliseconds of the local clock, counted as if it were UTC. */
const localTime = (time: number, timeZone: string) => time + offset(time, timeZone);

function offset(time: number, timeZone: string): number {
  const parts = formatterOf(timeZone).formatToParts(time);
  const part = (type: string) => Number(parts.find((candidate) => candidate.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - Math.floor(time / 1000) * 1000;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const formatter = createFormatter(timeZone);
  formatters.set(timeZone, formatter);
  return formatter;
}

/** A zone this machine does not know must not stop the delivery to everybody. */
function createFormatter(timeZone: string): Intl.DateTimeFormat {
  const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const options = { ...fields, second: 'numeric', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en', { ...options, timeZone });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return new Intl.DateTimeFormat('en', { ...options, timeZone: DEFAULT_TIME_ZONE });
  }
}
