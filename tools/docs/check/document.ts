import GithubSlugger from 'github-slugger';
import { fromMarkdown } from 'mdast-util-from-markdown';

type Node = ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>['children'][number];

/** Where something stands, and what it says. */
interface Placed {
  readonly line: number;
  readonly text: string;
}

/** What the rules ask of a Markdown document. */
export interface MarkdownDocument {
  /** From the root of the project. */
  readonly path: string;
  /** Targets of links and images, as they are written. */
  readonly links: readonly Placed[];
  /** Names that a link may point at behind `#`. */
  readonly anchors: ReadonlySet<string>;
  /** Code within a sentence. */
  readonly spans: readonly Placed[];
  /** Lines of fenced code that a shell would read. */
  readonly shellLines: readonly Placed[];
}

const SHELL = /^(sh|bash|zsh|shell|console)$/;
const HTML_TARGET = /\b(?:href|src)="([^"]*)"/g;
const HTML_ANCHOR = /\b(?:id|name)="([^"]*)"/g;

/** Reads a document once for all rules. */
export function readDocument(path: string, source: string): MarkdownDocument {
  const nodes = nodesOf(fromMarkdown(source));
  const slugger = new GithubSlugger();
  const headings = nodes.filter(({ type }) => type === 'heading').map((node) => slugger.slug(plainText(node)));
  const html = nodes.filter((node) => node.type === 'html');
  const named = html.flatMap(({ value }) => [...value.matchAll(HTML_ANCHOR)].map(([, name = '']) => name));
  return {
    path,
    links: nodes.flatMap(linksOf),
    anchors: new Set([...headings, ...named]),
    spans: nodes.flatMap((node) => (node.type === 'inlineCode' ? [{ line: lineOf(node), text: node.value }] : [])),
    shellLines: nodes.flatMap(shellLinesOf),
  };
}

const lineOf = (node: Node) => node.position?.start.line ?? 0;

function linksOf(node: Node): Placed[] {
  const line = lineOf(node);
  if (node.type === 'html') return [...node.value.matchAll(HTML_TARGET)].map(([, text = '']) => ({ line, text }));
  const isLink = node.type === 'link' || node.type === 'image' || node.type === 'definition';
  return isLink ? [{ line, text: node.url }] : [];
}

function shellLinesOf(node: Node): Placed[] {
  if (node.type !== 'code' || !SHELL.test(node.lang ?? '')) return [];
  return node.value.split('\n').map((text, at) => ({ line: lineOf(node) + 1 + at, text }));
}

/** All nodes below and with `node`, in the order of the text. */
function nodesOf(node: Node): Node[] {
  return 'children' in node ? [node, ...(node.children as Node[]).flatMap(nodesOf)] : [node];
}

function plainText(node: Node): string {
  if ('children' in node) return (node.children as Node[]).map(plainText).join('');
  return 'value' in node ? node.value : '';
}
