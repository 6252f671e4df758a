import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LOCALES } from '#core/i18n/locales.ts';
import { formatMeasure, formatNumber, type NumberKind, parseNumber, UNREADABLE } from './number-text.ts';

const locale = fc.constantFrom(...LOCALES);
const whole = fc.integer({ min: -100_000_000, max: 100_000_000 });
const tenths = fc.integer({ min: -200, max: 200 }).map((value) => value / 10 || 0);
const measured = fc.oneof(
  fc.record({ kind: fc.constantFrom<NumberKind>('price', 'mileage'), value: whole }),
  fc.record({ kind: fc.constant<NumberKind>('year'), value: fc.integer({ min: 1900, max: 2100 }) }),
  fc.record({ kind: fc.constant<NumberKind>('volume'), value: tenths }),
);

describe('parseNumber', () => {
  it('reads back what is shown and what is typed', () => {
    fc.assert(
      fc.property(measured, locale, ({ kind, value }, language) => {
        expect(parseNumber(formatNumber(value, kind, language), kind)).toBe(value);
      }),
    );
  });

  it('answers a number, nothing or unreadable to whatever is written', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom<NumberKind>('price', 'year', 'volume', 'mileage'), (text, kind) => {
        const value = parseNumber(text, kind);
        expect(value === null || Number.isNaN(value) || Number.isFinite(value)).toBe(true);
      }),
    );
  });

  it.each([
    ['15000', 15_000],
    ['15 000', 15_000],
    ['15\u00a0000', 15_000],
    ['15 000 €', 15_000],
    ['15.000', 15_000],
    ['1,250,000', 1_250_000],
    ['15000,00', 15_000],
    ['-5', -5],
    ['−5', -5],
    ['0', 0],
  ])('reads the price %j', (text, value) => {
    expect(parseNumber(text, 'price')).toBe(value);
  });

  it.each([
    ['1,6', 1.6],
    ['1.6', 1.6],
    ['1,60', 1.6],
    ['2', 2],
    ['2,', 2],
    [',9', 0.9],
    ['2,0 l', 2],
  ])('reads the volume %j', (text, value) => {
    expect(parseNumber(text, 'volume')).toBe(value);
  });

  it.each(['', ' ', '\u00a0', '€'])('finds nothing in %j', (text) => {
    expect(parseNumber(text, 'price')).toBeNull();
  });

  it.each<[string, NumberKind]>([
    ['lēts', 'price'],
    ['12,5', 'price'],
    ['12a', 'price'],
    ['-', 'price'],
    ['1e5', 'price'],
    ['9999999999999999', 'price'],
    ['2.017', 'year'],
    ['1,598', 'volume'],
    ['1,55', 'volume'],
    [',', 'volume'],
  ])('does not guess what %j means as a %s', (text, kind) => {
    expect(parseNumber(text, kind)).toBe(UNREADABLE);
  });
});

describe('formatNumber', () => {
  it('groups thousands but not years, and writes decimals as the language does', () => {
    expect(formatNumber(15_000, 'price', 'lv')).toBe('15\u00a0000');
    expect(formatNumber(2017, 'year', 'lv')).toBe('2017');
    expect(formatNumber(1.6, 'volume', 'lv')).toBe('1,6');
    expect(formatNumber(1.6, 'volume', 'en')).toBe('1.6');
  });

  it('shows nothing for an unset or unreadable number', () => {
    expect(formatNumber(null, 'price', 'lv')).toBe('');
    expect(formatNumber(UNREADABLE, 'volume', 'lv')).toBe('');
  });
});

it('a measure and its unit never part', () => {
  expect(formatMeasure(15_000, { kind: 'price', unit: '€', locale: 'lv' })).toBe('15\u00a0000\u00a0€');
  expect(formatMeasure(2017, { kind: 'year', unit: undefined, locale: 'lv' })).toBe('2017');
  expect(formatMeasure(null, { kind: 'price', unit: '€', locale: 'lv' })).toBe('');
});
