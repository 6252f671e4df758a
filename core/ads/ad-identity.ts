import type { AdFacts } from '../contracts/ad.ts';
import { looksSame, mergeListed, priceChange } from './ad-merge.ts';
import type { Authority, KnownAd, SeenAd } from './seen-ad.ts';

/** A seen ad is a stored one. */
export interface Update {
  readonly kind: 'update';
  readonly known: KnownAd;
  readonly after: KnownAd;
  /** A fact, the title or the photo differs, or the ad is back; new keys alone are no change. */
  readonly changed: boolean;
  readonly price: 'same' | 'fell' | 'rose';
  readonly supersedes: readonly KnownAd[];
}

/** A car never seen before; what it supersedes holds its row id or its address. */
interface Insert {
  readonly kind: 'insert';
  readonly supersedes: readonly KnownAd[];
}

/**
 * The address of an ad without what may differ between two visits: scheme, `www` or `m`, the name of the site (ss.com is
 * ss.lv), its language, and the query of a page that is named by its path (`….html`); elsewhere the query names the ad.
 */
export function canonicalUrlKey(url: string): string {
  const { host, pathname, search } = new URL(url);
  const site = host.replace(/^(?:www|m)\./, '').replace(/^ss\.com$/, 'ss.lv');
  const path = pathname.replace(/^\/msg\/(?:lv|ru)\//, '/msg/');
  return site + path + (path.endsWith('.html') ? '' : search);
}

type Part = string | number | null;

/** Brand, model, year, engine and volume (in decilitres) as one text. */
export function fingerprint(facts: AdFacts): string {
  const volume = facts.volume === null ? null : Math.round(facts.volume * 10);
  return JSON.stringify([facts.brand, facts.model, facts.year, facts.engine, volume]);
}

function partsOf(text: string): readonly Part[] {
  return JSON.parse(text) as Part[];
}

/** A part that one side does not know says nothing; one that differs is another car. */
export function isSameCar(known: string, seen: string): boolean {
  const others = partsOf(seen);
  return partsOf(known).every((part, index) => part === null || others[index] === null || part === others[index]);
}

/** The known parts, with the seen ones where nothing was known. */
export function completeFingerprint(known: string, seen: string): string {
  const others = partsOf(seen);
  return JSON.stringify(partsOf(known).map((part, index) => part ?? others[index] ?? null));
}

/** A living ad before one that was superseded, the row id before the address, the latest before the older. */
function bestOf(ads: readonly KnownAd[], externalId: string): KnownAd | undefined {
  const score = (ad: KnownAd) => (ad.superseded ? 0 : 2) + (ad.externalId === externalId ? 1 : 0);
  return ads.reduce<KnownAd | undefined>((best, ad) => (best && score(best) > score(ad) ? best : ad), undefined);
}

function updated(known: KnownAd, seen: SeenAd, authority: Authority): KnownAd {
  const urlKey = canonicalUrlKey(seen.url);
  return {
    ...mergeListed(known, seen, authority),
    externalId: seen.externalId,
    url: urlKey === known.urlKey ? known.url : seen.url,
    urlKey,
    fingerprint: completeFingerprint(known.fingerprint, fingerprint(seen)),
    gone: false,
    superseded: false,
  };
}

/**
 * Says which stored ad a seen ad is, and which others cannot be on offer any more as it took their row id or address.
 * @param candidates every stored ad with that row id or address, the oldest first. Those that were superseded count,
 *   too: a car once known is never new again, so that an old page read once more brings nothing.
 */
export function decide(candidates: readonly KnownAd[], seen: SeenAd, authority: Authority): Insert | Update {
  const seenCar = fingerprint(seen);
  const known = bestOf(
    candidates.filter((ad) => isSameCar(ad.fingerprint, seenCar)),
    seen.externalId,
  );
  const supersedes = candidates.filter((ad) => ad !== known && (!ad.superseded || ad.externalId === seen.externalId));
  if (!known) return { kind: 'insert', supersedes };
  const after = updated(known, seen, authority);
  const changed = known.gone || known.superseded || !looksSame(known, after);
  return { kind: 'update', known, after, changed, price: priceChange(known.price, after.price), supersedes };
}
