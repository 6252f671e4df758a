import { setImmediate } from 'node:timers/promises';
import type { AdFacts } from '#core/contracts/ad.ts';
import type { Role } from '#core/contracts/user.ts';
import { type Database, runInFork } from '#core/db/open.ts';
import { MatchingService } from '#core/matching/matching-service.ts';
import { AdminNotices } from '#core/notifications/admin-notices.ts';
import { AlertSettings } from '#core/notifications/alert-settings.ts';
import { type DeliveryDeps, DeliveryService } from '#core/notifications/delivery-service.ts';
import type { AdPayload } from '#core/notifications/notification.entity.ts';
import { Outbox } from '#core/notifications/outbox.ts';
import { anAd, anAdEvent } from '#tests/support/ad-builders.ts';
import { aFilter, aUser } from '#tests/support/builders.ts';
import { RecordingSender } from '#tests/support/recording-sender.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { testLogger } from '#tests/support/test-log.ts';

const MAX_ROUNDS = 2000;
export const NOON = '2026-11-20T12:00:00Z';

/** Somebody who gets alerts, with one filter that every ad matches. */
export interface Listener {
  readonly id: number;
  readonly chat: number;
  readonly filter: number;
}

/** A row of the outbox as tests compare it. */
export interface StoredRow {
  readonly kind: string;
  readonly subject: number;
  readonly user: number;
  readonly status: string;
  readonly error: string | null;
  readonly attempts: number;
}

/** An outbox with everything delivery needs, on a database of its own, and a sender that records. */
export class DeliveryWorld {
  readonly database: Database;
  readonly clock = createTestClock(NOON);
  readonly outbox: Outbox;
  readonly settings: AlertSettings;
  /** Milliseconds of the clock that nobody sets; waiting for a turn to send moves it. */
  monotonic = 0;
  sender = new RecordingSender();
  service: DeliveryService;
  readonly #matching: MatchingService;
  #lastWait: Promise<void> = Promise.resolve();

  private constructor(database: Database) {
    this.database = database;
    const deps = { em: database.orm.em, clock: this.clock, logger: testLogger() };
    this.outbox = new Outbox(deps);
    this.#matching = new MatchingService({ ...deps, outbox: this.outbox });
    this.settings = new AlertSettings({
      ...deps,
      outbox: this.outbox,
      countMissed: (userId, from, to) => this.#matching.countMissed(userId, from, to),
    });
    this.service = this.aService();
  }

  static async open(): Promise<DeliveryWorld> {
    return new DeliveryWorld(await openTestDatabase());
  }

  /** Empties the world, so that tests do not meet. */
  async reset(): Promise<void> {
    await this.sql('truncate users, ads, notifications cascade');
    await this.sql('update sender_state set paused_until = null, breaker_until = null');
    this.clock.set(NOON);
    this.sender = new RecordingSender();
    this.service = this.aService();
  }

  sql<T = Record<string, unknown>>(statement: string, params: unknown[] = []): Promise<T[]> {
    return this.database.orm.em.fork().execute(statement, params);
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return runInFork(this.database.orm, work);
  }

  /** One process that delivers. */
  aService(given: Partial<DeliveryDeps> = {}): DeliveryService {
    return new DeliveryService({
      em: this.database.orm.em,
      clock: this.clock,
      logger: testLogger(),
      outbox: this.outbox,
      notices: new AdminNotices({ outbox: this.outbox }),
      stillMatches: (em, alerts) => this.#matching.stillMatches(em, alerts),
      settings: { concurrency: 3, ratePerS: 1000, alertsPerHour: 0 },
      random: () => 0.5,
      monotonic: () => this.monotonic,
      wait: (ms) => this.#wait(ms),
      ...given,
    });
  }

  /** Whoever waits goes on when the clock gets there, one after the other. */
  #wait(ms: number): Promise<void> {
    const until = this.monotonic + ms;
    this.#lastWait = this.#lastWait.then(async () => {
      await setImmediate();
      this.monotonic = Math.max(this.monotonic, until);
    });
    return this.#lastWait;
  }

  withCap(alertsPerHour: number): void {
    this.service = this.aService({ settings: { concurrency: 3, ratePerS: 1000, alertsPerHour } });
  }

  async aListener(given: { role?: Role } = {}): Promise<Listener> {
    const user = await aUser(this.database.orm, given);
    const filter = await aFilter(this.database.orm, user.id, { name: 'any car' });
    await this.sql('update recipients set next_send_at = ? where user_id = ?', [new Date(0), user.id]);
    return { id: user.id, chat: user.telegramId, filter: filter.id };
  }

  async listeners(count: number): Promise<Listener[]> {
    const all: Listener[] = [];
    for (let index = 0; index < count; index += 1) all.push(await this.aListener());
    return all;
  }

  /** An ad whose alert waits for these users. @returns the ad's id. */
  async anAlert(to: Listener | Listener[], given: { facts?: Partial<AdFacts>; payload?: Partial<AdPayload> } = {}) {
    const adId = await anAd(this.database.orm, { price: 9000, ...given.facts });
    const eventId = await anAdEvent(this.database.orm, adId);
    const now = this.clock.now();
    const rows = [to].flat().map((listener) => ({
      eventId,
      adId,
      userId: listener.id,
      filterIds: [listener.filter],
      payload: { occasion: 'new', price: 9000, oldPrice: null, ...given.payload } as const,
      dueAt: now,
      expiresAt: new Date(now.getTime() + 24 * 3_600_000),
    }));
    await this.run(() => this.outbox.enqueueAlerts(this.database.orm.em, rows));
    return adId;
  }

  async alerts(to: Listener | Listener[], count: number): Promise<number[]> {
    const ads: number[] = [];
    for (let index = 0; index < count; index += 1) ads.push(await this.anAlert(to));
    return ads;
  }

  aText(to: Listener, subjectId = 1): Promise<void> {
    const row = { kind: 'role', subjectId, userId: to.id, textKey: 'role.changed', values: { role: 'basic' } } as const;
    return this.run(() => this.outbox.enqueueText(this.database.orm.em, row));
  }

  /** Delivers until nothing more can be done at this moment. */
  async drain(service = this.service): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round += 1) if (!(await this.round(service))) return;
    throw new Error('delivery never comes to rest');
  }

  round(service = this.service, signal = new AbortController().signal): Promise<boolean> {
    return this.run(() => service.deliverOnce(this.sender, signal));
  }

  /** Lets so many seconds pass and delivers in each. */
  async pass(seconds: number, service = this.service): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      await this.drain(service);
      this.clock.advance(1000);
    }
    await this.drain(service);
  }

  /** Whoever held a claim is gone for longer than its lease. */
  async lapse(): Promise<void> {
    await this.sql(
      "update recipients set lease_until = clock_timestamp() - interval '1 second' where lease_until is not null",
    );
  }

  async rows(): Promise<StoredRow[]> {
    const rows = await this.sql<{
      kind: string;
      subject_id: string;
      user_id: string;
      status: string;
      error: string | null;
      attempts: number;
    }>(
      'select kind, subject_id, user_id, status, error, attempts from notifications order by kind, subject_id, user_id',
    );
    return rows.map(({ subject_id, user_id, ...row }) => ({
      ...row,
      subject: Number(subject_id),
      user: Number(user_id),
    }));
  }

  async statuses(): Promise<string[]> {
    return (await this.rows()).map((row) => (row.error === null ? row.status : `${row.status}: ${row.error}`));
  }
}
