import { vi } from 'vitest';
import { type AlertParts, type AlertsGiven, AlertWorld, type OnEnd, prepareAlerts } from './alert-world.ts';
import { OutageRelay } from './outage-relay.ts';
import { ServiceProcess } from './service-process.ts';

const LOOK = { timeout: 60_000, interval: 50 };

interface Given extends AlertsGiven {
  readonly env?: Readonly<Record<string, string>>;
  /** The clock of the service can be set. */
  readonly clock?: boolean;
}

interface Parts extends AlertParts {
  readonly relay: OutageRelay;
  readonly start: () => Promise<ServiceProcess>;
}

/** One service with a feed of ads, people to tell them, and Telegram behind an interruptible line. */
export class OutageWorld extends AlertWorld {
  readonly relay: OutageRelay;
  readonly #start: () => Promise<ServiceProcess>;
  #service: ServiceProcess;

  private constructor(parts: Parts, service: ServiceProcess) {
    super(parts);
    this.relay = parts.relay;
    this.#start = parts.start;
    this.#service = service;
  }

  /** Resolves when the service has read its baseline and polls. Everything it starts ends with the test. */
  static async open(given: Given, onEnd: OnEnd): Promise<OutageWorld> {
    const parts = await prepareAlerts(given, onEnd);
    const { databaseUrl, feed, telegram } = parts;
    const relay = await OutageRelay.start(telegram.apiRoot);
    onEnd(() => relay.close());
    const settings = { ...telegram.env, TELEGRAM_API_ROOT: relay.url, ...feed.env, ALERTS_PER_HOUR: '0', ...given.env };
    const start = () =>
      ServiceProcess.start({ databaseUrl, env: settings, clock: given.clock ?? false, name: 'outage' });
    const world = new OutageWorld({ ...parts, relay, start }, await start());
    onEnd(() => world.#endService());
    await world.baselineRead();
    return world;
  }

  get service(): ServiceProcess {
    return this.#service;
  }

  /** Another process in the place of one that has ended. */
  async restart(): Promise<ServiceProcess> {
    this.#service = await this.#start();
    return this.#service;
  }

  /** Waits until an alert is on its way, beyond so many calls. */
  async sending(calls: number): Promise<void> {
    await vi.waitFor(() => {
      if (!this.relay.calls.slice(calls).some(({ method }) => method.startsWith('send')))
        throw new Error('nothing is sent');
    }, LOOK);
  }

  async readiness(): Promise<number> {
    return (await fetch(`${this.service.url}/readyz`, { signal: AbortSignal.timeout(10_000) })).status;
  }

  async #endService(): Promise<void> {
    if (!this.#service.isAlive) return;
    this.#service.kill();
    await this.#service.ended;
  }
}
