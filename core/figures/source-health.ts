import type { SourceConfig } from '../config.ts';
import type { SourceState } from '../contracts/admin-figures.ts';
import { sourcePatienceMs } from '../ingestion/source-patience.ts';

/** What became of the tries to read a source. */
export interface SourceHistory {
  readonly id: string;
  readonly lastReadAt: Date | null;
  /** When its newest run ended with an error; null: it did not. */
  readonly failedAt: Date | null;
}

/** How a source does under these settings. What was not read for too long is silent, whatever the reason. */
export function sourceState(source: SourceHistory, settings: SourceConfig, now: Date): SourceState {
  if (settings.kind === 'none' || settings.kind !== source.id) return 'off';
  const { lastReadAt, failedAt } = source;
  const patienceMs = sourcePatienceMs(settings.intervalS, 'page');
  if (!lastReadAt || now.getTime() - lastReadAt.getTime() > patienceMs) return 'silent';
  return failedAt && failedAt >= lastReadAt ? 'failing' : 'healthy';
}
