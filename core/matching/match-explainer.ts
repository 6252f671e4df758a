import type { EntityManager } from '@mikro-orm/postgresql';
import { Ad } from '../ads/ad.entity.ts';
import { factsOf } from '../ads/ad-facts.ts';
import type { AdFacts } from '../contracts/ad.ts';
import { NotFoundError } from '../errors.ts';
import { Filter } from '../filters/filter.entity.ts';
import { criteriaOf, matchableCriteria } from '../filters/filter-criteria.ts';
import { type AlertCircumstances, readCircumstances } from './alert-circumstances.ts';
import { explainMatch, type FieldCheck } from './matches.ts';

/** Never an entity that was read earlier in this run. */
const AS_STORED = { disableIdentityMap: true } as const;

/** A filter beside an ad; it matches when every check is ok. */
export interface ExplainedFilter {
  readonly filter: Filter;
  /** Groups of models stand in them as the user chose them. */
  readonly checks: readonly FieldCheck[];
}

export interface MatchExplanation extends ExplainedFilter {
  readonly ad: Ad;
  readonly circumstances: AlertCircumstances;
}

/** Says why a filter matches an ad, or not, on what is stored now. */
export class MatchExplainer {
  readonly #em: EntityManager;

  constructor(deps: { em: EntityManager }) {
    this.#em = deps.em;
  }

  /**
   * Any filter, active or not, beside any ad, and what else decides whether its user is told.
   * @throws NotFoundError `filter.notFound` or `ad.notFound`.
   */
  async explain(filterId: number, adId: number): Promise<MatchExplanation> {
    const filter = await this.#em.findOne(Filter, { id: filterId }, AS_STORED);
    if (!filter) throw new NotFoundError('filter.notFound');
    const ad = await this.#em.findOne(Ad, { id: adId }, AS_STORED);
    if (!ad) throw new NotFoundError('ad.notFound');
    const { id, userId, activatedRevision = null } = filter;
    const circumstances = await readCircumstances(this.#em, { id, userId, activatedRevision }, adId);
    return { ...explained(filter, factsOf(ad)), ad, circumstances };
  }

  /** Those of the filters that exist and are the user's own, the oldest first. */
  async explainOwn(userId: number, filterIds: readonly number[], facts: AdFacts): Promise<ExplainedFilter[]> {
    const where = { id: { $in: [...filterIds] }, userId };
    const filters = await this.#em.find(Filter, where, { ...AS_STORED, orderBy: { id: 'asc' } });
    return filters.map((filter) => explained(filter, facts));
  }
}

function explained(filter: Filter, facts: AdFacts): ExplainedFilter {
  const asked = criteriaOf(filter);
  return { filter, checks: explainMatch(matchableCriteria(asked), facts, asked) };
}
