import { expect, test } from 'vitest';
import { NotesError, notesOf } from './notes.ts';

const CHANGELOG = `# Changelog

Notable changes.

## Unreleased

### Added
- Something new.

## 1.10.0 - 2026-06-01

### Added
- More.

### Fixed
- A fault.

## 1.1.0

### Added

## 1.0.0 - 2026-05-01
- The first.
`;

test('the notes are the section of the version and nothing else', () => {
  expect(notesOf(CHANGELOG, 'v1.10.0')).toBe('### Added\n- More.\n\n### Fixed\n- A fault.');
  expect(notesOf(CHANGELOG, '1.0.0')).toBe('- The first.');
});

test('a heading in brackets is one, too', () => {
  expect(notesOf('## [2.0.0] - 2027-01-01\n\n- New.\n', 'v2.0.0')).toBe('- New.');
});

test.each([
  ['v1.1.0', 'says nothing'],
  ['1.1', 'no section'],
  ['v1', 'no section'],
  ['v3.0.0', 'no section'],
  ['', 'no section'],
])('nothing is released as %s', (version, why) => {
  expect(() => notesOf(CHANGELOG, version)).toThrow(NotesError);
  expect(() => notesOf(CHANGELOG, version)).toThrow(why);
});
