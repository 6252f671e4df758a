import type { AdFacts } from '../contracts/ad.ts';

/** One ad as a list page shows it, normalised to our keys. */
export interface ListedAd extends AdFacts {
  /** The source's own row id, stable for the life of the ad. */
  readonly externalId: string;
  /** Address of the ad's own page. */
  readonly url: string;
  readonly title: string | null;
  /** Address of a photo, as large as the list allows. */
  readonly photo: string | null;
  /** When the source says it was posted. */
  readonly postedAt: Date | null;
}

/** What an ad's own page adds or corrects; a fact it does not state is null. */
export interface AdDetails extends AdFacts {
  readonly title: string | null;
  readonly photo: string | null;
  readonly postedAt: Date | null;
}

/** A row that could not be read: it is counted and skipped, never guessed. */
export interface BadRow {
  readonly externalId: string | null;
  readonly reason: string;
}

/**
 * So few rows may be bad all by themselves: one such ad in a section of its own must not stop the sweep. Where there are
 * more and not one is readable, the layout changed.
 */
export const FEW_ROWS = 2;

export interface ListPage {
  readonly ads: readonly ListedAd[];
  readonly badRows: readonly BadRow[];
  /** Values that have no key of ours, counted as `field:value`; the fact is null in the ad. */
  readonly unknownValues: Readonly<Record<string, number>>;
  /** Cursor of the next page; null at the end of the lists. */
  readonly next: string | null;
  /** The source answered that nothing changed since it was last read (`ads` is empty then). */
  readonly notModified: boolean;
}

export type AdPage = { readonly state: 'found'; readonly details: AdDetails } | { readonly state: 'gone' };

/**
 * `news`: somebody waits for it. `soon`: news that is asked for before its turn goes first. `backlog`: it may wait until
 * nothing else is asked, and has half of the budget.
 */
export type Urgency = 'news' | 'soon' | 'backlog';

/**
 * Port: a classifieds site we read. An implementation keeps no state of a run (the cursor is the caller's), waits
 * politely between requests and throws `SourceError` when a page cannot be had or understood.
 */
export interface AdSource {
  readonly id: string;
  /** Reads one list page, newest ads first; a null cursor is the first page. */
  fetchList(cursor: string | null, signal: AbortSignal): Promise<ListPage>;
  fetchAd(url: string, signal: AbortSignal, urgency: Urgency): Promise<AdPage>;
}

export type SourceFailure =
  /** No answer, a time-out or a 5xx: try again later. */
  | 'unavailable'
  /** The page came but has rows and no ads, or none of the marks of a list: the layout changed. An alarm. */
  | 'layout'
  /** Robots rules, the host allow-list or the request budget forbid the request. */
  | 'refused';

export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly failure: SourceFailure;
  constructor(failure: SourceFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
  }
}
