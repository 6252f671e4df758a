import { posix } from 'node:path';
import type { MarkdownDocument } from './document.ts';
import type { Fault } from './fault.ts';

const FILE = /^(?:[\w@.-]+\/)*[\w@.{},-]+\.(?:tsx?|cjs|mjs|json|md|sql|ya?ml|css|html|sh|service|timer)$/;

/** Files of ours that documents name and that are not there. Names count from the root, or from the document's folder. */
export function filePathFaults(documents: readonly MarkdownDocument[], files: readonly string[]): Fault[] {
  const known = new Set(files);
  const names = new Set(files.map((file) => posix.basename(file)));
  const folders = new Set(files.map((file) => file.split('/')[0]));
  const exists = (file: string, document: string) =>
    known.has(file) ||
    known.has(posix.join(posix.dirname(document), file)) ||
    (file.includes('/') ? !folders.has(file.split('/')[0]) : names.has(file));
  return documents.flatMap(({ path, spans }) =>
    spans
      .filter(({ text }) => FILE.test(text))
      .flatMap(({ line, text }) =>
        expanded(text)
          .filter((file) => !exists(file, path))
          .map((file) => ({ path, line, what: `there is no file ${file}` })),
      ),
  );
}

/** `a/{b,c}.ts` names two files. */
function expanded(text: string): string[] {
  const [whole = '', choices = ''] = /\{([^}]*)\}/.exec(text) ?? [];
  return whole === '' ? [text] : choices.split(',').map((choice) => text.replace(whole, choice));
}
