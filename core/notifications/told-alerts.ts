import type { EntityManager } from '@mikro-orm/postgresql';
import { Ad } from '../ads/ad.entity.ts';
import type { AdPayload } from './notification.entity.ts';

/** An alert as its user was told it, and the ad as it is now. */
export interface ToldAlert {
  /** The event it told. */
  readonly eventId: number;
  readonly sentAt: Date;
  readonly payload: AdPayload;
  /** The filters it named; some may be gone. */
  readonly filterIds: readonly number[];
  readonly ad: Ad;
}

interface AlertRow {
  readonly subject_id: string;
  readonly ad_id: string;
  readonly filter_ids: string[];
  readonly payload: AdPayload;
  readonly sent_at: string;
}

/** Finds what a user was told of ads; never what somebody else was. */
export class ToldAlerts {
  readonly #em: EntityManager;

  constructor(deps: { em: EntityManager }) {
    this.#em = deps.em;
  }

  /** The user's latest alerts, the newest first. */
  latest(userId: number, limit: number): Promise<ToldAlert[]> {
    return this.#read(userId, 'true', [], limit);
  }

  /** All alerts that one message told, the newest first; none where the message told none. */
  ofMessage(userId: number, messageId: number): Promise<ToldAlert[]> {
    return this.#read(userId, 'message_id = ?', [messageId], null);
  }

  /** The alert about an event. */
  async find(userId: number, eventId: number): Promise<ToldAlert | null> {
    return (await this.#read(userId, 'subject_id = ?', [eventId], 1))[0] ?? null;
  }

  async #read(userId: number, which: string, params: unknown[], limit: number | null): Promise<ToldAlert[]> {
    const rows = await this.#em.execute<AlertRow[]>(
      `select subject_id, ad_id, filter_ids, payload, sent_at from notifications
       where user_id = ? and kind = 'ad' and status = 'sent' and ${which}
       order by sent_at desc, subject_id desc limit ?`,
      [userId, ...params, limit],
    );
    const ids = rows.map((row) => Number(row.ad_id));
    const ads = await this.#em.find(Ad, { id: { $in: ids } }, { disableIdentityMap: true });
    const byId = new Map(ads.map((ad) => [ad.id, ad]));
    return rows.flatMap((row) => {
      const ad = byId.get(Number(row.ad_id));
      return ad ? [{ ...alertOf(row), ad }] : [];
    });
  }
}

function alertOf(row: AlertRow): Omit<ToldAlert, 'ad'> {
  return {
    eventId: Number(row.subject_id),
    sentAt: new Date(row.sent_at),
    payload: row.payload,
    filterIds: row.filter_ids.map(Number),
  };
}
