import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setInterval as ticks } from 'node:timers/promises';
import { vi } from 'vitest';
import { PATHS } from '#core/contracts/paths.ts';
import type { Readiness } from '#core/contracts/service.ts';

const CHECK_EVERY_MS = 250;
const CHECK_WITHIN_MS = 2_000;
/** A machine that is busy answers late now and then; one that stops says so, and is believed at once. */
const LATE_CHECKS = 3;
/** So long a request waits for somebody who serves. */
const WAITS_MS = 5_000;
/** Below the half minute after which the service itself closes a connection that nobody uses. */
const KEPT_FOR_MS = 10_000;
/** What tells of one connection and not of the request. */
const OF_THE_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding'];

interface Backend {
  readonly origin: string;
  readonly agent: Agent;
  isUp: boolean;
}

/**
 * A balancer as they are in front of a service: it takes turns among the backends whose `/readyz` says 200, keeps its
 * connections, and asks another backend only where the first took no connection at all.
 */
export class Balancer {
  /** What it could not pass on or pass back, in words. */
  readonly broken: string[] = [];
  /** Requests that a second backend got because the first did not listen any more. */
  retried = 0;
  readonly #server: Server = createServer({ keepAliveTimeout: 60_000 }, (from, to) => void this.#take(from, to));
  readonly #backends: Backend[] = [];
  readonly #checks = new AbortController();
  #turn = 0;

  static async start(): Promise<Balancer> {
    const balancer = new Balancer();
    balancer.#server.listen(0, '127.0.0.1');
    await once(balancer.#server, 'listening');
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** From now on it looks whether somebody serves there. */
  watch(origin: string): void {
    const backend = { origin, agent: new Agent({ keepAlive: true, timeout: KEPT_FOR_MS }), isUp: false };
    this.#backends.push(backend);
    void this.#check(backend);
  }

  /** Waits until it sends requests there. */
  async sendsTo(origin: string): Promise<void> {
    await vi.waitUntil(() => this.#backends.some((each) => each.origin === origin && each.isUp), {
      timeout: 60_000,
      interval: 20,
    });
  }

  async close(): Promise<void> {
    this.#checks.abort();
    this.#server.closeAllConnections();
    this.#server.close();
    for (const { agent } of this.#backends) agent.destroy();
  }

  async #check(backend: Backend): Promise<void> {
    const { signal } = this.#checks;
    let late = 0;
    for await (const _ of ticks(CHECK_EVERY_MS)) {
      if (signal.aborted) return;
      const said = await readiness(backend.origin);
      late = said === 'late' ? late + 1 : 0;
      if (late === 0 || late >= LATE_CHECKS) backend.isUp = said === 'ready';
    }
  }

  async #take(from: IncomingMessage, to: ServerResponse): Promise<void> {
    try {
      await this.#pass(from, await buffer(from), to);
    } catch (error) {
      this.broken.push(`${from.method} ${from.url}: ${error instanceof Error ? error.message : error}`);
      if (!to.headersSent) to.writeHead(502);
      to.end();
    }
  }

  async #pass(from: IncomingMessage, body: Buffer, to: ServerResponse): Promise<void> {
    await vi.waitUntil(() => this.#backends.some(({ isUp }) => isUp), { timeout: WAITS_MS, interval: 20 });
    const up = this.#backends.filter(({ isUp }) => isUp);
    this.#turn += 1;
    for (let step = 0; step < up.length; step += 1) {
      const backend = up[(this.#turn + step) % up.length] as Backend;
      const answer = await ask(backend, from, body);
      if (answer === 'refused') {
        backend.isUp = false;
        this.retried += 1;
        continue;
      }
      to.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers));
      return void to.end(await buffer(answer));
    }
    throw new Error('no backend is up');
  }
}

async function readiness(origin: string): Promise<'ready' | 'stopping' | 'late'> {
  try {
    const answer = await fetch(origin + PATHS.readiness, { signal: AbortSignal.timeout(CHECK_WITHIN_MS) });
    const { reasons } = (await answer.json()) as Readiness;
    if (answer.ok) return 'ready';
    return reasons.includes('stopping') ? 'stopping' : 'late';
  } catch {
    return 'late';
  }
}

/** @throws Error where the request may have been taken. */
async function ask(backend: Backend, from: IncomingMessage, body: Buffer): Promise<IncomingMessage | 'refused'> {
  const headers = { ...withoutConnection(from.headers), 'x-forwarded-for': from.socket.remoteAddress ?? '' };
  const { method = 'GET' } = from;
  const onward = request(`${backend.origin}${from.url}`, { method, headers, agent: backend.agent });
  onward.end(body);
  try {
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    return answer;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return 'refused';
    throw error;
  }
}

function withoutConnection(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.includes(name)));
}
