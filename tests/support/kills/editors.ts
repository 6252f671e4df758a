import { setTimeout as moment, setInterval as ticks } from 'node:timers/promises';
import type { Core } from '#core/context.ts';
import type { FilterInput } from '#core/contracts/filter.ts';
import { DomainError, NotFoundError } from '#core/errors.ts';
import { Filter } from '#core/filters/filter.entity.ts';
import { criteriaColumns, criteriaOf } from '#core/filters/filter-criteria.ts';
import { type RandomStream, Weighted } from '#tools/bench/matching/random-stream.ts';
import { createWorkload, type Workload } from '#tools/bench/matching/workload.ts';
import { OPERATOR } from '../actors.ts';
import { wishOf } from './market.ts';

const PACE_MS = 25;

type Edit = 'create' | 'change' | 'switch' | 'rename' | 'remove' | 'role' | 'depart';
const EDITS = new Weighted<Edit>(
  ['create', 'change', 'switch', 'rename', 'remove', 'role', 'depart'],
  [170, 380, 230, 100, 80, 36, 4],
);

/** What was done, and what the rules refused. */
export type Edits = Record<Edit | 'refused', number>;

/** Users with filters, most of them active, past the doors: what is told of starts after them. */
export async function settleUsers(
  core: Core,
  seed: number,
  random: RandomStream,
  size: { users: number; each: number },
) {
  const workload = createWorkload(seed);
  const em = core.orm.em.fork();
  const users = await em.execute<{ id: string }[]>(
    `insert into users (telegram_id, first_name, role, language)
     select 800000 + n, 'Anna', 'advanced', 'lv' from generate_series(1, ?) n returning id`,
    [size.users],
  );
  const rows = users.flatMap(({ id }) =>
    Array.from({ length: size.each }, (_, n) => ({
      ...{ userId: Number(id), name: `filter ${n}`, nameKey: `filter ${n}`, editedAt: core.clock.now() },
      ...criteriaColumns(wishOf(workload, random)),
      active: random.chance(85),
    })),
  );
  await em.insertMany(Filter, rows);
  // So many revisions that the log is shortened while the test runs.
  await em.execute(
    "insert into filter_changes select nextval('filter_revision_seq'), 0 from generate_series(1, 12000)",
  );
  return users.map(({ id }) => Number(id));
}

/** Somebody who changes filters of all users at a steady pace, each change by the product's own door. */
export class Editor {
  readonly edits: Edits = { create: 0, change: 0, switch: 0, rename: 0, remove: 0, role: 0, depart: 0, refused: 0 };
  readonly #core: Core;
  readonly #users: readonly number[];
  readonly #random: RandomStream;
  readonly #workload: Workload;
  #names = 0;

  constructor(core: Core, users: readonly number[], seed: number, random: RandomStream) {
    this.#core = core;
    this.#users = users;
    this.#random = random;
    this.#workload = createWorkload(seed);
  }

  async work(signal: AbortSignal): Promise<void> {
    for await (const _ of ticks(PACE_MS)) {
      if (signal.aborted) return;
      await this.#editOnce();
    }
  }

  async #editOnce(): Promise<void> {
    const edit = EDITS.draw(this.#random);
    const userId = this.#users[this.#random.whole(0, this.#users.length - 1)] as number;
    try {
      await this.#core.run(() => (this.#random.chance(25) ? this.#slowly(edit, userId) : this.#do(edit, userId)));
      this.edits[edit] += 1;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.edits.refused += 1;
    }
  }

  /** A while lies between the change and its commit, in which others may come first. */
  #slowly(edit: Edit, userId: number): Promise<unknown> {
    return this.#core.orm.em.transactional(async () => {
      await this.#do(edit, userId);
      await moment(this.#random.whole(5, 80));
    });
  }

  async #do(edit: Edit, userId: number): Promise<unknown> {
    const { filters } = this.#core;
    if (edit === 'role') return this.#changeRole(userId);
    if (edit === 'depart') return this.#core.accountDeletion.deleteAccount(userId);
    if (edit === 'create') return filters.create(userId, this.#input(`new ${this.#nextName()}`));
    const filter = await this.#pickFilter(userId);
    const active = filter.active ? 1 : 0;
    if (edit === 'remove') return filters.remove(userId, filter.id);
    if (edit === 'switch') return filters.setActive(userId, filter.id, !filter.active);
    if (edit === 'change') return filters.update(userId, filter.id, { ...this.#input(filter.name), active });
    return filters.update(userId, filter.id, {
      ...filterInput(filter),
      filterName: `name ${this.#nextName()}`,
      active,
    });
  }

  /** Down, which switches filters off, and up again. */
  #changeRole(userId: number): Promise<unknown> {
    const { userRoles } = this.#core;
    return this.#random.chance(50)
      ? userRoles.demote(OPERATOR, userId, this.#random.chance(80) ? 'basic' : 'user')
      : userRoles.promote(OPERATOR, userId, 'advanced');
  }

  async #pickFilter(userId: number): Promise<Filter> {
    const filters = await this.#core.filters.list(userId);
    const filter = filters[this.#random.whole(0, filters.length - 1)];
    if (!filter) throw new NotFoundError('filter.notFound');
    return filter;
  }

  #input(filterName: string): FilterInput {
    return { ...wishOf(this.#workload, this.#random), filterName, active: 1 };
  }

  #nextName(): number {
    this.#names += 1;
    return this.#names;
  }
}

/** A stored filter as a form sends it. */
function filterInput(filter: Filter): FilterInput {
  return { ...criteriaOf(filter), filterName: filter.name, active: filter.active ? 1 : 0 };
}
