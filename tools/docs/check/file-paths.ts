import { posix } from 'node:path';
import type { MarkdownDocument } from './document.ts';
import type { Fault } from './fault.ts';

const FILE = /^(?:[\w@.-]+\/)*[\w@.{},-]+\.(?:tsx?|cjs|mjs|json|md|sql|ya?ml|css|html|sh|service|timer)$/;

const FOLDER = /^(?:[\w@.-]+\/)+$/;

/** Files and folders of ours that documents name and that are not there. Names count from the root, or from the document's folder. */
export function filePathFaults(documents: readonly MarkdownDocument[], files: readonly string[]): Fault[] {
  const known = new Set(files.flatMap((file) => [file, ...foldersOf(file)]));
  const names = new Set(files.map((file) => posix.basename(file)));
  const folders = new Set(files.map((file) => file.split('/')[0]));
  const exists = (file: string, document: string) =>
    known.has(file) ||
    known.has(posix.join(posix.dirname(document), file)) ||
    (file.includes('/') ? !folders.has(file.split('/')[0]) : names.has(file));
  return documents.flatMap(({ path, spans, shellLines }) =>
    [...spans.filter(({ text }) => FILE.test(text) || FOLDER.test(text)), ...shellLines.flatMap(pathsIn)].flatMap(
      ({ line, text }) =>
        expanded(text)
          .filter((file) => !exists(file, path))
          .map((file) => ({ path, line, what: `there is no ${file.endsWith('/') ? 'folder' : 'file'} ${file}` })),
    ),
  );
}

/** `a/b/c.ts` lies in `a/` and in `a/b/`. */
const foldersOf = (file: string) => [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index + 1));

/** Words of a command with a folder before the name; a name alone may be a file that the command makes. */
function pathsIn({ line, text }: MarkdownDocument['shellLines'][number]) {
  return text
    .split(/\s+/)
    .map((word) => ({ line, text: word.replace(/^\.\//, '') }))
    .filter((word) => word.text.includes('/') && FILE.test(word.text));
}

/** `a/{b,c}.ts` names two files. */
function expanded(text: string): string[] {
  const [whole = '', choices = ''] = /\{([^}]*)\}/.exec(text) ?? [];
  return whole === '' ? [text] : choices.split(',').map((choice) => text.replace(whole, choice));
}
