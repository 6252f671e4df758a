import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import type { SourceConfig } from '../config.ts';
import { TROUBLES, type TroubleKind } from '../contracts/service.ts';
import { SharedRead } from '../db/shared-read.ts';
import type { Logger } from '../logger.ts';
import type { AdminNotices } from '../notifications/admin-notices.ts';
import { ALARM_TEXTS } from '../notifications/admin-texts.ts';
import type { OwnSigns } from './own-signs.ts';
import { findTroubles, readSigns, type Signs, type Trouble } from './troubles.ts';

const HOUR_S = 60 * 60;
/** With the second that the database has to answer at all, within what a balancer waits. */
const SIGNS_LIMIT_MS = 700;
const SIGNS_FRESH_MS = 1_000;
/** What lasts is told again each hour; what stays until somebody deals with it, each day, or when there is more of it. */
const AGAIN_S: Partial<Record<TroubleKind, number>> = { 'messages.dead': 24 * HOUR_S };

interface AlarmsDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly notices: AdminNotices;
  /** What the settings say is read. */
  readonly source: SourceConfig;
}

/** Watches over the service and tells its administrators of trouble. */
export class Alarms {
  readonly #deps: AlarmsDeps;
  readonly #em: EntityManager;
  readonly #clock: Clock;
  readonly #logger: Logger;
  #watchedSince: Date;
  #sendsSince: Date;
  #refusedSince: Date | null = null;
  readonly #shared: SharedRead<Signs>;

  constructor(deps: AlarmsDeps) {
    this.#deps = deps;
    this.#em = deps.em;
    this.#clock = deps.clock;
    this.#logger = deps.logger.child({ area: 'alarms' });
    this.#watchedSince = deps.clock.now();
    this.#sendsSince = this.#watchedSince;
    this.#shared = new SharedRead({
      em: this.#em,
      read: (em) => this.#readSigns(em),
      limitMs: SIGNS_LIMIT_MS,
      fresh: { clock: this.#clock, forMs: SIGNS_FRESH_MS },
    });
  }

  /** The duties begin, or begin anew: what stood still meanwhile has its time to get going. */
  begin(): void {
    this.#watchedSince = this.#clock.now();
    this.#sendsSince = this.#watchedSince;
  }

  /**
   * What the database tells, at once or a second ago, for everybody who asks; null: it does not tell in time. Throws what
   * the database throws.
   */
  recentSigns(): Promise<Signs | null> {
    return this.#shared.now();
  }

  /** What is wrong at this moment. */
  async troubles(own: OwnSigns): Promise<Trouble[]> {
    return this.judge(await this.#readSigns(this.#em), own);
  }

  /** What is wrong, as these signs tell. */
  judge(signs: Signs, { sends, isRefused, adPagesUnreadableSince }: OwnSigns): Trouble[] {
    const now = this.#clock.now();
    const refusedSince = this.#noteRefusal(isRefused, now);
    // What waits as the token is refused is no trouble of its own.
    const sendsSince = sends && refusedSince === null ? this.#sendsSince : null;
    const { source } = this.#deps;
    const found = findTroubles(signs, { now, since: this.#watchedSince, source, sendsSince, adPagesUnreadableSince });
    return refusedSince === null ? found : [{ kind: 'token.refused', since: refusedSince, values: {} }, ...found];
  }

  #readSigns(em: EntityManager): Promise<Signs> {
    return readSigns(em, this.#clock.now(), this.#deps.source);
  }

  /** Since when the token is refused; null: it is not. */
  #noteRefusal(isRefused: boolean, now: Date): Date | null {
    if (isRefused) {
      this.#refusedSince ??= now;
    } else if (this.#refusedSince) {
      this.#refusedSince = null;
      this.#sendsSince = now;
    }
    return this.#refusedSince;
  }

  /**
   * Looks once, and tells the administrators of what is wrong: of each kind at most once an hour, however many processes
   * look and however often they start anew.
   */
  async watchOnce(own: OwnSigns): Promise<void> {
    const troubles = await this.troubles(own);
    await this.#forgetSettled(troubles);
    for (const trouble of troubles) await this.#em.transactional((em) => this.#tell(em, trouble));
  }

  async #tell(em: EntityManager, { kind, since, values }: Trouble): Promise<void> {
    const now = this.#clock.now();
    if (!(await takeTurn(em, { kind, count: Number(values.count ?? 0), now }))) return;
    this.#logger.error({ alarm: kind, since, ...values }, 'alarm');
    // Two kinds of one moment are two subjects.
    const subjectId = now.getTime() * TROUBLES.length + TROUBLES.indexOf(kind);
    const text = { textKey: ALARM_TEXTS[kind], values: { since: since.toISOString(), ...values } };
    await this.#deps.notices.alarm(em, subjectId, text);
  }

  /** Of what somebody has dealt with, the next one is news again. */
  async #forgetSettled(troubles: readonly Trouble[]): Promise<void> {
    const dead = troubles.find(({ kind }) => kind === 'messages.dead');
    const count = Number(dead?.values.count ?? 0);
    await this.#em.execute("update alarms set told_count = ? where kind = 'messages.dead' and told_count > ?", [
      count,
      count,
    ]);
  }
}

/** Whether it is time to tell of this: the row decides between processes. A clock that was set back silences nobody. */
async function takeTurn(
  em: EntityManager,
  { kind, count, now }: { kind: TroubleKind; count: number; now: Date },
): Promise<boolean> {
  const rows = await em.execute(
    `insert into alarms as told (kind, last_sent_at, told_count) values (?, ?, ?)
     on conflict (kind) do update set last_sent_at = excluded.last_sent_at, told_count = excluded.told_count
       where abs(extract(epoch from excluded.last_sent_at - told.last_sent_at)) >=
         case when excluded.told_count > told.told_count then ?::int else ?::int end
     returning 1`,
    [kind, now, count, HOUR_S, AGAIN_S[kind] ?? HOUR_S],
  );
  return rows.length > 0;
}
