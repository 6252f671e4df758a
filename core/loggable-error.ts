/** What an error of the database tells of itself, beside the values that stand in it. */
interface DatabaseFault {
  readonly sqlState: string;
  readonly table?: unknown;
  readonly column?: unknown;
  readonly constraint?: unknown;
}

const FRAME = /^\s+at /;
/** What the ORM adds to the message: `detail` and `hint` quote the row. */
const ADDED = '\n - ';
/** Errors in a value, which their message quotes. */
const DATA_EXCEPTION = /^22/;

/**
 * An error as it may stand in a log line. Only what is named here is told: an error of the database carries the statement
 * and the row with all values, one of a parser the bytes it could not read.
 */
export function loggableError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const fault = databaseFault(error);
  const message = fault ? messageWithoutValues(error.message, fault) : error.message;
  const type = error.constructor.name;
  return {
    type,
    message,
    stack: [`${type}: ${message}`, ...framesOf(error)].join('\n'),
    ...(fault ?? codeOf(error)),
    ...(error.cause !== undefined && { cause: loggableError(error.cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.map(loggableError) }),
  };
}

function databaseFault(error: Error): DatabaseFault | null {
  const { code, severity, table, column, constraint } = error as Error & Record<string, unknown>;
  if (typeof severity !== 'string' || typeof code !== 'string') return null;
  return { sqlState: code, table, column, constraint };
}

function messageWithoutValues(message: string, { sqlState }: DatabaseFault): string {
  const [told = ''] = message.split(ADDED);
  return DATA_EXCEPTION.test(sqlState) ? told.replace(/".*"/s, '"…"') : told;
}

/** The stack begins with the message, which may have been shortened. */
function framesOf({ stack = '' }: Error): string[] {
  return stack.split('\n').filter((line) => FRAME.test(line));
}

function codeOf(error: Error): { readonly errorCode?: string | number } {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' || typeof code === 'number' ? { errorCode: code } : {};
}
