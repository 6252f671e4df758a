import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#core/db/open.ts';
import { anyText } from '#tests/support/any-text.ts';
import { aFilter, aUser } from '#tests/support/builders.ts';
import { commandLine, NOBODY, SAYS_NO } from '#tests/support/cli-world.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';

let database: Database;
let vanags: ReturnType<typeof commandLine>;
let commands: readonly Command[];
beforeAll(async () => {
  database = await openTestDatabase();
  vanags = commandLine(database.url);
  const user = await aUser(database.orm, { role: 'basic' });
  await aFilter(database.orm, user.id, {});
  commands = await commandsBelow([]);
});
afterAll(() => database.close());

interface Command {
  readonly words: readonly string[];
  readonly options: readonly string[];
}

/** Every command with its options, as the help tells them: a new one is tried without being named here. */
async function commandsBelow(words: readonly string[]): Promise<Command[]> {
  const { out } = await vanags([...words, '--help']);
  const namesIn = (title: string, name: RegExp) => {
    const [, lines = ''] = new RegExp(`\\n${title}:\\n((?: .*\\n?)*)`).exec(out) ?? [];
    return [...lines.matchAll(name)].map(([, found = '']) => found).filter((found) => !/^(--)?help$/.test(found));
  };
  const below = await Promise.all(namesIn('Commands', /^ {2}(\S+)/gm).map((name) => commandsBelow([...words, name])));
  return [{ words, options: namesIn('Options', /(--[a-z-]+)/g) }, ...below.flat()];
}

/** Nothing that could be done, and no file that holds ads. */
const ODD_VALUES = [
  ...[
    '',
    ' ',
    '-',
    '--',
    '-x',
    '--nonsense',
    '--=',
    '=',
    '0',
    '-1',
    '1.5',
    '1e3',
    '0x1',
    'NaN',
    'null',
    '99999999',
    '007',
  ],
  ...['9007199254740993', '99999999999999999999', 'me', 'superadmin', 'admin', 'basic', 'toString', '__proto__', '٣'],
  ...[
    '%',
    '_',
    "' or 1=1--",
    '"; drop table users;--',
    '$(id)',
    '`id`',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202e',
    '🚗',
  ],
  ...[
    '\u001b[31m',
    'a\nb',
    '/no/such/file',
    '/dev/null',
    '/',
    '.',
    '',
    '../..',
    'https://127.0.0.1:5432/',
    'x'.repeat(5000),
  ],
];

const someLine: fc.Arbitrary<string[]> = fc
  .tuple(
    fc.nat(),
    fc.array(
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...ODD_VALUES) },
        { weight: 3, arbitrary: fc.nat().map((at) => ({ option: at })) },
        { weight: 1, arbitrary: anyText(12) },
      ),
      { maxLength: 4 },
    ),
  )
  .map(([at, rest]) => {
    const { words, options } = commands[at % commands.length] as Command;
    const given = rest.map((word) =>
      typeof word === 'string' ? word : (options[word.option % options.length] ?? '--yes'),
    );
    return [...words, ...given];
  })
  // Whoever has never been here may be made an administrator by a number alone; `replay` reads a folder whole.
  .filter((line) => !(line.includes('grant-admin') && line.some((word) => /^0*[1-9]\d*$/.test(word))))
  // A backup goes wherever it is told to.
  .filter(([subject, deed]) => subject !== 'backup' || deed === 'check')
  .filter((line) => !(line.includes('replay') && line.some((word) => /^[./]+$/.test(word))));

/** All tables but the log of runs, where a file that could not be read is noted. */
const stored = async () => {
  const em = database.orm.em.fork();
  const tables = await em.execute<{ name: string }[]>(
    `select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'ingestion_runs'`,
  );
  const rows = await Promise.all(
    tables.map(async ({ name }) => [name, await em.execute(`select * from "${name}" order by 1`)] as const),
  );
  return Object.fromEntries(rows);
};

describe('any command line', () => {
  it('ends with 0, 1 or 2 and readable lines, and stores nothing', async () => {
    expect(commands.length).toBeGreaterThan(30);
    const before = await stored();
    const codes = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(someLine, fc.constantFrom(NOBODY, SAYS_NO), async (words, person) => {
        const { code, out, err } = await vanags(words, person);
        codes.set(code, (codes.get(code) ?? 0) + 1);
        expect([0, 1, 2]).toContain(code);
        if (code !== 0) expect(err).not.toBe('');
        expect(out + err).not.toMatch(/^\s+at |node:internal|TypeError|Unexpected|(?!\n)[\p{Cc}\p{Cs}\u202e]/mu);
      }),
      { seed: 20_261_001, numRuns: 200, endOnFailure: true },
    );
    expect([...codes.keys()].sort()).toEqual([0, 1, 2]);
    expect(await stored()).toEqual(before);
  });
});
