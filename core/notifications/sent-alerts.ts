import type { EntityManager } from '@mikro-orm/postgresql';
import { Ad } from '../ads/ad.entity.ts';
import { type KnownPrice, readPrices } from '../ads/ad-prices.ts';
import type { AdPayload } from './notification.entity.ts';

/** As many as a page shows. */
const LATEST = 50;

/** An alert that reached its user. */
export interface SentAlert {
  readonly occasion: AdPayload['occasion'];
  /** The price before it fell, in whole euros. */
  readonly oldPrice: number | null;
  readonly sentAt: Date;
  /** The filters that matched, as far as they still exist. */
  readonly filterNames: readonly string[];
  /** The user does not want to hear of the ad again. */
  readonly hidden: boolean;
  /** As it is now, with its prices, the oldest first. */
  readonly ad: Ad;
  readonly prices: readonly KnownPrice[];
}

interface AlertRow {
  readonly ad_id: string;
  readonly payload: AdPayload;
  readonly sent_at: string;
  readonly filter_names: string[];
  readonly hidden: boolean;
}

/** What users were told of ads. */
export class SentAlerts {
  readonly #em: EntityManager;

  constructor(deps: { em: EntityManager }) {
    this.#em = deps.em;
  }

  /** The user's latest alerts, the newest first. */
  async latest(userId: number): Promise<SentAlert[]> {
    const rows = await this.#read(userId);
    const adIds = [...new Set(rows.map((row) => Number(row.ad_id)))];
    const ads = await this.#em.find(Ad, { id: { $in: adIds } }, { disableIdentityMap: true });
    const prices = await readPrices(this.#em, adIds);
    const byId = new Map(ads.map((ad) => [ad.id, ad]));
    return rows.flatMap(({ payload, ...row }) => {
      const ad = byId.get(Number(row.ad_id));
      if (!ad) return [];
      const { occasion, oldPrice } = payload;
      const known = { filterNames: row.filter_names, hidden: row.hidden, prices: prices.get(ad.id) ?? [] };
      return [{ occasion, oldPrice, sentAt: new Date(row.sent_at), ad, ...known }];
    });
  }

  #read(userId: number): Promise<AlertRow[]> {
    return this.#em.execute<AlertRow[]>(
      `select ad_id, payload, sent_at,
         array(select name from filters where id = any(filter_ids) and user_id = latest.user_id order by id)
           as filter_names,
         exists (select from hidden_ads where user_id = latest.user_id and ad_id = latest.ad_id) as hidden
       from (
         select * from notifications where user_id = ? and kind = 'ad' and status = 'sent'
         order by sent_at desc, subject_id desc limit ${LATEST}
       ) as latest
       order by sent_at desc, subject_id desc`,
      [userId],
    );
  }
}
