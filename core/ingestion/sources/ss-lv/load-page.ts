import { type CheerioAPI, load } from 'cheerio';
import { SourceError } from '../../ad-source.ts';

/** Elements within each other; the pages of the site have about ten. Their tree is walked by recursion. */
const MAX_DEPTH = 200;
/** Tags that nobody closes, at one place of a page. Each costs time at every tag that follows. */
const MAX_OPEN = 200;
/** What blanks, slashes and quotes set apart in one tag: the parser compares each attribute with all before it. */
const MAX_TAG_PARTS = 2000;

const TAGS = /<(\/?)([a-z][^\s<>/]*)([^<>]*)/gi;
/** A tag of these is closed by itself, or by the next one of its kind. */
const NEVER_OPEN = new Set(
  `area base body br col colgroup dd dt embed head hr html img input li link meta optgroup option p param source tbody
  td tfoot th thead tr wbr`.split(/\s+/),
);

/** What is read of a page must end: the parser takes the square of the tags that stand open, and of attributes. */
function assertReadable(html: string): void {
  const open = new Map<string, number>();
  let total = 0;
  for (const [, slash, written = '', rest = ''] of html.matchAll(TAGS)) {
    if (rest.split(/[\s/"']+/, MAX_TAG_PARTS + 1).length > MAX_TAG_PARTS) {
      throw new SourceError('layout', `a tag of the page has more than ${MAX_TAG_PARTS} parts`);
    }
    const name = written.toLowerCase();
    if (NEVER_OPEN.has(name)) continue;
    const count = open.get(name) ?? 0;
    const step = slash === '' ? 1 : count > 0 ? -1 : 0;
    open.set(name, count + step);
    total += step;
    if (total > MAX_OPEN) throw new SourceError('layout', `more than ${MAX_OPEN} tags of the page are left open`);
  }
}

function assertShallow($: CheerioAPI): void {
  let depth = 0;
  let level = $.root().contents().get();
  while (level.length > 0) {
    depth += 1;
    if (depth > MAX_DEPTH) throw new SourceError('layout', `the page nests deeper than ${MAX_DEPTH} elements`);
    level = level.flatMap((node) => ('children' in node ? node.children : []));
  }
}

/** A page as a tree that can be walked. Throws `SourceError('layout')` for one that no browser was meant to show. */
export function loadPage(html: string): CheerioAPI {
  assertReadable(html);
  const $ = load(html);
  assertShallow($);
  return $;
}
