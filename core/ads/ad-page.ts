import type { AdEventRow } from './ad-events.ts';
import { canonicalUrlKey, decide, fingerprint, type Update } from './ad-identity.ts';
import { storedFacts } from './ad-merge.ts';
import type { Authority, KnownAd, SeenAd } from './seen-ad.ts';

export interface PageContext {
  readonly authority: Authority;
  /** The page shows the newest ads first, so that its order tells which ads were renewed. */
  readonly newestFirst: boolean;
  /** Whether ads make events, and whether a new one's waits for its details. */
  readonly events: 'none' | 'held' | 'released';
  /** Whether new ads have a page of their own that is still to be read. */
  readonly detailsDone: boolean;
  /** When the run that reads the page began. */
  readonly seenAt: Date;
  /** Row ids of the page before: pages shift while they are read and show an ad twice. */
  readonly previous: ReadonlySet<string>;
}

/** An ad on its way through a page. */
export interface PlannedAd {
  /** As it is stored; `null`: this page brought it. */
  readonly before: KnownAd | null;
  after: KnownAd;
  seen: boolean;
  changed: boolean;
  renewed: boolean;
  /** A price was seen that was not known. */
  priced: boolean;
}

/** What one row of the page came to. */
interface Sighting {
  readonly ad: PlannedAd;
  readonly isNew: boolean;
  readonly changed: boolean;
  renewed: boolean;
  readonly fell: boolean;
  /** What it tells, if it tells anything. */
  readonly event: AdEventRow | null;
  /** Seen a moment ago: on this page or on the one before. */
  readonly repeated: boolean;
  /** The source dates it later than it did. */
  readonly redated: boolean;
}

export interface PagePlan {
  /** Every ad the page concerns: those it shows, and those that others took the place of. */
  readonly ads: readonly PlannedAd[];
  readonly sightings: readonly Sighting[];
}

/** The ads a page may concern, found by row id and by address, also after the page has changed them. */
class Shelf {
  readonly #ads = new Map<number, PlannedAd>();
  readonly #byKey = new Map<string, Set<PlannedAd>>();

  add(before: KnownAd | null, after: KnownAd): PlannedAd {
    const ad: PlannedAd = { before, after, seen: false, changed: false, renewed: false, priced: false };
    this.#ads.set(after.id, ad);
    this.file(ad);
    return ad;
  }

  at(id: number): PlannedAd {
    const ad = this.#ads.get(id);
    if (!ad) throw new Error(`ad ${id} does not concern the page`);
    return ad;
  }

  all(): readonly PlannedAd[] {
    return [...this.#ads.values()];
  }

  /** Again after its keys have changed; where it no longer belongs, `candidates` passes it over. */
  file(ad: PlannedAd): void {
    for (const key of [`id ${ad.after.externalId}`, `url ${ad.after.urlKey}`]) {
      const filed = this.#byKey.get(key);
      if (filed) filed.add(ad);
      else this.#byKey.set(key, new Set([ad]));
    }
  }

  /** The oldest first. */
  candidates(seen: SeenAd): readonly KnownAd[] {
    const urlKey = canonicalUrlKey(seen.url);
    const filed = [...(this.#byKey.get(`id ${seen.externalId}`) ?? []), ...(this.#byKey.get(`url ${urlKey}`) ?? [])];
    return [...new Set(filed)]
      .map(({ after }) => after)
      .filter((ad) => ad.externalId === seen.externalId || ad.urlKey === urlKey)
      .sort((a, b) => a.id - b.id);
  }
}

/** Title and photo may be shown only as long as the ad stands. */
function superseded(ad: KnownAd, seen: SeenAd): KnownAd {
  const externalId = ad.externalId === seen.externalId ? `${ad.externalId}~${ad.id}` : ad.externalId;
  return { ...ad, externalId, superseded: true, title: null, photo: null };
}

function newAd(seen: SeenAd, id: number, context: PageContext): KnownAd {
  return {
    ...seen,
    id,
    urlKey: canonicalUrlKey(seen.url),
    fingerprint: fingerprint(seen),
    detailsDone: context.detailsDone,
    newHeld: context.events === 'held',
    lastSeenAt: context.seenAt,
    gone: false,
    superseded: false,
  };
}

function isLater(a: Date | null, b: Date | null): boolean {
  return a !== null && b !== null && a > b;
}

/** Takes row id and address from the ads that stood there before. */
function supersede(shelf: Shelf, others: readonly KnownAd[], seen: SeenAd): void {
  for (const { id } of others) {
    const other = shelf.at(id);
    other.after = superseded(other.after, seen);
  }
}

/** The fall from the last known price, if there is one. A new ad whose event still waits tells it by that event. */
export function dropEvent(before: KnownAd, after: KnownAd): AdEventRow | null {
  if (before.newHeld || before.price === null || after.price === null || after.price >= before.price) return null;
  return { adId: before.id, kind: 'price_drop', oldPrice: before.price, price: after.price };
}

function sightKnown(
  shelf: Shelf,
  seen: SeenAd,
  { known, after, changed, price }: Update,
  context: PageContext,
): Sighting {
  const ad = shelf.at(known.id);
  const repeated = ad.seen || context.previous.has(seen.externalId);
  ad.after = after;
  ad.seen = true;
  ad.changed ||= changed;
  ad.priced ||= after.price !== known.price;
  shelf.file(ad);
  return {
    ad,
    isNew: false,
    changed,
    renewed: false,
    fell: price === 'fell',
    event: context.events === 'none' ? null : dropEvent(known, after),
    repeated,
    redated: isLater(seen.postedAt, known.postedAt),
  };
}

function sightNew(shelf: Shelf, seen: SeenAd, id: number, context: PageContext): Sighting {
  const ad = shelf.add(null, newAd(seen, id, context));
  ad.seen = true;
  ad.priced = seen.price !== null;
  return {
    ad,
    isNew: true,
    changed: true,
    renewed: false,
    fell: false,
    event: context.events === 'none' ? null : { adId: id, kind: 'new', oldPrice: null, price: seen.price },
    repeated: false,
    redated: false,
  };
}

/**
 * Marks the known ads that are back at the top. Lists only push ads down, so one that stands above an ad that is new, or
 * above one that was seen more recently than itself, was moved up since; so was one that is dated later than before.
 */
function markRenewed(sightings: readonly Sighting[], { newestFirst, seenAt }: PageContext): void {
  let newestBelow = Number.NEGATIVE_INFINITY;
  for (const sighting of sightings.toReversed()) {
    const { ad, isNew, repeated, redated } = sighting;
    const lastSeen = ad.after.lastSeenAt.getTime();
    sighting.renewed = redated || (newestFirst && !isNew && !repeated && lastSeen < newestBelow);
    ad.renewed ||= sighting.renewed;
    if (isNew) newestBelow = Number.POSITIVE_INFINITY;
    else if (lastSeen < seenAt.getTime()) newestBelow = Math.max(newestBelow, lastSeen);
  }
}

/**
 * Says what one list page changes in the store; reads and writes nothing.
 * @param known every stored ad with a row id or an address of the page, see `decide`.
 * @param nextId gives an id, above every known one, to each new ad.
 */
export function planPage(
  known: readonly KnownAd[],
  seen: readonly SeenAd[],
  context: PageContext,
  nextId: () => number,
): PagePlan {
  const shelf = new Shelf();
  for (const ad of known) shelf.add(ad, ad);
  const sightings = seen.map((row) => {
    const ad = { ...row, ...storedFacts(row) };
    const decision = decide(shelf.candidates(ad), ad, context.authority);
    supersede(shelf, decision.supersedes, ad);
    return decision.kind === 'insert'
      ? sightNew(shelf, ad, nextId(), context)
      : sightKnown(shelf, ad, decision, context);
  });
  markRenewed(sightings, context);
  return { ads: shelf.all(), sightings };
}

/** What became of the ads of a page, or of several. */
export interface PageCounts {
  /** Rows that were written: of new ads, and of known ones that changed in anything. */
  readonly stored: number;
  readonly new: number;
  readonly renewed: number;
  readonly priceDrops: number;
  readonly unchanged: number;
}

export function countsOf({ sightings }: PagePlan): PageCounts {
  const count = (is: (sighting: Sighting) => boolean) => sightings.filter(is).length;
  const stored = count(({ changed, renewed }) => changed || renewed);
  return {
    stored,
    new: count(({ isNew }) => isNew),
    renewed: count(({ renewed }) => renewed),
    priceDrops: count(({ fell }) => fell),
    unchanged: sightings.length - stored,
  };
}
