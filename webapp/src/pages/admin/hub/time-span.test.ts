import { expect, it } from 'vitest';
import { timeSpan } from './time-span.ts';

it.each([
  [0, 0, 'seconds'],
  [-3, 0, 'seconds'],
  [59.4, 59, 'seconds'],
  [59.6, 1, 'minutes'],
  [3599, 59, 'minutes'],
  [3600, 1, 'hours'],
  [86_399, 23, 'hours'],
  [200_000, 2, 'days'],
])('tells %d seconds as %i %s', (seconds, value, unit) => {
  expect(timeSpan(seconds)).toEqual({ value, unit });
});
