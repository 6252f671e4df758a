import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldProblem, problemText } from './problem-text.ts';

const FAMILY = '👨‍👩‍👧‍👦';

describe('the description of a problem', () => {
  it.each([
    ['  Neatveras sludinājums\n', 'Neatveras sludinājums'],
    ['\u200b12345678\u200b', '12345678'],
    ['a\u0304bcdefgh', 'ābcdefgh'],
    [FAMILY.repeat(8), FAMILY.repeat(8)],
    ['pirmā rinda\r\n\totrā rinda', 'pirmā rinda\r\n\totrā rinda'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['ж'.repeat(2000), 'ж'.repeat(2000)],
  ])('is kept: %j', (written, stored) => {
    expect(problemText(written)).toBe(stored);
  });

  it.each([
    ['', 'problem.empty'],
    [' '.repeat(20), 'problem.empty'],
    ['\u200b\u2060\n\u00a0\u00ad\u3164'.repeat(3), 'problem.empty'],
    ['1234567', 'problem.tooShort'],
    ['  1234567  ', 'problem.tooShort'],
    [FAMILY.repeat(7), 'problem.tooShort'],
    ['e\u0301'.repeat(7), 'problem.tooShort'],
    ['ж'.repeat(2001), 'problem.tooLong'],
    ['12345678\u0000', 'problem.characters'],
    ['12345678\u001b[31m', 'problem.characters'],
    ['12345678\u0085x', 'problem.characters'],
    ['12345678\ud800', 'problem.characters'],
    ['\udc0012345678', 'problem.characters'],
  ])('is refused: %j', (written, code) => {
    expect(() => problemText(written)).toThrow(expect.objectContaining({ code }));
  });

  it('that is stored can be stored again unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 8, maxLength: 60 }), (written) => {
        let stored: string;
        try {
          stored = problemText(written);
        } catch {
          return;
        }
        expect(problemText(stored)).toBe(stored);
        expect(foldProblem(` ${stored.replaceAll(' ', ' \n ')}\t`)).toBe(foldProblem(stored));
      }),
    );
  });

  it('costs no more than its length', () => {
    const started = performance.now();
    for (const part of [' ', '\u200b', 'a \u200b', '\u0301', '\u200d', '🇱', '👨‍'])
      foldProblem(`x${part.repeat(Math.floor(16_000 / part.length))}x`);
    expect(() => problemText(`x${' '.repeat(16_000)}x`)).toThrow();
    expect(performance.now() - started).toBeLessThan(500);
  });
});
