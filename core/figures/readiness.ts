import type { Alarms } from '../alarms/alarms.ts';
import { ownSigns } from '../alarms/own-signs.ts';
import type { Signs } from '../alarms/troubles.ts';
import type { Clock } from '../clock.ts';
import type { Readiness, ReadinessReason } from '../contracts/service.ts';
import type { DatabaseState } from '../db/probe.ts';
import type { DetailsService } from '../ingestion/details-service.ts';
import type { Logger } from '../logger.ts';
import type { DeliveryService } from '../notifications/delivery-service.ts';

const NOT_READY: Readonly<Record<Exclude<Readiness['db'], 'up'>, ReadinessReason>> = {
  down: 'database.down',
  'migrations-pending': 'migrations.pending',
  stopping: 'stopping',
};

interface ReadinessDeps {
  readonly databaseState: () => Promise<DatabaseState>;
  readonly delivery: DeliveryService;
  readonly details: DetailsService;
  readonly alarms: Alarms;
  readonly clock: Clock;
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
  const ofSender = leads ? senderFaults(core) : [];
  const faults = [...new Set([...process.faults, ...ofSender])];
  const sender = !sends ? 'off' : ofSender.length > 0 ? 'degraded' : 'running';
  const state = { db, leader: leads, poller, sender } as const;
  if (db !== 'up') return { ...state, oldestPendingSeconds: null, reasons: [NOT_READY[db], ...faults] };
  const signs = await recentSigns(core);
  if (!signs) return { ...state, oldestPendingSeconds: null, reasons: ['figures.late', ...faults] };
  const troubles = core.alarms.judge(signs, ownSigns(core, process)).map(({ kind }) => kind);
  return {
    ...state,
    oldestPendingSeconds: oldestSeconds(core, signs),
    reasons: [...new Set([...faults, ...troubles])],
  };
}

function senderFaults({ delivery }: ReadinessDeps): ReadinessReason[] {
  if (delivery.tokenRefused) return ['token.refused'];
  return delivery.outage ? ['telegram.away'] : [];
}

/** A long queue takes long to look through, which is no reason to take the service from its pages. */
async function recentSigns({ alarms, logger }: ReadinessDeps): Promise<Signs | null> {
  try {
    return await alarms.recentSigns();
  } catch (error) {
    logger.warn({ err: error }, 'readiness could not be told in full');
    return null;
  }
}

function oldestSeconds({ clock }: ReadinessDeps, { waitingSince }: Signs): number | null {
  return waitingSince && Math.max(0, clock.now().getTime() - waitingSince.getTime()) / 1000;
}
