import type { LatencyFigures } from './ad-latency.ts';
import type { BacklogFigures } from './backlog.ts';
import type { ColdStartFigures } from './cold-start.ts';
import type { OutboxFigures } from './outbox-rows.ts';

/** What a run saw. */
export interface PipelineFigures {
  readonly circumstances: string;
  /** How many processes wanted a processor before the run. */
  readonly loadBefore: number;
  readonly outbox: { readonly alone: OutboxFigures; readonly stored: OutboxFigures; readonly compiledWith: string };
  readonly latency: LatencyFigures;
  readonly backlog: BacklogFigures;
  readonly coldStarts: readonly ColdStartFigures[];
}
