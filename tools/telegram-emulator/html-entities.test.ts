import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '#tests/support/any-text.ts';
import { parseHtml } from './html-entities.ts';

describe('parseHtml', () => {
  it.each([
    ['<b>open', 'Can\'t find end tag corresponding to start tag "b"'],
    ['<h1>x</h1>', 'Unsupported start tag "h1" at byte offset 0'],
    ['<span>x</span>', 'Unsupported start tag "span" at byte offset 0'],
    ['ā <b>x</i>', 'Unmatched end tag at byte offset 7, expected "</b>", found "</i>"'],
    ['price < 5', 'Unsupported start tag "" at byte offset 6'],
    ['Tom & Anna', 'Unescaped "&" at byte offset 4'],
    ['&nbsp;', 'Unescaped "&" at byte offset 0'],
    ['x</b>', 'Unexpected end tag at byte offset 1'],
  ])('refuses %s', (html, reason) => {
    expect(() => parseHtml(html)).toThrow(`Bad Request: can't parse entities: ${reason}`);
  });

  it('reads every tag of the subset', () => {
    const html =
      '<s>1</s><del>2</del><u>3</u><code>4</code><pre><code class="language-ts">5</code></pre>' +
      '<tg-spoiler>6</tg-spoiler><span class="tg-spoiler">7</span><blockquote expandable>8</blockquote>' +
      '<tg-emoji emoji-id="1">9</tg-emoji><a href="tg://user?id=5">0</a>';
    const { text, entities } = parseHtml(html);
    expect(text).toBe('1234567890');
    expect(entities.map(({ type }) => type)).toEqual([
      'strikethrough',
      'strikethrough',
      'underline',
      'code',
      'pre',
      'spoiler',
      'spoiler',
      'expandable_blockquote',
      'custom_emoji',
      'text_mention',
    ]);
  });

  it('drops a link it cannot use and keeps its text', () => {
    expect(parseHtml('<a href="javascript:alert(1)">x</a>')).toEqual({ text: 'x', entities: [] });
  });

  it('gives back any escaped text unchanged', () => {
    const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(parseHtml(`<b>${escaped(text)}</b>`).text).toBe(text);
      }),
    );
  });
});
