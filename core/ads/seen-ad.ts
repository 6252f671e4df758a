import type { AdFacts } from '../contracts/ad.ts';

/** What an ad's own page says; `null` where it says nothing. */
export interface SeenDetails extends AdFacts {
  readonly title: string | null;
  readonly photo: string | null;
  readonly postedAt: Date | null;
}

/** An ad as a list of its source shows it. */
export interface SeenAd extends SeenDetails {
  /** The source's own row id. */
  readonly externalId: string;
  readonly url: string;
}

/** Who speaks: a row of a list, which is coarse, or a record that states every fact. */
export type Authority = 'list' | 'record';

/** A stored ad, as far as identity and changes are concerned. */
export interface KnownAd extends SeenAd {
  readonly id: number;
  readonly urlKey: string;
  /** What the lists said of the car, completed by its own page where they were silent. */
  readonly fingerprint: string;
  /** No page is left to be read for the facts. */
  readonly detailsDone: boolean;
  /** The event of the new ad waits for the details. */
  readonly newHeld: boolean;
  readonly lastSeenAt: Date;
  readonly gone: boolean;
  readonly superseded: boolean;
}
