import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import type { SourceConfig } from '../config.ts';
import { TROUBLES, type TroubleKind } from '../contracts/service.ts';
import type { Logger } from '../logger.ts';
import type { AdminNotices } from '../notifications/admin-notices.ts';
import { ALARM_TEXTS } from '../notifications/admin-texts.ts';
import { readTroubles, type Trouble } from './troubles.ts';

const HOUR_S = 60 * 60;
/** What lasts is told again each hour; what stays until somebody deals with it, each day, or when there is more of it. */
const AGAIN_S: Partial<Record<TroubleKind, number>> = { 'messages.dead': 24 * HOUR_S };

interface AlarmsDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly notices: AdminNotices;
  /** What the settings say is read. */
  readonly source: SourceConfig;
  /** Whether a send was refused for the token's sake. */
  readonly tokenRefused: () => boolean;
}

/** What the database cannot know of this process. */
export interface BotSigns {
  /** Whether it sends what waits. */
  readonly sends: boolean;
  /** Whether the bot found its token refused. */
  readonly isRefused: boolean;
}

const SENDING: BotSigns = { sends: true, isRefused: false };

/** Watches over the service and tells its administrators of trouble. */
export class Alarms {
  readonly #deps: AlarmsDeps;
  readonly #em: EntityManager;
  readonly #clock: Clock;
  readonly #logger: Logger;
  #watchedSince: Date;
  #sendsSince: Date;
  #refusedSince: Date | null = null;

  constructor(deps: AlarmsDeps) {
    this.#deps = deps;
    this.#em = deps.em;
    this.#clock = deps.clock;
    this.#logger = deps.logger.child({ area: 'alarms' });
    this.#watchedSince = deps.clock.now();
    this.#sendsSince = this.#watchedSince;
  }

  /** The duties begin, or begin anew: what stood still meanwhile has its time to get going. */
  begin(): void {
    this.#watchedSince = this.#clock.now();
    this.#sendsSince = this.#watchedSince;
  }

  /** What is wrong at this moment. */
  async troubles(bot = SENDING): Promise<Trouble[]> {
    const now = this.#clock.now();
    const refusedSince = this.#noteRefusal(bot, now);
    const { source } = this.#deps;
    // What waits as the token is refused is no trouble of its own.
    const sendsSince = bot.sends && refusedSince === null ? this.#sendsSince : null;
    const found = await readTroubles(this.#em, { now, since: this.#watchedSince, source, sendsSince });
    return refusedSince === null ? found : [{ kind: 'token.refused', since: refusedSince, values: {} }, ...found];
  }

  /** Since when the token is refused; null: it is not. */
  #noteRefusal(bot: BotSigns, now: Date): Date | null {
    if (bot.isRefused || this.#deps.tokenRefused()) {
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
  async watchOnce(bot = SENDING): Promise<void> {
    const troubles = await this.troubles(bot);
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
