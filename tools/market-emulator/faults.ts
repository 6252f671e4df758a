import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

type Fault =
  | { readonly kind: 'fail'; readonly status: number }
  | { readonly kind: 'slow'; readonly ms: number }
  | { readonly kind: 'garbage'; readonly body: string | Buffer; readonly type: string }
  | { readonly kind: 'reset' };

const WAITING_PAGE = '<html><body>Lūdzu, uzgaidiet…</body></html>';

/** What shall go wrong with the next pages; the first asked for comes first. robots.txt and photos never fail. */
export class Faults {
  #waiting: Fault[] = [];

  /** The next `count` pages answer with an error. */
  fail(count: number, status = 500): void {
    this.#add(count, { kind: 'fail', status });
  }

  /** The next `count` pages come late. */
  slow(count: number, ms: number): void {
    this.#add(count, { kind: 'slow', ms });
  }

  /** The next `count` pages are something else, with status 200. */
  garbage(count: number, body: string | Buffer = WAITING_PAGE, type = 'text/html'): void {
    this.#add(count, { kind: 'garbage', body, type });
  }

  /** The connection of the next `count` pages breaks. */
  reset(count: number): void {
    this.#add(count, { kind: 'reset' });
  }

  clear(): void {
    this.#waiting = [];
  }

  /** Lets the next fault happen; true when it has answered the request. */
  async strike(response: ServerResponse): Promise<boolean> {
    const fault = this.#waiting.shift();
    if (!fault) return false;
    if (fault.kind === 'slow') {
      await delay(fault.ms, undefined, { ref: false });
      return response.destroyed;
    }
    if (fault.kind === 'reset') response.socket?.destroy();
    else if (fault.kind === 'fail') response.writeHead(fault.status, { 'content-type': 'text/plain' }).end('Error');
    else response.writeHead(200, { 'content-type': fault.type }).end(fault.body);
    return true;
  }

  #add(count: number, fault: Fault): void {
    this.#waiting.push(...Array.from({ length: count }, () => fault));
  }
}
