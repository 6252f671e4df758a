import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '#tests/support/any-text.ts';
import { plainJson, plainLine, plainLines, signsOf, startOf } from './plain-text.ts';

const OBEYED = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

describe('texts of users on a terminal', () => {
  it('show what would otherwise be obeyed', () => {
    expect(plainLine('Ilze\u001b[31m\n\u009b2J\u202eevil')).toBe('Ilze\ufffd[31m \ufffd2J\ufffdevil');
    expect(plainLines('one\r\ntwo\tthree\u0007')).toBe('one\ntwo  three\ufffd');
  });

  it('never hold a character that a terminal obeys', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(plainLine(text)).not.toMatch(OBEYED);
        expect(plainLines(text).replaceAll('\n', '')).not.toMatch(OBEYED);
        expect(startOf(text, 10)).not.toMatch(OBEYED);
      }),
    );
  });

  it('are cut by what a person sees as characters', () => {
    expect(startOf('👩‍👩‍👧 ābols un vēl', 5)).toBe('👩‍👩‍👧 āb…');
    expect(startOf('short', 5)).toBe('short');
  });

  it('stay the same in JSON, escaped', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const printed = plainJson({ text });
        expect(printed.replaceAll('\n', '')).not.toMatch(OBEYED);
        expect(JSON.parse(printed)).toEqual({ text });
      }),
    );
  });
});

it('signs stand for yes and no only where the terminal can show them', () => {
  expect(signsOf({ LANG: 'lv_LV.UTF-8' })).toEqual({ yes: '✓', no: '✗' });
  expect(signsOf({ LC_ALL: 'C.utf8', LANG: 'C' })).toEqual({ yes: '✓', no: '✗' });
  expect(signsOf({ LC_ALL: 'C', LANG: 'en_GB.UTF-8' })).toEqual({ yes: 'yes', no: 'no' });
  expect(signsOf({})).toEqual({ yes: 'yes', no: 'no' });
});
