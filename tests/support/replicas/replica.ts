import { freePort } from '#core/db/free-port.ts';
import { OutageRelay, type RelayedCall } from '../chaos/outage-relay.ts';
import { ServiceProcess } from '../chaos/service-process.ts';

export interface ReplicaStart {
  readonly name: string;
  readonly databaseUrl: string;
  /** Origin of Telegram's Bot API. */
  readonly apiRoot: string;
  readonly env: Readonly<Record<string, string>>;
}

/** One of several processes of a service: it keeps its addresses and its line to Telegram when it is started anew. */
export class Replica {
  readonly name: string;
  readonly url: string;
  readonly #metricsUrl: string;
  readonly #start: () => Promise<ServiceProcess>;
  readonly #relay: OutageRelay;
  #service: ServiceProcess;

  private constructor(
    given: { name: string; url: string; metricsUrl: string; relay: OutageRelay },
    start: () => Promise<ServiceProcess>,
    service: ServiceProcess,
  ) {
    this.name = given.name;
    this.url = given.url;
    this.#metricsUrl = given.metricsUrl;
    this.#relay = given.relay;
    this.#start = start;
    this.#service = service;
  }

  static async start({ name, databaseUrl, apiRoot, env }: ReplicaStart): Promise<Replica> {
    const relay = await OutageRelay.start(apiRoot);
    // Taken again and again, so they must be known before the first start.
    const [port, metricsPort] = [await freePort(), await freePort()];
    const own = { PORT: `${port}`, METRICS_PORT: `${metricsPort}`, TELEGRAM_API_ROOT: relay.url };
    const start = () => ServiceProcess.start({ databaseUrl, name, env: { ...env, ...own } });
    const url = `http://127.0.0.1:${port}`;
    const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
    return new Replica({ name, url, metricsUrl, relay }, start, await start());
  }

  get service(): ServiceProcess {
    return this.#service;
  }

  /** What it has asked of Telegram, in all its lives. */
  get calls(): readonly RelayedCall[] {
    return this.#relay.calls;
  }

  /** A new process after the last one has ended. */
  async again(): Promise<void> {
    this.#service = await this.#start();
  }

  /** What it says of itself; null: it says nothing. */
  async leads(withinMs: number): Promise<boolean | null> {
    try {
      const answer = await fetch(this.#metricsUrl, { signal: AbortSignal.timeout(withinMs) });
      return /^poller_leader 1$/m.test(await answer.text());
    } catch {
      return null;
    }
  }

  async end(): Promise<void> {
    if (this.#service.isAlive) {
      this.#service.kill();
      await this.#service.ended;
    }
    await this.#relay.close();
  }
}
