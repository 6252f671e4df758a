import type { EntityManager } from '@mikro-orm/postgresql';
import type { AdFacts } from '../contracts/ad.ts';
import type { AlertRow } from '../notifications/outbox.ts';
import type { ClaimedEvent } from './ad-event-claim.ts';
import { decideAlert, type Interest } from './alert-decision.ts';
import { type Absorption, type EarlierAlerts, readEarlierAlerts } from './earlier-alerts.ts';
import type { MatchIndex } from './match-index.ts';
import { readAds } from './stored-ads.ts';
import { type FilterOwner, isEligible, readOwners } from './stored-filters.ts';

type PlannedAlert = Omit<AlertRow, 'dueAt' | 'expiresAt'>;

/** What becomes of a batch of events. */
interface BatchPlan {
  readonly alerts: PlannedAlert[];
  readonly absorptions: Absorption[];
}

/** An event with the filters it concerns, before it is known whose they are. */
interface Hits {
  readonly event: ClaimedEvent;
  readonly price: number | null;
  readonly filterIds: readonly number[];
  /** Those of them that matched at the old price too. */
  readonly before: ReadonlySet<number>;
}

/** Decides whom the events are told, at most one event of each ad, in the snapshot of the caller's transaction. */
export async function planBatch(
  em: EntityManager,
  events: readonly ClaimedEvent[],
  index: MatchIndex,
): Promise<BatchPlan> {
  const ads = await readAds(
    em,
    events.map((event) => event.adId),
  );
  const hits = events.flatMap((event) => {
    const ad = ads.get(event.adId);
    return ad ? [hitsOf(event, ad.facts, index)] : [];
  });
  const owners = await readOwners(em, new Set(hits.flatMap((hit) => hit.filterIds)));
  // A new ad is the first event of its ad, so nobody was told of it before.
  const earlier = await readEarlierAlerts(
    em,
    events.filter((event) => event.kind !== 'new').map((event) => event.adId),
  );
  const plan: BatchPlan = { alerts: [], absorptions: [] };
  for (const hit of hits) planEvent(hit, interestsOf(hit, owners), earlier, plan);
  return plan;
}

/** A fall that a later rise has undone concerns nobody. */
function hitsOf(event: ClaimedEvent, ad: AdFacts, index: MatchIndex): Hits {
  const { price } = ad;
  if (event.kind !== 'price_drop') return { event, price, filterIds: index.match(ad), before: new Set() };
  const { oldPrice } = event;
  if (price === null || oldPrice === null || price >= oldPrice)
    return { event, price, filterIds: [], before: new Set() };
  return { event, price, filterIds: index.match(ad), before: new Set(index.match({ ...ad, price: oldPrice })) };
}

/** By user: their filters among the hits that count for the event. */
function interestsOf({ event, filterIds, before }: Hits, owners: ReadonlyMap<number, FilterOwner>) {
  const byUser = new Map<number, { filterIds: number[]; newFilterIds: number[] }>();
  for (const id of filterIds) {
    const owner = owners.get(id);
    if (!owner || !isEligible(owner, event.releaseRevision)) continue;
    const interest = byUser.get(owner.userId) ?? { filterIds: [], newFilterIds: [] };
    interest.filterIds.push(id);
    if (!before.has(id)) interest.newFilterIds.push(id);
    byUser.set(owner.userId, interest);
  }
  return byUser;
}

function planEvent(
  { event, price }: Hits,
  interests: ReadonlyMap<number, Interest>,
  earlier: EarlierAlerts,
  plan: BatchPlan,
): void {
  const occasion = { kind: event.kind, price, oldPrice: event.oldPrice };
  for (const [userId, interest] of interests) {
    const decision = decideAlert(occasion, interest, earlier.get(event.adId)?.get(userId) ?? []);
    if (decision.act === 'nothing') continue;
    const { filterIds, payload } = decision;
    if (decision.act === 'alert') plan.alerts.push({ eventId: event.id, adId: event.adId, userId, filterIds, payload });
    else plan.absorptions.push({ subjectId: decision.subjectId, userId, filterIds, payload });
  }
}
