import { expect, it } from 'vitest';
import { itemAfterKey } from './menu-keys.ts';

it.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 2, 0],
  ['ArrowDown', -1, 0],
  ['ArrowUp', 0, 2],
  ['ArrowUp', -1, 2],
  ['ArrowUp', 2, 1],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['Enter', 1, null],
])('%s from item %i of three leads to %s', (key, current, expected) => {
  expect(itemAfterKey(key, current, 3)).toBe(expected);
});

it('finds nothing in an empty menu', () => {
  expect(itemAfterKey('ArrowDown', -1, 0)).toBeNull();
});
