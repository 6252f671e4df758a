import { posix } from 'node:path';
import type { MarkdownDocument } from './document.ts';
import type { Fault } from './fault.ts';

const ELSEWHERE = /^[a-z][a-z0-9+.-]*:|^\/\//i;

/** Links and images that lead nowhere in the project. Addresses elsewhere are not asked. */
export function linkFaults(documents: readonly MarkdownDocument[], exists: (path: string) => boolean): Fault[] {
  const byPath = new Map(documents.map((document) => [document.path, document]));
  return documents.flatMap((document) =>
    document.links.flatMap(({ line, text }) => {
      const what = ELSEWHERE.test(text) ? null : linkFault(document, text, { byPath, exists });
      return what ? [{ path: document.path, line, what }] : [];
    }),
  );
}

interface Project {
  readonly byPath: ReadonlyMap<string, MarkdownDocument>;
  readonly exists: (path: string) => boolean;
}

function linkFault(document: MarkdownDocument, link: string, { byPath, exists }: Project): string | null {
  const [file = '', anchor = ''] = decodeURI(link).split('#');
  const target = file === '' ? document.path : posix.join(posix.dirname(document.path), file);
  if (target.startsWith('..')) return `the link ${link} leads out of the project`;
  if (!exists(target)) return `the link ${link} leads nowhere`;
  const other = byPath.get(target);
  if (anchor === '' || !other || other.anchors.has(anchor)) return null;
  return `the link ${link} names a heading that does not exist`;
}
