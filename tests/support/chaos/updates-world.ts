import { vi } from 'vitest';
import type { Database } from '#core/db/open.ts';
import { aFilter, aUser } from '../builders.ts';
import { OutageRelay, type RelayedCall } from './outage-relay.ts';
import { ServiceProcess } from './service-process.ts';
import { TelegramProcess } from './telegram-process.ts';
import type { Subject } from './updates-driver.ts';

const FIRST_CHAT = 920_000;
const WITHIN = { timeout: 60_000, interval: 20 };

/** A service with a line to Telegram of its own. */
interface Poller {
  readonly service: ServiceProcess;
  readonly relay: OutageRelay;
}

const isPoll = ({ method }: RelayedCall) => method === 'getUpdates';
const idsIn = ({ answer }: RelayedCall) =>
  ((answer as { result?: { update_id: number }[] } | null)?.result ?? []).map(({ update_id }) => update_id);

/** Services that take updates from one Telegram into one database, one after the other or side by side. */
export class UpdatesWorld {
  readonly telegram: TelegramProcess;
  readonly #database: Database;
  /** What Telegram was told is handled, though the database did not hold its mark at that moment. */
  readonly confirmedEarly: number[] = [];
  readonly #relays: OutageRelay[] = [];
  readonly #services: ServiceProcess[] = [];

  private constructor(database: Database, telegram: TelegramProcess) {
    this.#database = database;
    this.telegram = telegram;
  }

  static async open(database: Database): Promise<UpdatesWorld> {
    return new UpdatesWorld(database, await TelegramProcess.start());
  }

  async aSubject(index: number): Promise<Subject> {
    const { orm } = this.#database;
    const chat = FIRST_CHAT + index;
    const user = await aUser(orm, { telegramId: chat });
    const [first, second] = [await aFilter(orm, user.id), await aFilter(orm, user.id)];
    return { chat, filterIds: [first.id, second.id] };
  }

  /** A service, listening, perhaps not yet polling. */
  async start(name: string): Promise<Poller> {
    const relay = await OutageRelay.start(this.telegram.apiRoot);
    relay.onCall = (call) => this.#watchConfirmation(call);
    this.#relays.push(relay);
    const env = { ...this.telegram.env, TELEGRAM_API_ROOT: relay.url, SIGNUP_ROLE: 'advanced' };
    const service = await ServiceProcess.start({ databaseUrl: this.#database.url, env, name });
    this.#services.push(service);
    return { service, relay };
  }

  /** Runs `act` as soon as the service calls Telegram for the n-th time from now but for updates: inside a handler. */
  async amidHandler({ relay }: Poller, times: number, act: () => void): Promise<void> {
    let left = times;
    await new Promise<void>((resolve) => {
      relay.onCall = async (call) => {
        await this.#watchConfirmation(call);
        if (isPoll(call) || --left !== 0) return;
        act();
        resolve();
      };
    });
  }

  /** Waits until so many updates are marked as handled. */
  async handled(count: number): Promise<void> {
    await vi.waitFor(async () => {
      const [row] = await this.ask<{ n: number }>('select count(*)::int as n from processed_updates');
      if ((row?.n ?? 0) < count) throw new Error(`${row?.n} of ${count} updates are handled`);
    }, WITHIN);
  }

  ask<Row extends object>(query: string, params: unknown[] = []): Promise<Row[]> {
    return this.#database.orm.em.fork().execute<Row[]>(query, params);
  }

  /** When the service was given updates, or told that there are none, for the first time since then. */
  async pollsSince({ relay }: Poller, since: number): Promise<number> {
    return vi.waitFor(() => {
      const poll = relay.calls.find((call) => isPoll(call) && call.at >= since && call.status !== 409);
      if (!poll) throw new Error('it does not poll');
      return poll.at;
    }, WITHIN);
  }

  /** How often the service has asked for updates. */
  pollsOf({ relay }: Poller): number {
    return relay.calls.filter(isPoll).length;
  }

  /** When the service was told that somebody else fetches updates. */
  async refusedPoll({ relay }: Poller): Promise<number> {
    return vi.waitFor(() => {
      const poll = relay.calls.find((call) => isPoll(call) && call.status === 409);
      if (!poll?.endedAt) throw new Error('no call for updates was refused');
      return poll.endedAt;
    }, WITHIN);
  }

  /** Pairs of calls for updates of two services that both succeeded although one began while the other was under way. */
  overlaps(): number {
    const polls = this.#relays.flatMap((relay) =>
      relay.calls.filter((call) => isPoll(call) && call.status === 200).map((call) => ({ relay, ...call })),
    );
    const isDuring = (one: (typeof polls)[number], other: (typeof polls)[number]) =>
      one.relay !== other.relay && other.at > one.at && other.at < (one.endedAt ?? Number.POSITIVE_INFINITY);
    return polls.reduce((sum, one) => sum + polls.filter((other) => isDuring(one, other)).length, 0);
  }

  async close(): Promise<void> {
    for (const service of this.#services.filter((each) => each.isAlive)) {
      service.kill();
      await service.ended;
    }
    for (const relay of this.#relays) await relay.close();
    await this.telegram.stop();
  }

  /** By the offset a service says that everything before it is handled, so all of it must be marked by then. */
  async #watchConfirmation(call: RelayedCall): Promise<void> {
    const offset = Number(call.body.offset ?? 0);
    if (!isPoll(call) || offset === 0) return;
    const given = new Set(this.#relays.flatMap(({ calls }) => calls.filter(isPoll).flatMap(idsIn)));
    const confirmed = [...given].filter((id) => id < offset);
    const marked = await this.ask<{ id: string }>('select update_id as id from processed_updates');
    const handled = new Set(marked.map(({ id }) => Number(id)));
    this.confirmedEarly.push(...confirmed.filter((id) => !handled.has(id)));
  }
}
