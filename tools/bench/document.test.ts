import { expect, it } from 'vitest';
import { withSection } from './document.ts';

it('replaces a section and leaves the others as they are', () => {
  const before = '# Benchmarks\n\n<!-- a -->\nold a\n<!-- /a -->\n\n<!-- b -->\nold b\n<!-- /b -->\n';
  expect(withSection(before, 'a', '\nnew $& a\n\n')).toBe(before.replace('old a', () => 'new $& a'));
  expect(withSection(before, 'b', 'new b')).toBe(before.replace('old b', 'new b'));
});

it('adds a section at the end', () => {
  expect(withSection('# Benchmarks\n', 'a', 'first')).toBe('# Benchmarks\n\n<!-- a -->\nfirst\n<!-- /a -->\n');
});
