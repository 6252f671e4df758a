import { expect, vi } from 'vitest';
import { PATHS } from '#core/contracts/paths.ts';
import { connect } from '#core/db/open.ts';
import { signFields } from '#tools/telegram-emulator/init-data.ts';
import { aFilter, aUser } from '../builders.ts';
import { type AlertParts, type AlertsGiven, AlertWorld, type OnEnd, prepareAlerts } from '../chaos/alert-world.ts';
import { priceRangeOf } from '../chaos/outage-feed.ts';
import type { Subject } from '../chaos/updates-driver.ts';
import { Balancer } from './balancer.ts';
import { Replica } from './replica.ts';

const SECRET = 'a-secret-between-telegram-and-the-replicas';
const FIRST_SUBJECT = 920_000;
/** A group to which no ad belongs. */
const NO_ADS = 900;
const WITHIN = { timeout: 60_000, interval: 50 };

interface Given extends AlertsGiven {
  readonly bot: 'polling' | 'webhook';
  readonly stopDelayS?: number;
}

/** Somebody who is signed in: headers of a call from a page of the product. */
export type SignedIn = Readonly<Record<'cookie' | 'origin' | 'content-type', string>>;

/** Several processes of the service on one database behind a balancer, with ads to tell and people to tell them to. */
export class ReplicaWorld extends AlertWorld {
  readonly balancer: Balancer;
  readonly replicas: Replica[] = [];
  readonly #env: Readonly<Record<string, string>>;
  readonly #onEnd: OnEnd;

  private constructor(parts: AlertParts, balancer: Balancer, given: Given, onEnd: OnEnd) {
    super(parts);
    this.balancer = balancer;
    this.#onEnd = onEnd;
    this.#env = {
      ...{ ...parts.telegram.env, ...parts.feed.env, ALERTS_PER_HOUR: '0', SIGNUP_ROLE: 'advanced' },
      ...{ PUBLIC_URL: balancer.url, TRUSTED_PROXY: '127.0.0.1', STOP_DELAY_S: `${given.stopDelayS ?? 0}` },
      ...{ BOT_MODE: given.bot, WEBHOOK_SECRET: SECRET },
    };
  }

  static async open(given: Given, onEnd: OnEnd): Promise<ReplicaWorld> {
    const parts = await prepareAlerts(given, onEnd);
    const balancer = await Balancer.start();
    onEnd(() => balancer.close());
    return new ReplicaWorld(parts, balancer, given, onEnd);
  }

  /** A further replica, which the balancer sends requests to. */
  async add(name: string, env: Readonly<Record<string, string>> = {}): Promise<Replica> {
    const { databaseUrl, telegram } = this;
    const replica = await Replica.start({
      ...{ name, databaseUrl, apiRoot: telegram.apiRoot },
      env: { ...this.#env, ...env },
    });
    this.#onEnd(() => replica.end());
    this.replicas.push(replica);
    this.balancer.watch(replica.url);
    await this.balancer.sendsTo(replica.url);
    if (this.replicas.length === 1) await this.baselineRead();
    return replica;
  }

  /** Stops it and starts it anew, as for a new version. @returns how it ended, and after how long. */
  async restart(replica: Replica): Promise<{ readonly code: number | null; readonly ms: number }> {
    const ending = await replica.service.stop();
    await replica.again();
    await this.balancer.sendsTo(replica.url);
    return ending;
  }

  /** Waits until it asks again and again whether it may lead: what it did as leader before has ended. */
  async standsBy({ name }: Replica): Promise<void> {
    await vi.waitFor(async () => {
      const standing = await this.standingBy();
      if (standing.filter((each) => each === name).length !== 1) throw new Error(`${name} does not stand by`);
    }, WITHIN);
  }

  /** The names of those that ask, at any moment, whether they may lead, and do not lead yet. */
  async standingBy(): Promise<string[]> {
    const sessions = await this.ask<{ name: string }>(
      `select application_name as name from pg_stat_activity
       where datname = current_database() and application_name = any($1) and query like '%pg_try_advisory_lock%'`,
      [this.replicas.map(({ name }) => name)],
    );
    return sessions.map(({ name }) => name);
  }

  others(replica: Replica): Replica[] {
    return this.replicas.filter((each) => each !== replica);
  }

  /** Accounts that people change in the chat, with filters that suit no ad. */
  async subjects(count: number): Promise<Subject[]> {
    const orm = await connect(this.databaseUrl);
    const subjects: Subject[] = [];
    for (let chat = FIRST_SUBJECT; chat < FIRST_SUBJECT + count; chat += 1) {
      const user = await aUser(orm, { telegramId: chat });
      const criteria = priceRangeOf(NO_ADS);
      const [first, second] = [await aFilter(orm, user.id, { criteria }), await aFilter(orm, user.id, { criteria })];
      subjects.push({ chat, filterIds: [first.id, second.id] });
    }
    await orm.close(true);
    return subjects;
  }

  /** Signs in through a page of this origin. */
  async signIn(chat: number, at: string): Promise<SignedIn> {
    const user = JSON.stringify({ id: chat, first_name: 'Anna', language_code: 'lv' });
    const initData = signFields(this.telegram.token, { user, auth_date: String(Math.floor(Date.now() / 1000)) });
    const headers = { origin: this.balancer.url, 'content-type': 'application/json' };
    const body = JSON.stringify({ telegram_user_id: chat, first_name: 'Anna', initData });
    const answer = await fetch(at + PATHS.signup, { method: 'POST', headers, body });
    expect(answer.ok, await answer.text()).toBe(true);
    return { ...headers, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  }

  /** Waits until so many updates are marked as handled. */
  async handled(count: number): Promise<void> {
    await vi.waitFor(async () => {
      const [row] = await this.ask<{ n: number }>('select count(*)::int as n from processed_updates');
      if ((row?.n ?? 0) < count) throw new Error(`${row?.n} of ${count} updates are handled`);
    }, WITHIN);
  }
}
