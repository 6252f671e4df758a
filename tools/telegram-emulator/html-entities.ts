import type { MessageEntity } from 'grammy/types';
import { badCall } from './bot-api-error.ts';

/** Text as Telegram stores it: plain, with the formatting beside it (offsets in UTF-16 units). */
export interface FormattedText {
  text: string;
  entities: MessageEntity[];
}

interface OpenTag {
  name: string;
  at: number;
  offset: number;
  attributes: Map<string, string>;
}

const simpleTags: Record<string, MessageEntity['type']> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strikethrough',
  strike: 'strikethrough',
  del: 'strikethrough',
  'tg-spoiler': 'spoiler',
  code: 'code',
  pre: 'pre',
};
const otherTags = ['a', 'span', 'blockquote', 'tg-emoji'];
const characterReferences: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' };

/**
 * Parses Telegram's subset of HTML. Stricter than Telegram in one point: an ampersand that begins no character
 * reference is refused, as the documentation demands, though Telegram lets it pass.
 */
export function parseHtml(html: string): FormattedText {
  return new HtmlParser(html).parse();
}

class HtmlParser {
  readonly #html: string;
  readonly #open: OpenTag[] = [];
  readonly #entities: MessageEntity[] = [];
  #position = 0;
  #text = '';

  constructor(html: string) {
    this.#html = html;
  }

  parse(): FormattedText {
    while (this.#position < this.#html.length) {
      const character = this.#html[this.#position];
      if (character === '&') this.#reference();
      else if (character !== '<') this.#plain();
      else if (this.#html[this.#position + 1] === '/') this.#endTag();
      else this.#startTag();
    }
    const unclosed = this.#open.at(-1);
    if (unclosed) throw this.#fault(`Can't find end tag corresponding to start tag "${unclosed.name}"`);
    return { text: this.#text, entities: inTelegramOrder(this.#entities) };
  }

  #plain(): void {
    const next = this.#html.slice(this.#position).search(/[<&]/);
    const end = next < 0 ? this.#html.length : this.#position + next;
    this.#text += this.#html.slice(this.#position, end);
    this.#position = end;
  }

  #reference(): void {
    const match = /^&(?:(lt|gt|amp|quot)|#(\d{1,7})|#x([0-9a-f]{1,6}));/i.exec(this.#html.slice(this.#position));
    if (!match) throw this.#fault(`Unescaped "&" at byte offset ${this.#byteOffset()}`);
    const [whole, name, decimal, hex] = match;
    const code = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hex ?? '', 16);
    const named = name && characterReferences[name.toLowerCase()];
    if (!named && !(code > 0 && code <= 0x10ffff)) {
      throw this.#fault(`Unescaped "&" at byte offset ${this.#byteOffset()}`);
    }
    this.#text += named || String.fromCodePoint(code);
    this.#position += whole.length;
  }

  #startTag(): void {
    const at = this.#byteOffset();
    const match = /^<([a-z][a-z0-9-]*)((?:\s+[a-z-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=]+))?)*)\s*>/i.exec(
      this.#html.slice(this.#position),
    );
    if (!match) {
      const name = /^<([^\s>]*)/.exec(this.#html.slice(this.#position))?.[1] ?? '';
      throw this.#fault(`Unsupported start tag "${name}" at byte offset ${at}`);
    }
    const name = (match[1] ?? '').toLowerCase();
    const attributes = parseAttributes(match[2] ?? '');
    const isSpoiler = name !== 'span' || attributes.get('class') === 'tg-spoiler';
    if ((!(name in simpleTags) && !otherTags.includes(name)) || !isSpoiler) {
      throw this.#fault(`Unsupported start tag "${name}" at byte offset ${at}`);
    }
    this.#open.push({ name, at, offset: this.#text.length, attributes });
    this.#position += match[0].length;
  }

  #endTag(): void {
    const match = /^<\/([a-z0-9-]*)\s*>/i.exec(this.#html.slice(this.#position));
    const name = match?.[1]?.toLowerCase() ?? '';
    const opened = this.#open.pop();
    if (!match || !opened) throw this.#fault(`Unexpected end tag at byte offset ${this.#byteOffset()}`);
    if (name !== '' && name !== opened.name) {
      const at = this.#byteOffset();
      throw this.#fault(`Unmatched end tag at byte offset ${at}, expected "</${opened.name}>", found "</${name}>"`);
    }
    this.#position += match[0].length;
    this.#close(opened);
  }

  #close(tag: OpenTag): void {
    const length = this.#text.length - tag.offset;
    if (length === 0) return;
    const content = this.#text.slice(tag.offset);
    const entity = entityOf(tag, content, this.#open.at(-1));
    const last = this.#entities.at(-1);
    // <pre><code class="language-…"> is one block, not code inside a block.
    if (tag.name === 'pre' && last?.type === 'pre' && last.offset === tag.offset && last.length === length) return;
    if (entity) this.#entities.push({ ...entity, offset: tag.offset, length } as MessageEntity);
  }

  #byteOffset(): number {
    return Buffer.byteLength(this.#html.slice(0, this.#position));
  }

  #fault(reason: string) {
    return badCall(`can't parse entities: ${reason}`);
  }
}

function entityOf(tag: OpenTag, content: string, parent: OpenTag | undefined): Partial<MessageEntity> | undefined {
  if (tag.name === 'a') return linkOf(tag.attributes.get('href') ?? content);
  if (tag.name === 'span') return { type: 'spoiler' };
  if (tag.name === 'blockquote')
    return { type: tag.attributes.has('expandable') ? 'expandable_blockquote' : 'blockquote' };
  if (tag.name === 'tg-emoji') return { type: 'custom_emoji', custom_emoji_id: tag.attributes.get('emoji-id') ?? '' };
  const language = tag.attributes.get('class')?.match(/^language-(.+)$/)?.[1];
  if (tag.name === 'code' && language && parent?.name === 'pre') return { type: 'pre', language };
  return { type: simpleTags[tag.name] } as Partial<MessageEntity>;
}

/** Telegram drops a link it cannot use and keeps its text. */
function linkOf(href: string): Partial<MessageEntity> | undefined {
  const user = /^tg:\/\/user\?id=(\d+)$/.exec(href)?.[1];
  if (user) return { type: 'text_mention', user: { id: Number(user), is_bot: false, first_name: '' } };
  const address = /^(https?|tg|tonsite|mailto|tel):/i.test(href) ? href : `http://${href}`;
  if (!URL.canParse(address) || !/^(tg:|mailto:|tel:|.+\.|https?:\/\/localhost)/i.test(address)) return undefined;
  return { type: 'text_link', url: /^https?:\/\/[^/?#]+$/i.test(address) ? `${address}/` : address };
}

function parseAttributes(source: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const match of source.matchAll(/([a-z-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=]+)))?/gi)) {
    const value = match[2] ?? match[3] ?? match[4] ?? '';
    const decoded = value.replace(/&(lt|gt|amp|quot);/g, (_, name: string) => characterReferences[name] ?? '');
    attributes.set((match[1] ?? '').toLowerCase(), decoded);
  }
  return attributes;
}

function inTelegramOrder(entities: MessageEntity[]): MessageEntity[] {
  return entities.toSorted((a, b) => a.offset - b.offset || b.length - a.length);
}
