import { expect, it } from 'vitest';
import type { SourceFigures, SourceState } from '#core/contracts/admin-figures.ts';
import { concernsOf } from './concerns.ts';

const FINE = { waiting: 3, oldestWaitingSeconds: 120, dead: 0 };

function source(id: string, state: SourceState): SourceFigures {
  const unread = { lastReadAt: null, lastSweepAt: null, lastSweepMinutes: null };
  return { id, state, ...unread, failuresToday: 9, rowsToday: 0, badRowsToday: 4 };
}

it('finds nothing where all goes as it should, nor in a source that is switched off', () => {
  expect(concernsOf({ outbox: FINE, sources: [source('a', 'healthy'), source('b', 'off')] })).toEqual([]);
});

it('names sources that fail or are silent, alerts that are late and those that were given up', () => {
  const outbox = { waiting: 3, oldestWaitingSeconds: 121, dead: 2 };
  expect(concernsOf({ outbox, sources: [source('a', 'failing'), source('b', 'silent')] })).toEqual([
    { kind: 'failing', source: 'a' },
    { kind: 'silent', source: 'b' },
    { kind: 'late', seconds: 121 },
    { kind: 'dead', count: 2 },
  ]);
});
