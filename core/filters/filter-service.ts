import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { isKnownBrand, isKnownModel } from '../catalog/brands.ts';
import { ALL } from '../catalog/options.ts';
import type { Clock } from '../clock.ts';
import { dateFault, type FilterInput, MAX_FILTERS } from '../contracts/filter.ts';
import type { FilterCriteria } from '../contracts/filter-criteria.ts';
import { filterNameKey } from '../contracts/filter-name.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { activeFilterLimit, canActivate } from '../limits/limits.ts';
import { Filter } from './filter.entity.ts';
import { criteriaColumns, criteriaOf } from './filter-criteria.ts';

/** The stored position of the switch, told with a refused save so that the form can follow it. */
interface Stored {
  readonly active?: 0 | 1;
}

/** The role allows no filters at all. */
class FilterNotAllowedError extends ForbiddenError {
  constructor() {
    super('filter.notAllowed');
  }
}

/** Another filter must be switched off first, or the role changed. */
class ActiveFilterLimitReachedError extends InvalidInputError {
  constructor(limit: number) {
    super('filter.limitReached', { active: 0, limit });
  }
}

class FilterNameTakenError extends InvalidInputError {
  constructor(stored: Stored) {
    super('filter.nameTaken', { field: 'filterName', ...stored });
  }
}

interface FilterDeps {
  readonly em: EntityManager;
  readonly clock: Clock;
}

/** A user's saved searches, and the rules of how many may be stored and active. */
export class FilterService {
  readonly #em: EntityManager;
  readonly #clock: Clock;

  constructor(deps: FilterDeps) {
    this.#em = deps.em;
    this.#clock = deps.clock;
  }

  /** The user's filters, the oldest first. */
  list(userId: number): Promise<Filter[]> {
    return this.#em.find(Filter, { userId }, { orderBy: { id: 'asc' }, refresh: true });
  }

  /** @throws NotFoundError filter.notFound, also when the filter is somebody else's */
  get(userId: number, id: number): Promise<Filter> {
    return findFilter(this.#em, userId, id);
  }

  activeCount(userId: number): Promise<number> {
    return this.#em.count(Filter, { userId, active: true });
  }

  /**
   * Refuses criteria that `create` would refuse, too. A month that has passed may stay where one of the user's filters
   * stores it, as it may be that filter that is being edited.
   */
  async assertPossible(userId: number, criteria: FilterCriteria): Promise<void> {
    const { checkupMonth } = criteriaColumns(criteria);
    const isStored = checkupMonth !== null && (await this.#em.count(Filter, { userId, checkupMonth })) > 0;
    this.#check(criteria, isStored ? criteria : undefined);
  }

  /** Stores a filter; at the limit of active ones it is stored switched off, which the notice says. */
  async create(
    userId: number,
    input: FilterInput,
  ): Promise<{ filter: Filter; notice: 'filter.createdInactive' | null }> {
    this.#check(input);
    return this.#locked(userId, async (em, role) => {
      if (activeFilterLimit(role) === 0) throw new FilterNotAllowedError();
      const { total, active: activeCount } = await countFilters(em, userId);
      if (total >= MAX_FILTERS) throw new InvalidInputError('filter.tooMany', { max: MAX_FILTERS });
      const active = input.active === 1 && canActivate({ role, activeCount, alreadyActive: false });
      const filter = em.create(Filter, { userId, active, ...this.#columns(input) });
      await flush(em, {});
      return { filter, notice: input.active === 1 && !active ? 'filter.createdInactive' : null };
    });
  }

  /** @throws ActiveFilterLimitReachedError when the filter is to be switched on beyond the limit */
  update(userId: number, id: number, input: FilterInput): Promise<Filter> {
    return this.#locked(userId, async (em, role) => {
      const filter = await findFilter(em, userId, id);
      const stored: Stored = { active: filter.active ? 1 : 0 };
      this.#check(input, criteriaOf(filter), stored);
      if (input.active === 1) await assertCanActivate(em, filter, role);
      Object.assign(filter, this.#columns(input), { active: input.active === 1 });
      await flush(em, stored);
      return filter;
    });
  }

  /** Switches a filter on or off; it may be so already. @throws ActiveFilterLimitReachedError */
  setActive(userId: number, id: number, active: boolean): Promise<Filter> {
    return this.#locked(userId, async (em, role) => {
      const filter = await findFilter(em, userId, id);
      if (filter.active === active) return filter;
      if (active) await assertCanActivate(em, filter, role);
      Object.assign(filter, { active, editedAt: this.#clock.now() });
      return filter;
    });
  }

  /** @throws NotFoundError filter.notFound */
  remove(userId: number, id: number): Promise<void> {
    return this.#locked(userId, async (em) => {
      const removed = await em.nativeDelete(Filter, { id, userId });
      if (removed === 0) throw new NotFoundError('filter.notFound');
    });
  }

  /**
   * One writer at a time for each user, so that two tabs cannot both take the last place. The ORM's own lock would be
   * `for update`, which also blocks the foreign keys that point at the user.
   */
  #locked<T>(userId: number, work: (em: EntityManager, role: string) => Promise<T>): Promise<T> {
    return this.#em.transactional(
      async (em) => {
        const lock = 'select role from users where id = ? for no key update';
        const [user] = await em.execute<{ role: string }[]>(lock, [userId]);
        if (!user) throw new NotFoundError('user.notFound');
        return work(em, user.role);
      },
      // A refused change must not stay behind in the caller's entities.
      { clear: true },
    );
  }

  #columns(input: FilterInput) {
    return {
      name: input.filterName,
      nameKey: filterNameKey(input.filterName),
      ...criteriaColumns(input as FilterCriteria),
      editedAt: this.#clock.now(),
    };
  }

  /** What the schema of the input cannot know: the catalogue and the calendar. */
  #check(input: FilterCriteria, before?: FilterCriteria, stored: Stored = {}): void {
    const { carBrand, carModel } = input;
    if (carBrand !== ALL && !isKnownBrand(carBrand))
      throw new InvalidInputError('filter.brandUnknown', { field: 'carBrand', ...stored });
    if (!carModel.every((model) => isKnownModel(carBrand, model)))
      throw new InvalidInputError('filter.modelUnknown', { field: 'carModel', ...stored });
    const fault = dateFault(input, this.#clock.now(), before);
    if (fault) throw new InvalidInputError(fault.code, { field: fault.field, ...stored });
  }
}

async function findFilter(em: EntityManager, userId: number, id: number): Promise<Filter> {
  const filter = await em.findOne(Filter, { id, userId }, { refresh: true });
  if (!filter) throw new NotFoundError('filter.notFound');
  return filter;
}

async function countFilters(em: EntityManager, userId: number): Promise<{ total: number; active: number }> {
  const [counts] = await em.execute<{ total: number; active: number }[]>(
    'select count(*)::int as total, count(*) filter (where active)::int as active from filters where user_id = ?',
    [userId],
  );
  return counts ?? { total: 0, active: 0 };
}

async function assertCanActivate(em: EntityManager, filter: Filter, role: string): Promise<void> {
  const { active: activeCount } = await countFilters(em, filter.userId);
  if (!canActivate({ role, activeCount, alreadyActive: filter.active }))
    throw new ActiveFilterLimitReachedError(activeFilterLimit(role));
}

async function flush(em: EntityManager, stored: Stored): Promise<void> {
  try {
    await em.flush();
  } catch (error) {
    const constraint = error instanceof UniqueConstraintViolationException && 'constraint' in error && error.constraint;
    throw constraint === 'filters_user_id_name_key_unique' ? new FilterNameTakenError(stored) : error;
  }
}
