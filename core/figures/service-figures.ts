import { IsolationLevel } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import type { SourceConfig } from '../config.ts';
import type { FiguresResponse } from '../contracts/admin-figures.ts';
import type { Role } from '../contracts/user.ts';
import type { Outbox } from '../notifications/outbox.ts';
import { hoursOfToday } from './riga-hours.ts';
import { readSourceFigures } from './source-figures.ts';

interface ServiceFiguresDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
  readonly outbox: Outbox;
  /** What the settings say is read. */
  readonly source: SourceConfig;
}

type Counts = Readonly<Record<'active' | 'filters' | 'new' | 'renewed' | 'problems' | 'requests' | 'feedback', number>>;

/** How the service does at this moment, for its administrators. */
export class ServiceFigures {
  readonly #em: EntityManager;
  readonly #clock: Clock;
  readonly #outbox: Outbox;
  readonly #source: SourceConfig;

  constructor(deps: ServiceFiguresDeps) {
    this.#em = deps.em;
    this.#clock = deps.clock;
    this.#outbox = deps.outbox;
    this.#source = deps.source;
  }

  /** All of one moment. */
  now(): Promise<FiguresResponse> {
    return this.#em.transactional((em) => this.#read(em), {
      isolationLevel: IsolationLevel.REPEATABLE_READ,
      readOnly: true,
    });
  }

  async #read(em: EntityManager): Promise<FiguresResponse> {
    const now = this.#clock.now();
    const hours = hoursOfToday(now);
    const [midnight] = hours;
    const users = await countUsers(em, midnight);
    const counts = await countRest(em, midnight);
    const { waiting, oldestSeconds, dead } = await this.#outbox.backlog(em);
    return {
      at: now.toISOString(),
      users,
      filters: { active: counts.active, total: counts.filters },
      ads: { new: counts.new, renewed: counts.renewed },
      alerts: await countAlerts(em, hours, now),
      outbox: { waiting, oldestWaitingSeconds: oldestSeconds, dead },
      sources: await readSourceFigures(em, this.#source, { now, midnight }),
      problems: counts.problems,
      planRequests: counts.requests,
      feedback: counts.feedback,
    };
  }
}

async function countUsers(em: EntityManager, midnight: Date): Promise<FiguresResponse['users']> {
  const rows = await em.execute<{ role: Role; total: number; today: number }[]>(
    `select role, count(*)::int as total, count(*) filter (where created_at >= ?)::int as today
     from users group by role`,
    [midnight],
  );
  return {
    total: rows.reduce((sum, { total }) => sum + total, 0),
    today: rows.reduce((sum, { today }) => sum + today, 0),
    byRole: {
      ...{ user: 0, basic: 0, advanced: 0, admin: 0 },
      ...Object.fromEntries(rows.map(({ role, total }) => [role, total])),
    },
  };
}

/** What is counted by an index, or is little. An ad that is gone by now was new all the same. */
async function countRest(em: EntityManager, midnight: Date): Promise<Counts> {
  const [row] = await em.execute<[Counts]>(
    `select (select count(*)::int from filters where active) as active,
       (select count(*)::int from filters) as filters,
       (select count(*)::int from ads where first_seen_at >= ?) as new,
       (select count(*)::int from ads where renewed_at >= ?) as renewed,
       (select count(*)::int from problems) as problems,
       (select count(*)::int from plan_requests where state = 'open') as requests,
       (select count(*)::int from feedback) as feedback`,
    [midnight, midnight],
  );
  return row;
}

async function countAlerts(
  em: EntityManager,
  hours: ReturnType<typeof hoursOfToday>,
  now: Date,
): Promise<FiguresResponse['alerts']> {
  const rows = await em.execute<{ hour: string; sent: number; drops: number }[]>(
    `select date_bin('1 hour', sent_at, ?) as hour, count(*)::int as sent,
       count(*) filter (where payload->>'occasion' = 'price_drop')::int as drops
     from notifications where status = 'sent' and kind = 'ad' and sent_at between ? and ?
     group by hour`,
    [hours[0], hours[0], now],
  );
  const sentIn = new Map(rows.map(({ hour, sent }) => [Date.parse(hour), sent]));
  return {
    sent: rows.reduce((sum, { sent }) => sum + sent, 0),
    priceDrops: rows.reduce((sum, { drops }) => sum + drops, 0),
    byHour: hours.map((from) => ({ from: from.toISOString(), sent: sentIn.get(from.getTime()) ?? 0 })),
  };
}
