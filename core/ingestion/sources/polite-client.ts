import { setTimeout as delay } from 'node:timers/promises';
import { type Clock, systemClock } from '../../clock.ts';
import { SourceError, type Urgency } from '../ad-source.ts';
import { assertAllowedUrl } from './allowed-url.ts';
import { BodyTooLargeError, type HttpAnswer, httpGet } from './http-get.ts';
import { RequestPace } from './request-pace.ts';
import { type RobotRules, readRobots } from './robots.ts';

export interface PoliteClientOptions {
  /** Host names, with the port where it is not the usual one, that may be asked at all. */
  readonly hosts: readonly string[];
  /** Allows plain http, other ports, this machine and local networks: for the emulator in development only. */
  readonly allowPrivate?: boolean;
  /** Least pause between two requests. */
  readonly delayMs?: number;
  readonly budgetPerHour?: number;
  /** For one request with its body. */
  readonly timeoutMs?: number;
  /** Largest body after decompression. */
  readonly maxBytes?: number;
  readonly contentType?: RegExp;
  /** Paths that are never asked for, whatever robots.txt says. */
  readonly forbiddenPaths?: readonly RegExp[];
  readonly clock?: Clock;
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface Page {
  readonly state: 'found' | 'notModified' | 'missing';
  /** Where the page was found, after redirects. */
  readonly url: URL;
  readonly text: string;
}

export interface GetOptions {
  readonly signal: AbortSignal;
  /** Asks only for what changed since the last full read of this address, see `VALIDATOR_LIFE_MS`. */
  readonly conditional?: boolean;
  /** Default `news`. */
  readonly urgency?: Urgency;
}

/** Who asks, and how urgently. */
interface Asked {
  readonly signal: AbortSignal;
  readonly urgency: Urgency;
}

interface Validator {
  readonly headers: Readonly<Record<string, string>>;
  readonly readAt: number;
}

/** What a rule of robots.txt that is meant for us would name. */
const ROBOT_NAME = 'Vanags';
const USER_AGENT = `Mozilla/5.0 (compatible; ${ROBOT_NAME}/1.0)`;

const ROBOTS_LIFE_MS = 24 * 60 * 60 * 1000;
/** A reader who lost what a page said gets it again, in full, after this time at the latest. */
const VALIDATOR_LIFE_MS = 5 * 60 * 1000;
const MAX_VALIDATORS = 200;
const MAX_REDIRECTS = 3;

const DEFAULTS = {
  allowPrivate: false,
  delayMs: 2000,
  budgetPerHour: 1200,
  timeoutMs: 10_000,
  maxBytes: 5 * 1024 * 1024,
  contentType: /^(?:text\/html|application\/xhtml\+xml)\b/i,
  forbiddenPaths: [] as readonly RegExp[],
  clock: systemClock,
  sleep: (ms: number, signal: AbortSignal): Promise<void> => delay(ms, undefined, { signal }),
};

function decode(answer: HttpAnswer): string {
  const charset = /charset="?([\w-]+)/i.exec(answer.headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(answer.body);
  } catch (error) {
    throw new SourceError('layout', `the page is in an unknown charset ${charset}`, { cause: error });
  }
}

/**
 * Reads pages of one site as a guest should: one request at a time with a pause before the next, within an hourly
 * budget, by the rules of its robots.txt, as long as it asks to wait, and from the allowed hosts only. Failures are
 * `SourceError`s; an abort throws the signal's reason.
 */
export class PoliteClient {
  readonly #options: typeof DEFAULTS & { hosts: readonly string[] };
  readonly #robots = new Map<string, { rules: RobotRules; readAt: number }>();
  readonly #validators = new Map<string, Validator>();
  readonly #pace: RequestPace;
  #queue: Promise<unknown> = Promise.resolve();
  /** Requests that are under way or wait their turn. */
  #queued = 0;

  constructor(options: PoliteClientOptions) {
    this.#options = { ...DEFAULTS, ...options };
    this.#pace = new RequestPace(this.#options);
  }

  /** Reads one page; 404 and 410 give `missing`, every other refusal or failure is thrown. */
  async get(url: URL, options: GetOptions): Promise<Page> {
    await this.#letNewsPass(url, options);
    this.#queued += 1;
    const page = this.#queue.then(() => this.#get(url, options));
    // The failure is the caller's; the next request only waits for the end of this one.
    this.#queue = page.then(
      () => undefined,
      () => undefined,
    );
    return page.finally(() => {
      this.#queued -= 1;
    });
  }

  /**
   * Waits out the pause before a request that is no news outside the queue, so that news overtakes it: once, or for the
   * backlog until nobody else asks.
   */
  async #letNewsPass({ origin }: URL, { signal, urgency = 'news' }: GetOptions): Promise<void> {
    if (urgency === 'news') return;
    const crawlDelayMs = this.#robots.get(origin)?.rules.crawlDelayMs;
    do {
      await this.#queue;
      await this.#pace.rest(signal, crawlDelayMs);
    } while (urgency === 'backlog' && (this.#queued > 0 || this.#pace.restMs(crawlDelayMs) > 0));
  }

  async #get(url: URL, { signal, conditional = false, urgency = 'news' }: GetOptions): Promise<Page> {
    const validator = conditional ? this.#validatorOf(url) : undefined;
    const found = await this.#follow(url, { signal, urgency }, validator?.headers ?? {});
    const { answer } = found;
    if (answer.status === 304 && validator) return { state: 'notModified', url: found.url, text: '' };
    if (answer.status === 404 || answer.status === 410) return { state: 'missing', url: found.url, text: '' };
    this.#assertReadable(answer, found.url);
    if (conditional && found.url.href === url.href) this.#remember(url, answer);
    return { state: 'found', url: found.url, text: decode(answer) };
  }

  #assertReadable({ status, headers }: HttpAnswer, url: URL): void {
    if (status === 401 || status === 403) throw new SourceError('refused', `${url.href} answered ${status}`);
    if (status !== 200) throw new SourceError('layout', `${url.href} answered ${status}`);
    const type = headers['content-type'] ?? '';
    if (!this.#options.contentType.test(type)) throw new SourceError('layout', `${url.href} is of type "${type}"`);
  }

  async #follow(start: URL, asked: Asked, headers: Readonly<Record<string, string>>) {
    let url = start;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      await this.#assertAllowed(url, asked);
      const answer = await this.#request(url, asked, headers);
      const target = URL.parse(answer.headers.location ?? '', url.href);
      if (![301, 302, 303, 307, 308].includes(answer.status) || !target) return { url, answer };
      url = target;
    }
    throw new SourceError('unavailable', `${start.href} redirects more than ${MAX_REDIRECTS} times`);
  }

  async #assertAllowed(url: URL, asked: Asked): Promise<void> {
    assertAllowedUrl(url, this.#options);
    if (this.#options.forbiddenPaths.some((path) => path.test(url.pathname))) {
      throw new SourceError('refused', `${url.pathname} is out of bounds`);
    }
    const { rules } = await this.#robotsOf(url, asked);
    if (!rules.allows(url)) throw new SourceError('refused', `robots.txt forbids ${url.pathname}`);
  }

  async #robotsOf(url: URL, asked: Asked): Promise<{ rules: RobotRules }> {
    const known = this.#robots.get(url.origin);
    if (known && this.#now() - known.readAt < ROBOTS_LIFE_MS) return known;
    const address = new URL('/robots.txt', url);
    const rules = readRobots(address, await this.#request(address, asked, {}), ROBOT_NAME);
    const read = { rules, readAt: this.#now() };
    this.#robots.set(url.origin, read);
    return read;
  }

  async #request(url: URL, asked: Asked, headers: Readonly<Record<string, string>>): Promise<HttpAnswer> {
    const { signal, urgency } = asked;
    await this.#pace.take(signal, urgency, this.#robots.get(url.origin)?.rules.crawlDelayMs);
    const answer = await this.#send(url, signal, headers);
    if (answer.status !== 429 && answer.status < 500) return answer;
    const retryAfter = answer.headers['retry-after'];
    if (answer.status === 429 || retryAfter !== undefined) this.#pace.hold(retryAfter);
    throw new SourceError('unavailable', `${url.href} answered ${answer.status}`);
  }

  async #send(url: URL, signal: AbortSignal, headers: Readonly<Record<string, string>>): Promise<HttpAnswer> {
    const { timeoutMs, maxBytes, allowPrivate } = this.#options;
    try {
      return await httpGet(url, {
        headers: { 'user-agent': USER_AGENT, 'accept-language': 'lv', ...headers },
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        maxBytes,
        allowPrivate,
      });
    } catch (error) {
      signal.throwIfAborted();
      const failure = error instanceof BodyTooLargeError ? 'layout' : 'unavailable';
      throw new SourceError(failure, `${url.href} could not be read`, { cause: error });
    } finally {
      this.#pace.done();
    }
  }

  #validatorOf(url: URL): Validator | undefined {
    const validator = this.#validators.get(url.href);
    return validator && this.#now() - validator.readAt < VALIDATOR_LIFE_MS ? validator : undefined;
  }

  #remember(url: URL, { headers }: HttpAnswer): void {
    const conditions = {
      ...(headers.etag ? { 'if-none-match': headers.etag } : {}),
      ...(headers['last-modified'] ? { 'if-modified-since': headers['last-modified'] } : {}),
    };
    this.#validators.delete(url.href);
    if (Object.keys(conditions).length === 0) return;
    this.#validators.set(url.href, { headers: conditions, readAt: this.#now() });
    const [oldest] = this.#validators.keys();
    if (this.#validators.size > MAX_VALIDATORS && oldest !== undefined) this.#validators.delete(oldest);
  }

  #now(): number {
    return this.#options.clock.now().getTime();
  }
}
