import type { AlertView } from '#core/contracts/alerts.ts';
import type { OptionTexts } from '#core/i18n/car-names.ts';
import type { SentAlert } from '#core/notifications/sent-alerts.ts';
import { adView } from './ad-view.ts';

/** An alert that was sent, with its ad as it is now, named in the language of the texts. */
export function alertView({ ad, prices, filterNames, ...alert }: SentAlert, t: OptionTexts): AlertView {
  return {
    occasion: alert.occasion,
    oldPrice: alert.oldPrice,
    sentAt: alert.sentAt.toISOString(),
    filterNames: [...filterNames],
    hidden: alert.hidden,
    gone: ad.goneAt != null || ad.supersededAt != null,
    ad: adView(ad, prices, t),
  };
}
