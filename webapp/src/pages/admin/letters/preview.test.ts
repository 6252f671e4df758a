import { expect, it } from 'vitest';
import { previewOf } from './preview.ts';

it('leaves a text of a hundred characters as it is', () => {
  expect(previewOf('ā'.repeat(100))).toBe('ā'.repeat(100));
});

it('cuts a longer one after a hundred, and says so', () => {
  expect(previewOf('ā'.repeat(101))).toBe(`${'ā'.repeat(100)}…`);
});

it('never cuts within what a person sees as one character', () => {
  const family = '👨‍👩‍👧';
  expect(previewOf(family.repeat(101))).toBe(`${family.repeat(100)}…`);
});

it('keeps to one line', () => {
  expect(previewOf('Cena rāda 0.\n\n\tKāpēc?')).toBe('Cena rāda 0. Kāpēc?');
});

it('sets no blank before the ellipsis', () => {
  expect(previewOf(`${'a'.repeat(99)} ${'b'.repeat(9)}`)).toBe(`${'a'.repeat(99)}…`);
});
