import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * `refuse`: nobody listens, and whoever was connected is cut off. `blackhole`: connections are taken and kept, and
 * nothing goes through; what was said meanwhile arrives later, if both ends are still there.
 */
type ProxyMode = 'pass' | 'refuse' | 'blackhole';

interface Link {
  readonly near: Socket;
  readonly far: Socket;
}

/** An address behind which another one goes away and comes back, without losing what it knows. */
export class TcpProxy {
  readonly #server: Server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (near) => this.#accept(near));
  readonly #links = new Set<Link>();
  #target: number;
  #mode: ProxyMode = 'pass';
  #port = 0;

  private constructor(target: number) {
    this.#target = target;
  }

  /** In front of a port of this machine. */
  static async start(target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    await proxy.#listen();
    return proxy;
  }

  get port(): number {
    return this.#port;
  }

  /** New connections go to another port from now on. */
  aim(target: number): void {
    this.#target = target;
  }

  async set(mode: ProxyMode): Promise<void> {
    this.#mode = mode;
    if (mode === 'refuse' && this.#server.listening) this.#server.close();
    if (mode === 'refuse') this.#cut();
    for (const { near, far } of this.#links) for (const side of [near, far]) this.#letFlow(side);
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

  #accept(near: Socket): void {
    const far = connect({ port: this.#target, host: '127.0.0.1', allowHalfOpen: true });
    const link = { near, far };
    this.#links.add(link);
    this.#join(near, far, link);
    this.#join(far, near, link);
  }

  #join(from: Socket, to: Socket, link: Link): void {
    from.on('data', (chunk) => {
      if (to.write(chunk)) return;
      from.pause();
      to.once('drain', () => this.#letFlow(from));
    });
    from.on('end', () => to.end());
    from.on('error', () => to.resetAndDestroy());
    from.on('close', () => {
      this.#links.delete(link);
      to.destroySoon();
    });
    this.#letFlow(from);
  }

  #letFlow(side: Socket): void {
    if (this.#mode === 'blackhole') side.pause();
    else side.resume();
  }

  #cut(): void {
    for (const { near, far } of this.#links) for (const side of [near, far]) side.resetAndDestroy();
    this.#links.clear();
  }
}
