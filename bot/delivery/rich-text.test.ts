import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '#tests/support/any-text.ts';
import { parseHtml } from '#tools/telegram-emulator/html-entities.ts';
import { cleanText, cutText, type Line, safeLink, toHtml, toPlain } from './rich-text.ts';

const anyWritten = fc.oneof(
  anyText(40),
  fc
    .array(fc.constantFrom('<', '>', '&', '"', "'", '/', 'b', 'a href=', '&lt;', '&#38;', '\n', ' '))
    .map((all) => all.join('')),
);
const anyLink = fc.option(fc.webUrl({ withQueryParameters: true, withFragments: true }).map(safeLink));
const anyPiece = fc.record({
  text: anyWritten,
  style: fc.constantFrom('bold', 'struck', undefined),
  link: anyLink,
});

describe('markup', () => {
  it('of any text is accepted by the strict parser, which reads the same text', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyPiece, { maxLength: 4 }), { maxLength: 4 }), (lines) => {
        expect(parseHtml(toHtml(lines as Line[])).text).toBe(toPlain(lines as Line[]));
      }),
      { numRuns: 500 },
    );
  });

  it('leads where the address says and nowhere else', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), (address) => {
        const link = safeLink(`https://${address.split('//')[1]}?q="><b>&amp;`);
        const { entities } = parseHtml(toHtml([[{ text: '</a><a href="tg://user?id=1">', link }]]));
        expect(entities).toEqual([expect.objectContaining({ type: 'text_link', url: link })]);
      }),
      { numRuns: 100 },
    );
  });
});

describe('a text', () => {
  it('loses what hides or turns it, and stays what it was otherwise', () => {
    expect(cleanText(' a\u202eb\u2066c\u200bde\u0000f\ud800g\u00adh\ti\r\nj ')).toBe('abcdefgh i j');
    expect(cleanText('ģimene 😀 Ёлка')).toBe('ģimene 😀 Ёлка');
    fc.assert(
      fc.property(anyWritten, (text) => {
        const clean = cleanText(text);
        expect(clean.isWellFormed()).toBe(true);
        expect(clean).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        expect(cleanText(clean)).toBe(clean);
      }),
    );
  });

  it('is cut between characters as a reader sees them', () => {
    expect(cutText('👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 21)).toBe('👨‍👩‍👧‍👦…');
    expect(cutText('e\u0301e\u0301e\u0301', 4)).toBe('e\u0301…');
    expect(cutText('abc', 3)).toBe('abc');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (text, length) => {
        const cut = cutText(text, length);
        expect(cut.length).toBeLessThanOrEqual(length);
        expect(cut.isWellFormed()).toBe(true);
        expect(cut === text || cut.endsWith('…')).toBe(true);
      }),
    );
  });
});

describe('a link', () => {
  it.each([
    ['https://www.ss.lv/msg/lv/1.html', 'https://www.ss.lv/msg/lv/1.html'],
    ['http://localhost:8082/msg/1', 'http://localhost:8082/msg/1'],
    ['http://www.ss.lv/1', null],
    ['http://localhost.evil.example/', null],
    ['https://www.ss.lv@evil.example/', null],
    ['javascript:alert(1)', null],
    ['tg://user?id=1', null],
    ['//www.ss.lv/', null],
    [`https://www.ss.lv/${'x'.repeat(2000)}`, null],
    [null, null],
  ])('%s', (address, expected) => {
    expect(safeLink(address)).toBe(expected);
  });
});
