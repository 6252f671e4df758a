import type { FiguresResponse } from '#core/contracts/admin-figures.ts';
import { clockText } from '../shared/riga-time.ts';

const HOUR_MS = 3_600_000;
const LINES = 3;

export interface Hour {
  /** `13:00`. */
  readonly from: string;
  readonly to: string;
  /** Null: it has not begun. */
  readonly sent: number | null;
  /** It has not ended. */
  readonly isRunning: boolean;
}

/** All hours of the day, those ahead too; 23 or 25 where the clock is changed. */
export function hoursOfDay(byHour: FiguresResponse['alerts']['byHour']): Hour[] {
  const begun = byHour.map(({ from, sent }, place) => ({
    from: clockText(from),
    to: clockText(new Date(Date.parse(from) + HOUR_MS).toISOString()),
    sent,
    isRunning: place === byHour.length - 1,
  }));
  const last = begun.at(-1);
  const next = last === undefined ? 0 : Number.parseInt(last.from, 10) + 1;
  const ahead = Array.from({ length: 24 - next }, (_, place) => ({
    from: clock(next + place),
    to: clock((next + place + 1) % 24),
    sent: null,
    isRunning: false,
  }));
  return [...begun, ...ahead];
}

/** Heights at which a line is drawn, round numbers, the highest of them not below the highest bar. */
export function chartLines(highest: number): number[] {
  const rough = Math.max(highest, LINES) / LINES;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
  const count = Math.max(2, Math.ceil(highest / step));
  return Array.from({ length: count }, (_, place) => (place + 1) * step);
}

function clock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
