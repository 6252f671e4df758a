import { expect, it } from 'vitest';
import { readDockerIgnore } from './docker-ignore.ts';

const lets = readDockerIgnore(`
# Nothing but two things.
*
!core
!main.ts
**/*.test.ts
/core/drafts/
core/?.md
`);

it.each([
  ['main.ts', true],
  ['main.tsx', false],
  ['other/main.ts', false],
  ['.env', false],
  ['core/config.ts', true],
  ['core/a/b/c.json', true],
  ['corexx/config.ts', false],
  ['core/config.test.ts', false],
  ['core/a/b.test.ts', false],
  ['core/drafts/idea.ts', false],
  ['core/a/drafts/idea.ts', true],
  ['core/x.md', false],
  ['core/xy.md', true],
])('of %s says %s, as an engine would', (file, expected) => {
  expect(lets(file)).toBe(expected);
});
