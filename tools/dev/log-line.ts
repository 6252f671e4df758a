import { pino } from 'pino';

type Entry = Readonly<Record<string, unknown>>;

/** What stands in each line and is shown elsewhere, or tells a developer nothing. */
const NOT_A_FACT = new Set(['level', 'time', 'area', 'msg', 'err']);

/** A line of the service's log; null: something else, such as a fault before the logger was there. */
export function parseLogLine(line: string): Entry | null {
  try {
    const parsed: unknown = JSON.parse(line);
    return typeof parsed === 'object' && parsed !== null && 'level' in parsed ? { ...parsed } : null;
  } catch {
    return null;
  }
}

/** Whether the line is at least as grave as the level of that name; nothing is as grave as `silent`. */
export function isAtLeast({ level }: Entry, name: string): boolean {
  return Number(level) >= (pino.levels.values[name] ?? Number.POSITIVE_INFINITY);
}

/** `warn delivery: the chat is gone {"userId":7}`, and below it where an error came from. */
export function readableLine(entry: Entry): string {
  const { area, msg = '', err } = entry;
  const level = pino.levels.labels[Number(entry.level)] ?? entry.level;
  const facts = Object.fromEntries(Object.entries(entry).filter(([name]) => !NOT_A_FACT.has(name)));
  const rest = Object.keys(facts).length === 0 ? '' : ` ${JSON.stringify(facts)}`;
  return `${level}${area ? ` ${area}` : ''}: ${msg}${rest}${err ? `\n${stackOf(err)}` : ''}`;
}

function stackOf(err: unknown): string {
  const { stack } = err as { readonly stack?: unknown };
  return typeof stack === 'string' ? stack : JSON.stringify(err);
}
