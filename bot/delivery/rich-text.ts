/** A run of text in one style. The text is plain; markup is made of it in `toHtml` alone. */
export interface Piece {
  readonly text: string;
  readonly style?: 'bold' | 'struck';
  /** An address that `safeLink` gave. */
  readonly link?: string | null;
}

export type Line = readonly Piece[];

const TAG = { bold: 'b', struck: 's' } as const;
const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Control characters, direction marks, zero-width characters, lone surrogates. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}]/gu;
const graphemes = new Intl.Segmenter('lv', { granularity: 'grapheme' });

/** Telegram's HTML with everything from outside escaped. */
export function toHtml(lines: readonly Line[]): string {
  return lines.map((line) => line.map(pieceHtml).join('')).join('\n');
}

/** What the reader sees; its length is what Telegram's limits count. */
export function toPlain(lines: readonly Line[]): string {
  return lines.map((line) => line.map((piece) => piece.text).join('')).join('\n');
}

function pieceHtml({ text, style, link }: Piece): string {
  const escaped = escapeHtml(text);
  const styled = style ? `<${TAG[style]}>${escaped}</${TAG[style]}>` : escaped;
  return link ? `<a href="${escapeHtml(link)}">${styled}</a>` : styled;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ESCAPED[sign] ?? sign);
}

/** Text from outside in one line, without characters that hide or turn what is written. */
export function cleanText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(INVISIBLE, '').replace(/ +/g, ' ').trim();
}

/** At most so many UTF-16 units, never cut inside a character as a reader sees it. */
export function cutText(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text;
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    if (kept.length + segment.length > maxUnits - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** Longer ones are no ads and no photos. */
const ADDRESS_LENGTH = 2000;
/** Names of the machine itself, where the market of the demo has no certificate. */
const LOCAL = /^(?:localhost|127[.]0[.]0[.]1|\[::1\])$/;

/** The address when it leads to a web page that it shows the host of, over a connection that is safe; else null. */
export function safeLink(address: string | null): string | null {
  const url = address && URL.parse(address);
  if (!url || url.href.length > ADDRESS_LENGTH || url.username !== '' || url.password !== '') return null;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOCAL.test(url.hostname)) ? url.href : null;
}
