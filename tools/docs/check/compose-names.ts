import { parse } from 'yaml';
import type { MarkdownDocument } from './document.ts';
import type { Fault } from './fault.ts';
import { commandsIn } from './shell-words.ts';

const ON_SERVICES = new Set([
  'up',
  'logs',
  'exec',
  'run',
  'restart',
  'stop',
  'start',
  'build',
  'pull',
  'rm',
  'ps',
  'kill',
]);
/** Behind these one service stands, and then words for it. */
const ON_ONE = new Set(['exec', 'run']);
const WITH_VALUE = new Set([
  '--user',
  '-u',
  '--tail',
  '-n',
  '--timeout',
  '-t',
  '--since',
  '--entrypoint',
  '--env',
  '-e',
  '--volume',
  '-v',
  '--scale',
]);

interface ComposeFile {
  readonly services: Readonly<Record<string, { readonly profiles?: readonly string[] } | null>>;
}

/** Services and profiles of `docker compose` that documents name and the file does not have. */
export function composeNameFaults(documents: readonly MarkdownDocument[], file: string): Fault[] {
  const { services } = parse(file, { merge: true }) as ComposeFile;
  const known = {
    services: new Set(Object.keys(services)),
    profiles: new Set(Object.values(services).flatMap((service) => service?.profiles ?? [])),
  };
  return documents.flatMap((document) =>
    commandsIn(document).flatMap(({ line, words }) =>
      namesFaults(words, known).map((what) => ({ path: document.path, line, what })),
    ),
  );
}

interface Known {
  readonly services: ReadonlySet<string>;
  readonly profiles: ReadonlySet<string>;
}

function namesFaults(words: readonly string[], { services, profiles }: Known): string[] {
  if (words[0] !== 'docker' || words[1] !== 'compose') return [];
  const unknownProfiles = words.filter((word, at) => words[at - 1] === '--profile' && !profiles.has(word));
  const verbAt = words.findIndex((word) => ON_SERVICES.has(word));
  const named = verbAt < 0 ? [] : namedBehind(words.slice(verbAt + 1));
  const asked = ON_ONE.has(words[verbAt] ?? '') ? named.slice(0, 1) : named;
  return [
    ...unknownProfiles.map((name) => `docker-compose.yml has no profile "${name}"`),
    ...asked.filter((name) => !services.has(name)).map((name) => `docker-compose.yml has no service "${name}"`),
  ];
}

/** The words that are neither options, nor their values, nor places to fill in. */
const namedBehind = (words: readonly string[]) =>
  words.filter((word, at) => /^[a-z][\w-]*$/.test(word) && !WITH_VALUE.has(words[at - 1] ?? ''));
