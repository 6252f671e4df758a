import { expect, it } from 'vitest';
import { strengthOf } from './strength.ts';

it.each([
  [0, 1, 'weak'],
  [1, 1, 'weak'],
  [2, 2, 'fair'],
  [3, 3, 'good'],
  [4, 4, 'strong'],
])('a score of %i fills %i of four parts: %s', (score, level, word) => {
  expect(strengthOf(score, true)).toEqual({ level, word });
});

it('a password that is refused is weak, however hard it is to guess', () => {
  expect(strengthOf(4, false)).toEqual({ level: 1, word: 'weak' });
});
