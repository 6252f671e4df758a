import { readFileSync } from 'node:fs';

const SCRIPT = readFileSync(new URL('../../docs/database-roles.sql', import.meta.url), 'utf8');

/** Of both roles. */
export const ROLE_PASSWORD = 'hawk';

/** The script that makes the two roles as psql would run it: with its variables in their places. */
export function roleStatements(names: {
  readonly owner: string;
  readonly app: string;
  readonly database: string;
}): string[] {
  const values: Readonly<Record<string, string>> = { ...names };
  return SCRIPT.replace(/^--.*$|^select .*\\gset$/gm, '')
    .replace(/:"(\w+)"/g, (_, name: string) => `"${values[name]}"`)
    .replace(/:'\w+'/g, `'${ROLE_PASSWORD}'`)
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean);
}
