import type { EntityManager } from '@mikro-orm/postgresql';
import { Ad } from '../ads/ad.entity.ts';
import { AdEvent } from '../ads/ad-event.entity.ts';
import { factsOf } from '../ads/ad-facts.ts';
import { Filter } from '../filters/filter.entity.ts';
import type { AlertContent } from './message-sender.ts';
import type { AdPayload } from './notification.entity.ts';
import type { WaitingAlert } from './send-plan.ts';

/** Never an entity that was read earlier in this run. */
const AS_STORED = { disableIdentityMap: true } as const;

/** The alerts as they are to be told, in the same order; null for one that has lost its point. */
export async function alertContents(
  em: EntityManager,
  alerts: readonly WaitingAlert[],
): Promise<(AlertContent | null)[]> {
  if (alerts.length === 0) return [];
  const drops = alerts.filter((alert) => alert.payload.occasion === 'price_drop');
  const ads = byId(await em.find(Ad, { id: alerts.map((alert) => alert.adId) }, AS_STORED));
  const events = byId(await em.find(AdEvent, { id: drops.map((alert) => alert.subjectId) }, AS_STORED));
  const filters = byId(await em.find(Filter, { id: alerts.flatMap((alert) => alert.filterIds) }, AS_STORED));
  return alerts.map((alert) => {
    const ad = ads.get(alert.adId);
    const told = ad && currentPrice(alert.payload, ad.price ?? null);
    if (!told) return null;
    const firstKnown = ad.postedAt ?? ad.firstSeenAt;
    return {
      adId: ad.id,
      url: ad.url,
      title: ad.title ?? null,
      photo: ad.photo ?? null,
      facts: { ...factsOf(ad), price: told.price },
      since: told.occasion === 'price_drop' ? (events.get(alert.subjectId)?.createdAt ?? firstKnown) : firstKnown,
      ...told,
      filters: alert.filterIds.flatMap((id) => {
        const filter = filters.get(id);
        return filter ? [{ id, name: filter.name }] : [];
      }),
    };
  });
}

/** An alert tells the price of the moment it goes out; a drop that was taken back meanwhile is none. */
function currentPrice(payload: AdPayload, price: number | null): AdPayload | null {
  const { occasion, oldPrice } = payload;
  const told = { occasion, price: price ?? payload.price, oldPrice };
  const risen = occasion === 'price_drop' && oldPrice !== null && told.price !== null && told.price >= oldPrice;
  return risen ? null : told;
}

const byId = <T extends { id: number }>(rows: readonly T[]) => new Map(rows.map((row) => [row.id, row]));
