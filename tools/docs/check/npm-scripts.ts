import type { MarkdownDocument } from './document.ts';
import type { Fault } from './fault.ts';
import { commandsIn } from './shell-words.ts';

/** Words of npm itself. */
const OF_NPM = new Set([
  'ci',
  'install',
  'exec',
  'audit',
  'outdated',
  'update',
  'ls',
  'version',
  'pkg',
  'view',
  'config',
]);
const NAME = /^[a-z][\w:.-]*$/;

/** npm scripts that documents name and package.json does not have. */
export function npmScriptFaults(documents: readonly MarkdownDocument[], scripts: ReadonlySet<string>): Fault[] {
  return documents.flatMap((document) =>
    commandsIn(document).flatMap(({ line, words }) => {
      const name = scriptIn(words);
      if (name === null || scripts.has(name)) return [];
      return [{ path: document.path, line, what: `there is no npm script "${name}"` }];
    }),
  );
}

/** The script that `npm run check` and `npm test` run; null where no script is run, or a place stands for its name. */
function scriptIn([program, ...words]: readonly string[]): string | null {
  if (program !== 'npm') return null;
  const [verb = '', ...rest] = words.filter((word) => !word.startsWith('-'));
  const name = verb === 'run' ? (rest[0] ?? '') : verb;
  return NAME.test(name) && !(verb !== 'run' && OF_NPM.has(verb)) ? name : null;
}
