import fc from 'fast-check';
import { anyText } from './any-text.ts';

/** Fragments that mean something to a browser, a parser, a database or a terminal. */
export const JUNK = [
  ...[
    '<',
    '>',
    '</',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?xml',
    '<!DOCTYPE x>',
    '&amp;amp;',
    '&#0;',
    '&#xD800;',
    '&',
    '"',
  ],
  ...[
    '<table><tr><td>',
    '</table>',
    '</tr>',
    '<tr id="tr_1">',
    '<td>',
    '<br>',
    '<script>',
    '<template>',
    '<svg><style>',
  ],
  ...['<select><option>', '<textarea>', '<plaintext>', '<frameset>', '<base href="//evil.example/">', '<a class="am">'],
  ...['\0', '\ud800', '\u202e', '\ufeff', '\u200b', '\u00a0', '\r\n', '€', 'tūkst.', 'NaN €', '-1 €', '1e309 €', '٣'],
  ...['javascript:alert(1)', 'https://169.254.169.254/', '../../..', '%00', "'; drop table ads;--", '__proto__', '🚗'],
  ...['<div>'.repeat(150), '<table><tr><td>'.repeat(80), '<b>'.repeat(180), 'a\u0301'.repeat(3000), 'x@'.repeat(9000)],
];
export const NUMBERS = [
  '0',
  '-1',
  '1e9',
  '99999999999999999999',
  'NaN',
  'Infinity',
  '1.5',
  '00',
  '3026',
  '1970',
  '٣٣',
  '',
];

type Mutation = (page: string) => string;
const someMutation: fc.Arbitrary<Mutation> = fc
  .record({
    kind: fc.constantFrom('cut', 'cut', 'repeat', 'swap', 'numbers', 'junk', 'junk', 'bytes', 'end'),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    to: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat(1500),
    junk: fc.oneof(fc.constantFrom(...JUNK), anyText(20)),
    number: fc.constantFrom(...NUMBERS),
  })
  .map(({ kind, at, to, length, junk, number }) => (page) => {
    const start = Math.floor(at * page.length);
    const end = start + length;
    const part = page.slice(start, end);
    const target = Math.floor(to * page.length);
    switch (kind) {
      case 'cut':
        return page.slice(0, start) + page.slice(end);
      case 'repeat':
        return page.slice(0, target) + part + page.slice(target);
      case 'swap':
        return swapTags(page, at, to);
      case 'numbers':
        return page.slice(0, start) + part.replace(/\d+/g, number) + page.slice(end);
      case 'junk':
        return page.slice(0, start) + junk + page.slice(start);
      case 'bytes':
        return withBytes(page, target, length);
      default:
        return page.slice(0, start);
    }
  });

/** Three bytes of something else; read in the right charset, or as if it were another. */
function withBytes(page: string, at: number, byte: number): string {
  const bytes = Buffer.from(page, 'utf8');
  bytes.subarray(at, at + 3).fill(byte % 256);
  return bytes.toString(byte % 2 === 0 ? 'utf8' : 'latin1');
}

function swapTags(page: string, at: number, to: number): string {
  const parts = page.split(/(<[^>]*>)/);
  const [one, other] = [at, to].map((place) => Math.floor((place * (parts.length - 1)) / 2) * 2 + 1) as [
    number,
    number,
  ];
  return parts
    .with(Math.min(one, parts.length - 1), parts[other] ?? '')
    .with(Math.min(other, parts.length - 1), parts[one] ?? '')
    .join('');
}

/** A page of these, damaged one to five times. */
export const damaged = (intact: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...intact), fc.array(someMutation, { minLength: 1, maxLength: 5 }))
    .map(([page, mutations]) => mutations.reduce((text, mutate) => mutate(text), page));
