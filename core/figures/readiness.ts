import { setTimeout as wait } from 'node:timers/promises';
import type { Alarms, BotSigns } from '../alarms/alarms.ts';
import type { Readiness, ReadinessReason } from '../contracts/service.ts';
import type { DatabaseState } from '../db/probe.ts';
import type { Logger } from '../logger.ts';
import type { DeliveryService } from '../notifications/delivery-service.ts';
import type { Outbox } from '../notifications/outbox.ts';

/** With the second that the database has to answer at all, within what a balancer waits. */
const FIGURES_LIMIT_MS = 700;

const NOT_READY: Readonly<Record<Exclude<Readiness['db'], 'up'>, ReadinessReason>> = {
  down: 'database.down',
  'migrations-pending': 'migrations.pending',
  stopping: 'stopping',
};

interface ReadinessDeps {
  readonly databaseState: () => Promise<DatabaseState>;
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
  readonly outbox: Outbox;
  readonly delivery: DeliveryService;
  readonly alarms: Alarms;
  readonly logger: Logger;
}

/** What this process knows of itself. */
export interface ProcessState {
  readonly isStopping: boolean;
  readonly leads: boolean;
  readonly poller: Readiness['poller'];
  /** What the bot has run into. */
  readonly faults: readonly ReadinessReason[];
  /** Whether it would send where it leads. */
  readonly sends: boolean;
}

/** Whether the service can serve, and what else is wrong: a dead bot does not keep it from answering pages. */
export async function readReadiness(core: ReadinessDeps, process: ProcessState): Promise<Readiness> {
  const { isStopping, leads, poller, sends } = process;
  const db = isStopping ? 'stopping' : await core.databaseState();
  const ofSender = senderFaults(core);
  const faults = [...new Set([...process.faults, ...ofSender])];
  const sender = !sends ? 'off' : ofSender.length > 0 ? 'degraded' : 'running';
  const state = { db, leader: leads, poller, sender } as const;
  if (db !== 'up') return { ...state, oldestPendingSeconds: null, reasons: [NOT_READY[db], ...faults] };
  const figures = await withinLimit(
    core.run(() => readFigures(core, { sends, isRefused: faults.includes('token.refused') })),
    core,
  );
  if (!figures) return { ...state, oldestPendingSeconds: null, reasons: ['figures.late', ...faults] };
  const reasons = [...new Set([...faults, ...figures.troubles])];
  return { ...state, oldestPendingSeconds: figures.oldestPendingSeconds, reasons };
}

function senderFaults({ delivery }: ReadinessDeps): ReadinessReason[] {
  if (delivery.tokenRefused) return ['token.refused'];
  return delivery.outage ? ['telegram.away'] : [];
}

async function readFigures({ outbox, alarms }: ReadinessDeps, bot: BotSigns) {
  const oldestPendingSeconds = await outbox.oldestPendingSeconds();
  const troubles = await alarms.troubles(bot);
  return { oldestPendingSeconds, troubles: troubles.map(({ kind }) => kind) };
}

/** A long queue takes long to look through, which is no reason to take the service from its pages. */
async function withinLimit<T>(figures: Promise<T>, { logger }: ReadinessDeps): Promise<T | null> {
  const known = new AbortController();
  const answer = figures.catch((error: unknown) => {
    logger.warn({ err: error }, 'readiness could not be told in full');
    return null;
  });
  const tooLate = wait(FIGURES_LIMIT_MS, null, { signal: known.signal }).catch(() => null);
  const first = await Promise.race([answer, tooLate]);
  known.abort();
  return first;
}
