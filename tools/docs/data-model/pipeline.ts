import { KEPT_FOR_MS } from '#core/retention/kept-for.ts';

/** A worker as the diagram shows it: what it reads, what it writes, and who beside the database it talks to. */
export interface PipelineWorker {
  readonly name: string;
  readonly does: string;
  readonly runs: 'leader' | 'replica';
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly asks?: Outside;
  readonly tells?: Outside;
}

/** A wake-up call: rows of `from` call `worker`. */
export interface WakeUp {
  readonly from: string;
  readonly worker: string;
}

type Outside = 'site' | 'telegram';

/** Those beyond the process. */
export const OUTSIDE: Readonly<Record<Outside | 'people', string>> = {
  site: 'Classifieds site',
  people: 'Mini app, chat',
  telegram: 'Telegram',
};

/** Who writes rows that a worker waits for, without being a worker. */
export const WRITTEN_BY_PEOPLE = ['filters'] as const;

/** Tables on the way of an alert; the diagram shows no other. */
export const ON_THE_WAY = ['ads', 'ad_events', 'filters', 'filter_changes', 'notifications', 'recipients'] as const;

/** Tables that the database itself writes when another is written. */
export const WRITTEN_BY_TRIGGER = [{ from: 'filters', to: 'filter_changes' }] as const;

export const PIPELINE: readonly PipelineWorker[] = [
  {
    name: 'ingestion',
    does: 'Stores list pages: ads, prices, events and how far it is.',
    runs: 'leader',
    reads: ['sources', 'ads'],
    writes: ['ads', 'ad_prices', 'ad_events', 'sources', 'ingestion_runs'],
    asks: 'site',
  },
  {
    name: 'details',
    does: 'Reads the page of each new ad once and releases its event.',
    runs: 'leader',
    reads: ['ads', 'ad_events'],
    writes: ['ads', 'ad_events'],
    asks: 'site',
  },
  {
    name: 'details backlog',
    does: 'Completes the ads of the baseline when nobody else asks.',
    runs: 'leader',
    reads: ['ads'],
    writes: ['ads'],
    asks: 'site',
  },
  {
    name: 'matching',
    does: 'Asks the index for each released event and writes one notification a user.',
    runs: 'leader',
    reads: ['ad_events', 'ads', 'filters', 'filter_changes', 'hidden_ads'],
    writes: ['ad_events', 'notifications', 'matcher_state'],
  },
  {
    name: 'delivery',
    does: 'Claims a recipient, re-checks everything, sends, writes what became of it.',
    runs: 'leader',
    reads: ['notifications', 'recipients', 'sender_state'],
    writes: ['notifications', 'recipients', 'sender_state'],
    tells: 'telegram',
  },
  {
    name: 'alarms',
    does: 'Looks whether all is well and tells the administrators.',
    runs: 'leader',
    reads: ['sources', 'notifications', 'alarms'],
    writes: ['alarms', 'notifications'],
  },
  {
    name: 'retention',
    does: 'Deletes what has been kept long enough.',
    runs: 'leader',
    reads: [],
    writes: Object.keys(KEPT_FOR_MS),
  },
  {
    name: 'standby',
    does: 'Keeps the index of the filters ready for a take-over.',
    runs: 'replica',
    reads: ['filters', 'filter_changes'],
    writes: [],
  },
  {
    name: 'market',
    does: 'Keeps the ads in memory that previews count.',
    runs: 'replica',
    reads: ['ads', 'market_state'],
    writes: [],
  },
];

/** Workers that alerts pass through; the others stand in the table only. */
export const IN_THE_DIAGRAM = ['ingestion', 'details', 'matching', 'delivery'] as const;
