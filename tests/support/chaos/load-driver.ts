import { Agent, request } from 'node:http';
import { setInterval as ticks } from 'node:timers/promises';
import { vi } from 'vitest';
import { PATHS } from '#core/contracts/paths.ts';
import { signFields } from '#tools/telegram-emulator/init-data.ts';

/** What became of one request. */
interface Outcome {
  readonly path: string;
  /** HTTP status; `refused`: nobody listened any more; else what broke. */
  readonly result: number | string;
}

interface Call {
  readonly path: string;
  readonly headers: Record<string, string>;
}

const TIMEOUT_MS = 20_000;

/**
 * Asks a service at an even pace, over connections that are kept, until it is stopped. Whether what was refused was
 * taken before is told by the log of the service.
 */
export class LoadDriver {
  readonly outcomes: Outcome[] = [];
  readonly #agent = new Agent({ keepAlive: true });
  readonly #abort = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  readonly #calls: readonly Call[];
  readonly #url: string;
  readonly #loop: Promise<void>;

  /** As somebody with an account: half of the calls ask the database. */
  constructor(url: string, asker: { readonly token: string; readonly chat: number }, perSecond: number) {
    this.#url = url;
    const user = JSON.stringify({ id: asker.chat, first_name: 'Anna' });
    const initData = signFields(asker.token, { user, auth_date: String(Math.floor(Date.now() / 1000)) });
    const headers = { authorization: `tma ${initData}` };
    this.#calls = [
      { path: PATHS.filters, headers },
      { path: PATHS.health, headers: {} },
    ];
    this.#loop = this.#run(perSecond);
  }

  /** How many were answered, refused and broken, by what became of them. */
  get counts(): Readonly<Record<string, number>> {
    const byResult = Map.groupBy(this.outcomes, ({ result }) => String(result));
    return Object.fromEntries([...byResult].map(([result, { length }]) => [result, length]));
  }

  /** Waits until so many were answered. */
  async answered(count: number): Promise<void> {
    await vi.waitFor(
      () => {
        if ((this.counts[200] ?? 0) < count) throw new Error(`${this.counts[200] ?? 0} requests were answered`);
      },
      { timeout: 60_000, interval: 10 },
    );
  }

  /** Waits for what is under way. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#loop;
    await Promise.all(this.#underWay);
    this.#agent.destroy();
  }

  async #run(perSecond: number): Promise<void> {
    let asked = 0;
    const since = performance.now();
    for await (const _ of ticks(1000 / perSecond)) {
      if (this.#abort.signal.aborted) return;
      // A timer that comes late is made up for.
      for (; asked < ((performance.now() - since) * perSecond) / 1000; asked += 1) this.#start(asked);
    }
  }

  #start(number: number): void {
    const request = this.#ask(number).finally(() => this.#underWay.delete(request));
    this.#underWay.add(request);
  }

  #ask(number: number): Promise<void> {
    const { path, headers } = this.#calls[number % this.#calls.length] as Call;
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = (result: Outcome['result']) => {
      this.outcomes.push({ path, result });
      resolve();
    };
    const asked = request(this.#url + path, { headers, agent: this.#agent, timeout: TIMEOUT_MS }, (answer) => {
      answer.resume();
      answer.on('end', () => done(answer.statusCode ?? 0));
      answer.on('error', (error) => done(`broken answer: ${error.message}`));
    });
    asked.on('timeout', () => asked.destroy(new Error('no answer')));
    asked.on('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code ?? error.message;
      const isReset = reason === 'ECONNRESET' || reason === 'EPIPE';
      // As browsers do: a kept connection may be closed in the moment in which it is used again.
      if (isReset && asked.reusedSocket) resolve(this.#ask(number));
      // A new connection that was reset was never taken: its listener went before.
      else done(isReset || reason === 'ECONNREFUSED' ? 'refused' : reason);
    });
    asked.end();
    return promise;
  }
}
