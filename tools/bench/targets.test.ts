import { expect, it } from 'vitest';
import { atLeast, atMost, targetsText } from './targets.ts';

const text = (value: number) => `${value} ms`;

it('says which figures were missed, and what was seen of them only', () => {
  const met = atMost({ what: 'a', limit: 5, value: 5, text, profile: 'not to be seen' });
  const missed = atMost({ what: 'b', limit: 5, value: 6, text, profile: 'the collector ran.' });
  const seldom = atLeast({ what: 'c', limit: 300, value: 299, text });
  expect(targetsText([met])).toBe(
    '| target | wanted | measured | |\n|---|---|---|---|\n| a | at most 5 ms | 5 ms | met |',
  );
  const table = targetsText([met, missed, seldom, { ...missed, what: 'd' }]);
  expect(table).toContain('| b | at most 5 ms | 6 ms | **missed** |\n| c | at least 300 ms | 299 ms | **missed** |');
  expect(table).toMatch(/- b; d: the collector ran\.$/);
  expect(table).not.toContain('not to be seen');
});
