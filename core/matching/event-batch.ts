import { setImmediate } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { AdFacts } from '../contracts/ad.ts';
import { freshUntil } from '../notifications/outbox.ts';
import type { AlertRow } from '../notifications/store-alerts.ts';
import type { ClaimedEvent } from './ad-event-claim.ts';
import { decideAlert, type Interest } from './alert-decision.ts';
import { type Absorption, type EarlierAlerts, readEarlierAlerts } from './earlier-alerts.ts';
import { type FilterOwners, NOBODY } from './filter-owners.ts';
import type { MatchIndex } from './match-index.ts';

/** What becomes of a batch of events. */
interface BatchPlan {
  readonly alerts: AlertRow[];
  readonly absorptions: Absorption[];
}

/** The active filters of the snapshot. */
interface ActiveFilters {
  readonly index: MatchIndex;
  readonly owners: FilterOwners;
}

/**
 * Decides whom the events are told, at most one event of each ad, in the snapshot of the caller's transaction.
 * @param now when what is told becomes due. It is as fresh as its event: of one that has waited for a day, nobody hears.
 */
export async function planBatch(
  em: EntityManager,
  events: readonly ClaimedEvent[],
  filters: ActiveFilters,
  now: Date,
): Promise<BatchPlan> {
  const plan: BatchPlan = { alerts: [], absorptions: [] };
  for (const event of events) {
    // A new ad is the first event of its ad, so nobody was told of it before.
    const earlier = event.kind === 'new' ? NOBODY_TOLD : await readEarlierAlerts(em, event.adId);
    planEvent(event, interestsIn(event, filters), earlier, { plan, dueAt: now });
    // Among a million filters an ad takes milliseconds: requests get their turn between two of them.
    if (events.length > 1) await setImmediate();
  }
  return plan;
}

/** By user: their filters that match and count for the event. */
function interestsIn(event: ClaimedEvent, { index, owners }: ActiveFilters): ReadonlyMap<number, Interest> {
  const byUser = new Map<number, { filterIds: number[]; newFilterIds: number[] }>();
  const { ad, releaseRevision } = event;
  if (event.kind === 'price_drop' && !isCheaper(event)) return byUser;
  const before = event.kind === 'price_drop' ? new Set(index.match(priceBefore(event))) : NONE;
  for (const id of index.match(ad)) {
    const userId = owners.ownerAt(id, releaseRevision);
    if (userId === NOBODY) continue;
    const interest = byUser.get(userId) ?? { filterIds: [], newFilterIds: [] };
    interest.filterIds.push(id);
    if (!before.has(id)) interest.newFilterIds.push(id);
    byUser.set(userId, interest);
  }
  // Users see their filters in the order in which they made them; the index knows none.
  for (const { filterIds, newFilterIds } of byUser.values()) {
    filterIds.sort(ascending);
    newFilterIds.sort(ascending);
  }
  return byUser;
}

const ascending = (a: number, b: number) => a - b;

const NONE: ReadonlySet<number> = new Set();
const NOBODY_TOLD: EarlierAlerts = new Map();

/** A fall that a later rise has undone concerns nobody. */
function isCheaper({ ad, oldPrice }: ClaimedEvent): boolean {
  return ad.price !== null && oldPrice !== null && ad.price < oldPrice;
}

function priceBefore({ ad, oldPrice }: ClaimedEvent): AdFacts {
  return { ...ad, price: oldPrice };
}

function planEvent(
  event: ClaimedEvent,
  interests: ReadonlyMap<number, Interest>,
  earlier: EarlierAlerts,
  { plan, dueAt }: { plan: BatchPlan; dueAt: Date },
): void {
  const { id: eventId, adId, kind, ad, oldPrice } = event;
  const occasion = { kind, price: ad.price, oldPrice };
  const expiresAt = freshUntil(event.releasedAt);
  for (const [userId, interest] of interests) {
    const decision = decideAlert(occasion, interest, earlier.get(userId) ?? []);
    if (decision.act === 'nothing') continue;
    const { filterIds, payload } = decision;
    if (decision.act === 'alert') plan.alerts.push({ eventId, adId, userId, filterIds, payload, dueAt, expiresAt });
    else plan.absorptions.push({ subjectId: decision.subjectId, userId, filterIds, payload });
  }
}
