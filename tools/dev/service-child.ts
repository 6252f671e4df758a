import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isAtLeast, parseLogLine, readableLine } from './log-line.ts';

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));
const ENDS_WITH_PARENT = ['--import', new URL('./end-with-parent.ts', import.meta.url).href];
const LISTENS = 'Vanags listens';
/** Nobody who has just changed a line waits for calls to end; a service that is killed loses nothing. */
const STOP_WITHIN_MS = 3_000;

interface ServiceChildOptions {
  /** Where it is started: a folder without a `.env`. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For Node, such as `--inspect`. */
  readonly nodeFlags: readonly string[];
  /** Gets every line. */
  readonly logFile: string;
  /** The least level that is told at once. */
  readonly tellFrom: string;
  readonly tell: (line: string) => void;
}

/** The service as a process that is replaced when its sources change. */
export class ServiceChild {
  readonly #options: ServiceChildOptions;
  readonly #log: WriteStream;
  #child: ChildProcess | null = null;
  #turn: Promise<void> = Promise.resolve();
  #wanted: string | null = null;
  #isStopping = false;

  constructor(options: ServiceChildOptions) {
    this.#options = options;
    this.#log = createWriteStream(options.logFile);
  }

  /** Resolves when it listens, or has failed to: then the next change starts it again. */
  start(): Promise<void> {
    this.#turn = this.#turn.then(async () => {
      await this.#begin();
    });
    return this.#turn;
  }

  /** Starts it anew, once for any number of reasons that come while it is at it. */
  restart(reason: string): void {
    const isWaiting = this.#wanted !== null;
    this.#wanted = reason;
    if (isWaiting) return;
    this.#turn = this.#turn.then(async () => {
      const why = this.#wanted;
      this.#wanted = null;
      const since = performance.now();
      await this.#end();
      if (await this.#begin())
        this.#options.tell(`The service was started anew in ${Math.round(performance.now() - since)} ms (${why}).`);
    });
  }

  /** Resolves when no start is under way. */
  settled(): Promise<void> {
    return this.#turn;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#end();
    await this.#turn;
    this.#log.end();
  }

  async #begin(): Promise<boolean> {
    if (this.#isStopping) return false;
    const { folder, env, nodeFlags, tell } = this.#options;
    // In a group of its own: a terminal's Ctrl-C goes to the parent, which says when to stop.
    const child = spawn(process.execPath, [...nodeFlags, ...ENDS_WITH_PARENT, MAIN], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    this.#child = child;
    const ended = once(child, 'exit').then(([code, signal]) => {
      if (this.#child !== child) return false;
      this.#child = null;
      tell(`The service ended (${signal ?? code}); the next change of a source starts it again.`);
      return false;
    });
    return Promise.race([this.#listening(child), ended]);
  }

  #listening(child: ChildProcess): Promise<true> {
    return new Promise((resolve) => {
      for (const stream of [child.stdout, child.stderr])
        if (stream)
          createInterface({ input: stream }).on('line', (line) => {
            if (this.#take(line) === LISTENS) resolve(true);
          });
    });
  }

  /** Keeps a line and tells it where it is grave enough; answers its words. */
  #take(line: string): unknown {
    this.#log.write(`${line}\n`);
    const entry = parseLogLine(line);
    if (entry === null) this.#options.tell(line);
    else if (isAtLeast(entry, this.#options.tellFrom)) this.#options.tell(readableLine(entry));
    return entry?.msg;
  }

  async #end(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
    await gone;
    clearTimeout(timer);
  }
}
