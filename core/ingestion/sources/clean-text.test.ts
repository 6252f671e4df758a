import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '#tests/support/any-text.ts';
import { cleanText } from './clean-text.ts';

describe('cleanText', () => {
  it.each([
    ['Zvanīt 26681234 vakaros', 'Zvanīt vakaros'],
    ['Tel. 26 681 234', 'Tel.'],
    ['tel 26-68-12-34!', 'tel !'],
    ['(+371) 26681234 Jānis', 'Jānis'],
    ['whatsapp 0037126681234', 'whatsapp'],
    ['raksti janis.berzs@example.lv', 'raksti'],
    ['VIN WVWZZZ1KZ6W000001, serviss', 'VIN , serviss'],
    ['kods 010180-12345', 'kods'],
  ])('drops personal data from %j', (text, expected) => {
    expect(cleanText(text, 100)).toBe(expected);
  });

  it.each([
    '2.0 Tdi 103 kw, 2012 gada, nobraukums 223730 km',
    'Pērku 2003-2016 gada auto',
    'Pirmā reģistrācija 2006.09.27, TA 01.06.2027',
    'Ražots 2006-09-27 Vācijā',
    'Mercedes GLE 350 2019 2 atslēgas',
    'Cena 12 500 € ar PVN',
    'Superautomobilisti brauc',
  ])('keeps the figures of a car in %j', (text) => {
    expect(cleanText(text, 100)).toBe(text);
  });

  it('removes what cannot be seen or stored', () => {
    expect(cleanText('\u202eAudi\u0000 A\u200b4\ud800\ufeff \n\n labs', 100)).toBe('Audi A4 labs');
    expect(cleanText('\u200b \u0000', 100)).toBeNull();
  });

  it('never gives more characters than asked, a lone surrogate or a line break', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const clean = cleanText(text, 20) ?? '';
        expect(Array.from(clean).length).toBeLessThanOrEqual(20);
        expect(clean.isWellFormed()).toBe(true);
        expect(clean).not.toMatch(/[\p{Cc}]/u);
      }),
    );
  });
});
