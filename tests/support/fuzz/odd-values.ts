import fc from 'fast-check';
import { anyText } from '../any-text.ts';

const big = 'x'.repeat(5000);

/** Values that have surprised programs before, of every type. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom<unknown>(null, true, '', '0', '-', 'any', 'all', [], {}, [[]], ['0'], [null]),
  },
  {
    weight: 6,
    arbitrary: fc.constantFrom<unknown>(0, -0, -1, 0.1, 1.5, 1e308, -1e308, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 5e-324),
  },
  {
    weight: 6,
    arbitrary: fc.constantFrom<unknown>(
      '__proto__',
      'constructor',
      'toString',
      '\u0000',
      '\ud800',
      '\u202e',
      '\u200b',
      'a\u0301'.repeat(40),
      '👨‍👩‍👧‍👦',
      "' or 1=1--",
      '%',
      '_',
      '\\',
      '$1',
      '{{7*7}}',
      '<script>',
      '\r\n',
      '١٢',
      '1e3',
      'NaN',
      'Infinity',
      '2026-13-45T99:99:99Z',
      '-999999999999-01-01',
      big,
    ),
  },
  { weight: 3, arbitrary: anyText(40) },
  { weight: 3, arbitrary: fc.double() },
  { weight: 2, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(Array(400).fill('riga'), Array(3000).fill(1), { length: 1e9 }) },
);

type Place = { readonly holder: Record<string, unknown>; readonly key: string };

/** The value with one place of it changed, removed or given company; `choice` says which place, of all there are. */
export function changedAtOnePlace(
  value: unknown,
  choice: number,
  odd: unknown,
  how: 'replace' | 'remove' | 'add',
): unknown {
  const root: Record<string, unknown> = { value: structuredClone(value) };
  const places = placesOf(root);
  const { holder, key } = places[choice % places.length] ?? { holder: root, key: 'value' };
  if (how === 'replace' || holder === root) holder[key] = odd;
  else if (how === 'remove') delete holder[key];
  else holder[`${key}_`] = odd;
  return root.value;
}

function placesOf(holder: object): Place[] {
  return Object.entries(holder).flatMap(([key, value]) => [
    { holder: holder as Record<string, unknown>, key },
    ...(typeof value === 'object' && value !== null ? placesOf(value) : []),
  ]);
}
