import fc from 'fast-check';
import { expect, it } from 'vitest';
import { returnAddress } from './return-address.ts';

const HOST = 'https://vanags.example';

it.each(['/main', '/plans?from=profile#basic', '/admin/console?page=2', '/filters/update/7', '/%C4%81'])(
  'leads back to %s',
  (address) => expect(returnAddress(address)).toBe(address),
);

it.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/\t/[',
  '/\u0000main',
  '/ā',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/..//evil.example',
  '/a//evil.example',
  'https://evil.example/main',
  'https:evil.example',
  'javascript:alert(1)',
  'main',
  '',
  ' /main',
  '/main ',
  '/a/../main',
])('leads nowhere with %j', (address) => expect(returnAddress(address)).toBeNull());

it.each(['/login', '/signup?step=register', '/dev-login#x'])('does not lead back to the door %s', (address) =>
  expect(returnAddress(address)).toBeNull(),
);

it.each([undefined, null, 7, {}, ['/main']])('knows no address in %j', (value) =>
  expect(returnAddress(value)).toBeNull(),
);

/** Strings made of what addresses are made of find more than random ones. */
const address = fc
  .array(
    fc.constantFrom('/', '\\', '.', ':', '@', '?', '#', '%2f', '%5c', '\t', '\n', ' ', 'https', 'evil.example', 'a'),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(''));

it('never leaves the own site, and is never changed on the way', () => {
  fc.assert(
    fc.property(fc.oneof(address, fc.webUrl(), fc.string()), (value) => {
      const found = returnAddress(value);
      if (found === null) return;
      expect(found).toBe(value);
      const url = new URL(found, `${HOST}/login`);
      expect(url.href).toBe(HOST + value);
      expect(new URL(url.pathname, HOST).origin).toBe(HOST);
    }),
    { numRuns: 500 },
  );
});
