import { expect, it } from 'vitest';
import type { SourceConfig } from '../config.ts';
import { sourceState } from './source-health.ts';

const MINUTE_S = 60;
const now = new Date('2026-11-20T12:00:00Z');
const ago = (seconds: number | null) => (seconds === null ? null : new Date(now.getTime() - seconds * 1000));
const every = (intervalS: number): SourceConfig => ({ kind: 'ss-lv', url: 'https://market.example', intervalS });

it.each([
  ['was read at the last poll', 60, 10, null, 'healthy'],
  ['failed, and was read since', 60, 10, 70, 'healthy'],
  ['failed after it was read', 60, 70, 10, 'failing'],
  ['was read five minutes ago', 60, 5 * MINUTE_S, null, 'healthy'],
  ['was read longer ago than that', 60, 5 * MINUTE_S + 1, null, 'silent'],
  ['fails for longer than that', 60, 6 * MINUTE_S, 10, 'silent'],
  ['is read every ten minutes and missed two polls', 10 * MINUTE_S, 30 * MINUTE_S, null, 'healthy'],
  ['is read every ten minutes and missed three polls', 10 * MINUTE_S, 30 * MINUTE_S + 1, null, 'silent'],
  ['was never read', 60, null, null, 'silent'],
  ['was never read, as the first try failed', 60, null, 10, 'silent'],
])('a source that %s', (_, intervalS, readAgo, failedAgo, state) => {
  const source = { id: 'ss-lv', lastReadAt: ago(readAgo), failedAt: ago(failedAgo) };
  expect(sourceState(source, every(intervalS), now)).toBe(state);
});

it('a source that the settings do not name is off, however it did', () => {
  const source = { id: 'ndjson', lastReadAt: now, failedAt: null };
  expect(sourceState(source, every(60), now)).toBe('off');
  expect(sourceState(source, { kind: 'none' }, now)).toBe('off');
});
