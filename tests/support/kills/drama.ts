import { setTimeout as moment } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import { vi } from 'vitest';
import type { RandomStream } from '#tools/bench/matching/random-stream.ts';
import type { AdStream } from './market.ts';
import type { Replica, Replicas } from './replicas.ts';

const WITHIN = { timeout: 60_000, interval: 20 };
/** More than this much work in hand would only make the test longer. */
const MOST_WAITING = 300;
const A_MOMENT_MS = 10;

/**
 * `pause` stops the leader inside a transaction and wakes it when another leads and works; `long pause` only when the
 * database has ended that transaction, so that others may have matched what it held.
 */
export type Deed = 'kill leader' | 'kill standby' | 'kill both' | 'pause' | 'long pause';

/** What happens to the services while ads come out: one deed after the other, each at some moment of their work. */
export class Drama {
  /** Milliseconds from the end, or the stop, of a leader to the next one. */
  readonly takeovers = { killed: [] as number[], paused: [] as number[] };
  /** Leaders that were stopped, and when they were woken, in milliseconds since 1970. */
  readonly woken: { readonly name: string; readonly at: number }[] = [];
  readonly #orm: MikroORM;
  readonly #replicas: Replicas;
  readonly #stream: AdStream;
  readonly #random: RandomStream;

  constructor(orm: MikroORM, replicas: Replicas, stream: AdStream, random: RandomStream) {
    this.#orm = orm;
    this.#replicas = replicas;
    this.#stream = stream;
    this.#random = random;
  }

  /** Leaders that are to kill themselves do so first. */
  async play(deed: Deed): Promise<void> {
    let leader = await this.#replicas.leader();
    while (leader.fate !== 'none') {
      await this.#letDie(leader);
      leader = await this.#replicas.leader();
    }
    if (deed === 'pause' || deed === 'long pause') await this.#pause(leader, deed === 'long pause');
    else await this.#kill(leader, deed);
    await this.#replicas.standing();
  }

  /** Waits until every released event is matched, and none is held. */
  async drain(): Promise<void> {
    await this.#stream.finish();
    await vi.waitFor(async () => {
      const left = await this.#count('select count(*)::int as n from ad_events where matched_at is null');
      if (left > 0) throw new Error(`${left} events are not matched`);
    }, WITHIN);
  }

  async #kill(leader: Replica, deed: Deed): Promise<void> {
    const work = this.#storePages(6);
    await moment(this.#random.whole(0, 300));
    const victims = this.#replicas.alive.filter(
      (replica) => deed === 'kill both' || (replica === leader) === (deed === 'kill leader'),
    );
    for (const victim of victims) this.#replicas.kill(victim);
    const next = deed === 'kill leader' ? this.#takeOver(leader) : null;
    await Promise.all([work, next, ...victims.map((victim) => victim.ended)]);
  }

  async #letDie(leader: Replica): Promise<void> {
    const next = this.#takeOver(leader);
    while (this.#replicas.alive.includes(leader)) await this.#storePages(1);
    await next;
    await this.#replicas.standing();
  }

  async #pause(leader: Replica, long: boolean): Promise<void> {
    const { at, work } = await this.#stopInWork(leader);
    const [next] = await Promise.all([this.#successor(leader, at), work]);
    await this.#workBy(next);
    if (long) await this.#endOfClaim(leader);
    this.woken.push({ name: leader.name, at: Date.now() });
    leader.child.kill('SIGCONT');
    await this.#storePages(2);
  }

  /** A signal that comes between two transactions would prove little, so it is sent until one is caught. */
  async #stopInWork(leader: Replica): Promise<{ at: number; work: Promise<void> }> {
    for (;;) {
      const work = this.#storePages(2);
      await moment(this.#random.whole(0, 150));
      leader.child.kill('SIGSTOP');
      const at = performance.now();
      if (await this.#replicas.holdsClaim(leader)) return { at, work };
      leader.child.kill('SIGCONT');
      await work;
    }
  }

  async #successor(paused: Replica, since: number): Promise<Replica> {
    const next = await this.#replicas.leader(paused);
    this.takeovers.paused.push(performance.now() - since);
    return next;
  }

  /** Until a new leader has matched something, or has died of it. */
  async #workBy(leader: Replica): Promise<void> {
    await this.#storePages(2);
    await vi.waitFor(async () => {
      const done = await this.#count('select count(*)::int as n from history.marks where matcher = ?', [leader.name]);
      if (done === 0 && this.#replicas.alive.includes(leader)) throw new Error(`${leader.name} leads without work`);
    }, WITHIN);
  }

  async #endOfClaim(paused: Replica): Promise<void> {
    await vi.waitFor(async () => {
      if (await this.#replicas.holdsClaim(paused)) throw new Error(`${paused.name} still holds its claim`);
    }, WITHIN);
  }

  async #takeOver(leader: Replica): Promise<void> {
    const ended = await leader.ended;
    await this.#replicas.leader(leader);
    this.takeovers.killed.push(performance.now() - ended);
  }

  /** None while there is more than enough to do. */
  async #storePages(count: number): Promise<void> {
    for (let page = 0; page < count; page += 1) {
      const waiting = await this.#count('select count(*)::int as n from ad_events where matched_at is null');
      if (waiting < MOST_WAITING) await this.#stream.storePage();
      else await moment(A_MOMENT_MS);
    }
  }

  async #count(query: string, params: unknown[] = []): Promise<number> {
    const [row] = await this.#orm.em.fork().execute<{ n: number }[]>(query, params);
    return row?.n ?? 0;
  }
}
