import type { MikroORM } from '@mikro-orm/postgresql';
import { Ad } from '#core/ads/ad.entity.ts';
import type { AdEventKind } from '#core/ads/ad-event.entity.ts';
import { factColumns } from '#core/ads/ad-facts.ts';
import type { AdFacts } from '#core/contracts/ad.ts';

/** An ad that says nothing. */
export const unknownCar: AdFacts = {
  brand: null,
  model: null,
  price: null,
  year: null,
  volume: null,
  mileage: null,
  engine: null,
  bodyType: null,
  color: null,
  area: null,
  gearBox: null,
  dealType: null,
  checkup: null,
  seller: null,
};

let lastAd = 0;

/** Stores an ad without an event, past all rules of identity. */
export async function anAd(orm: MikroORM, facts: Partial<AdFacts> = {}): Promise<number> {
  const em = orm.em.fork();
  lastAd += 1;
  const key = `ad-${lastAd}`;
  const ad = em.create(Ad, {
    source: 'test',
    externalId: key,
    url: `https://market.test/${key}`,
    urlKey: key,
    fingerprint: key,
    ...factColumns({ ...unknownCar, ...facts }),
    detailsState: 'done',
    firstSeenAt: new Date(),
    lastSeenAt: new Date(),
  });
  await em.flush();
  return ad.id;
}

/** Writes an event of the ad; released, with the filters of now, unless it is held. */
export async function anAdEvent(
  orm: MikroORM,
  adId: number,
  given: { kind?: AdEventKind; oldPrice?: number; price?: number; releasedAt?: Date; held?: boolean } = {},
): Promise<number> {
  const releasedAt = given.held ? null : (given.releasedAt ?? new Date());
  const [row] = await orm.em.fork().execute<{ id: string }[]>(
    `insert into ad_events (ad_id, kind, old_price, price, released_at, release_revision)
     values (?, ?, ?, ?, ?, case when ? then null else last_filter_revision() end) returning id`,
    [adId, given.kind ?? 'new', given.oldPrice ?? null, given.price ?? null, releasedAt, given.held ?? false],
  );
  return Number(row?.id);
}

/** The ad gets cheaper: its price now, and the event. */
export async function aPriceDrop(orm: MikroORM, adId: number, price: number): Promise<number> {
  const [row] = await orm.em
    .fork()
    .execute<{ old: number }[]>(
      'update ads set price = ? from ads old where ads.id = ? and old.id = ads.id returning old.price as old',
      [price, adId],
    );
  return anAdEvent(orm, adId, { kind: 'price_drop', oldPrice: row?.old ?? price + 1, price });
}
