import type { AdEventKind } from '../ads/ad-event.entity.ts';
import type { AdPayload } from '../notifications/notification.entity.ts';

/** A price has to fall to this much of the lowest one told, before it is worth another message. */
const WORTH_TELLING_PERCENT = 97;

/** What an event says, as far as it decides who is told. */
export interface Occasion {
  readonly kind: AdEventKind;
  /** The ad's price in the matching snapshot. */
  readonly price: number | null;
  /** The price before it fell. */
  readonly oldPrice: number | null;
}

/** One user's filters that match the ad now and count for the event. */
export interface Interest {
  readonly filterIds: readonly number[];
  /** Those of them that did not match at the old price. */
  readonly newFilterIds: readonly number[];
}

/** An alert about the ad that the user got, is getting or will get: not one that was cancelled, expired or given up. */
export interface EarlierAlert {
  /** The event it told. */
  readonly subjectId: number;
  readonly waiting: boolean;
  readonly payload: AdPayload;
}

export type Decision =
  | { readonly act: 'alert'; readonly filterIds: readonly number[]; readonly payload: AdPayload }
  /** The alert that waits takes over what is new. */
  | {
      readonly act: 'absorb';
      readonly subjectId: number;
      readonly filterIds: readonly number[];
      readonly payload: AdPayload;
    }
  | { readonly act: 'nothing' };

const NOTHING: Decision = { act: 'nothing' };

/** Whether a user whose filters match is told about an event, given what they were told about the ad before. */
export function decideAlert(occasion: Occasion, interest: Interest, earlier: readonly EarlierAlert[]): Decision {
  if (earlier.length === 0) return firstAlert(occasion, interest);
  const waiting = earlier.filter((alert) => alert.waiting).sort((a, b) => a.subjectId - b.subjectId);
  const latest = waiting.at(-1);
  if (latest) return absorption(latest, occasion, interest);
  return occasion.kind === 'price_drop' ? priceDropAlert(occasion, interest, earlier) : NOTHING;
}

function firstAlert({ kind, price }: Occasion, interest: Interest): Decision {
  const filterIds = kind === 'price_drop' ? interest.newFilterIds : interest.filterIds;
  if (filterIds.length === 0) return NOTHING;
  return { act: 'alert', filterIds, payload: { occasion: 'new', price, oldPrice: null } };
}

/**
 * Filters that match only now are named beside those the alert names already: the latter may be switched off, or cease
 * to match, before it is sent.
 */
function absorption({ subjectId, payload }: EarlierAlert, { kind, price }: Occasion, interest: Interest): Decision {
  const tellsFall = payload.oldPrice === null || price === null || price < payload.oldPrice;
  const newer = kind === 'price_drop' && tellsFall ? { ...payload, price } : payload;
  return { act: 'absorb', subjectId, filterIds: interest.filterIds, payload: newer };
}

function priceDropAlert({ price, oldPrice }: Occasion, interest: Interest, earlier: readonly EarlierAlert[]): Decision {
  const told = lowestPrice(earlier) ?? oldPrice;
  if (price === null || told === null || price * 100 > told * WORTH_TELLING_PERCENT) return NOTHING;
  return {
    act: 'alert',
    filterIds: interest.filterIds,
    payload: { occasion: 'price_drop', price, oldPrice: told },
  };
}

function lowestPrice(earlier: readonly EarlierAlert[]): number | null {
  const prices = earlier.flatMap(({ payload }) => (payload.price === null ? [] : [payload.price]));
  return prices.length === 0 ? null : Math.min(...prices);
}
