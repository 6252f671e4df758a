import type { ReadinessReason } from '../contracts/service.ts';
import type { DetailsService } from '../ingestion/details-service.ts';
import type { DeliveryService } from '../notifications/delivery-service.ts';

/** What the database cannot know of a process. */
export interface OwnSigns {
  /** Whether it sends what waits. */
  readonly sends: boolean;
  /** Whether the bot, or a send, found the token refused. */
  readonly isRefused: boolean;
  /** Since when none of the ads' own pages can be read; null: one could. */
  readonly adPagesUnreadableSince: Date | null;
}

interface OwnState {
  readonly leads: boolean;
  /** Whether it would send where it leads. */
  readonly sends: boolean;
  /** What the bot has run into. */
  readonly faults: readonly ReadinessReason[];
}

/** Of what it sends and reads a process knows as long as it leads; what it knew before may be over. */
export function ownSigns(
  core: { readonly delivery: DeliveryService; readonly details: DetailsService },
  { leads, sends, faults }: OwnState,
): OwnSigns {
  return {
    sends,
    isRefused: faults.includes('token.refused') || (leads && core.delivery.tokenRefused),
    adPagesUnreadableSince: leads ? core.details.unreadableSince : null,
  };
}
