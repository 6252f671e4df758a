import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { CallViolation, Fault, FaultMix, RecordedCall, SimulatedUser } from '#tools/telegram-emulator/types.ts';
import { ENDS_WITH_TESTS, openChildLog } from './child-log.ts';

const MAIN = fileURLToPath(new URL('../../../tools/telegram-emulator/main.ts', import.meta.url));
const CALL_MS = 30_000;

/** Telegram as a process of its own, so that what it has seen outlives the service. */
export class TelegramProcess {
  readonly apiRoot: string;
  readonly token: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, apiRoot: string, token: string) {
    this.#child = child;
    this.apiRoot = apiRoot;
    this.token = token;
  }

  static async start(): Promise<TelegramProcess> {
    const log = openChildLog('telegram');
    const child = spawn(process.execPath, [...ENDS_WITH_TESTS, MAIN, '--port', '0'], {
      stdio: ['ignore', 'pipe', log.fd, 'ipc'],
    });
    closeSync(log.fd);
    const said: string[] = [];
    for await (const line of createInterface({ input: child.stdout as Readable })) {
      const [, value] = /: (\S+)/.exec(line) ?? [];
      if (value) said.push(value);
      if (said.length === 2) break;
    }
    const [apiRoot, token] = said;
    if (!apiRoot || !token) throw new Error('The Telegram emulator did not start');
    return new TelegramProcess(child, apiRoot, token);
  }

  /** Settings of a service whose bot lives here. */
  get env(): Record<string, string> {
    return { BOT_MODE: 'polling', BOT_TOKEN: this.token, TELEGRAM_API_ROOT: this.apiRoot };
  }

  addUser(user: SimulatedUser): Promise<unknown> {
    return this.command('add-user', { ...user });
  }

  fault(fault: Fault): Promise<unknown> {
    // JSON has no word for an endless number.
    return this.command('fault', { ...fault, count: String(fault.count ?? 1) });
  }

  faultMix(mix: FaultMix): Promise<unknown> {
    return this.command('fault-mix', { ...mix });
  }

  clearFaults(): Promise<unknown> {
    return this.command('clear-faults');
  }

  /** Every call of the Bot API so far but getUpdates, of one method or of all. */
  calls(method?: string): Promise<RecordedCall[]> {
    return this.view(method ? `calls?method=${method}` : 'calls');
  }

  /** Calls that no correct bot makes. */
  violations(): Promise<CallViolation[]> {
    return this.view('violations');
  }

  /** Calls that came before the time a 429 had named was over. */
  retryAfterViolations(): Promise<RecordedCall[]> {
    return this.view('retry-after-violations');
  }

  /** Does what the control API of the emulator offers by that name. */
  async command(name: string, body: object = {}): Promise<unknown> {
    return this.#ask(name, { method: 'POST', body: JSON.stringify(body) });
  }

  /** What the control API of the emulator shows by that name. */
  async view<T>(name: string): Promise<T> {
    return (await this.#ask(name, {})) as T;
  }

  /** It stands still: connections are taken and nothing is answered, until `resume`. */
  pause(): void {
    this.#child.kill('SIGSTOP');
  }

  resume(): void {
    this.#child.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    this.#child.kill('SIGCONT');
    await ended;
  }

  async #ask(name: string, init: RequestInit): Promise<unknown> {
    const answer = await fetch(`${this.apiRoot}/control/${name}`, { ...init, signal: AbortSignal.timeout(CALL_MS) });
    const body: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(body)}`);
    return body;
  }
}
