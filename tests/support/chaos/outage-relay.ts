import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** `refuse`: nobody listens. `reset`: every call is cut off. `hang`: calls are taken and never answered. */
export type RelayMode = 'pass' | 'refuse' | 'reset' | 'hang';

/** A call of the Bot API as the network between service and Telegram sees it; times of `performance.now()`. */
export interface RelayedCall {
  readonly method: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly at: number;
  /** null: it is under way. */
  endedAt: number | null;
  /** Of the answer that went through; null: there was none. */
  status: number | null;
  answer: unknown;
}

/**
 * The way from one service to Telegram, in the process of the test: it notes every call, getUpdates included, and can
 * be interrupted without Telegram noticing anything.
 */
export class OutageRelay {
  readonly calls: RelayedCall[] = [];
  /** Called before a call goes on to Telegram, which waits for it. */
  onCall: (call: RelayedCall) => Promise<void> = async () => {};
  readonly #server: Server = createServer((from, to) => void this.#take(from, to));
  readonly #target: string;
  #mode: RelayMode = 'pass';
  #port = 0;

  private constructor(target: string) {
    this.#target = target;
  }

  /** In front of the Bot API at this origin. */
  static async start(target: string): Promise<OutageRelay> {
    const relay = new OutageRelay(target);
    await relay.#listen();
    return relay;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** What is under way is cut off. */
  async set(mode: RelayMode): Promise<void> {
    this.#mode = mode;
    if (mode === 'refuse' && this.#server.listening) this.#server.close();
    this.#server.closeAllConnections();
    if (mode !== 'refuse' && !this.#server.listening) await this.#listen();
  }

  async close(): Promise<void> {
    await this.set('refuse');
  }

  async #listen(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async #take(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const call: RelayedCall = {
      method: from.url?.split('/').at(-1) ?? '',
      ...{ body: {}, at: performance.now(), endedAt: null, status: null, answer: null },
    };
    this.calls.push(call);
    to.on('close', () => {
      call.endedAt ??= performance.now();
    });
    if (this.#mode === 'reset') return void from.socket.resetAndDestroy();
    if (this.#mode === 'hang') return;
    try {
      const body = await buffer(from);
      Object.assign(call, { body: readJson(body) });
      await this.onCall(call);
      await this.#passOn(from, body, to, call);
    } catch {
      // One of the two ends is gone: so must the other be.
      to.destroy();
    }
  }

  async #passOn(from: IncomingMessage, body: Buffer, to: ServerResponse, call: RelayedCall): Promise<void> {
    const onward = request(`${this.#target}${from.url}`, { method: 'POST', headers: from.headers, agent: false });
    to.on('close', () => onward.destroy());
    onward.end(body);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    const content = await buffer(answer);
    Object.assign(call, { status: answer.statusCode, answer: readJson(content), endedAt: performance.now() });
    const type = answer.headers['content-type'] ?? 'application/json';
    to.writeHead(answer.statusCode ?? 502, { 'content-type': type }).end(content);
  }
}

function readJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString());
  } catch {
    return {};
  }
}
