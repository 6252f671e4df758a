import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';
import { NotFoundError } from '../errors.ts';

/** The ads a user does not want to hear of again; checked when an event is matched and before each send. */
export class HiddenAds {
  readonly #em: EntityManager;
  readonly #clock: Clock;

  constructor(deps: { em: EntityManager; clock: Clock }) {
    this.#em = deps.em;
    this.#clock = deps.clock;
  }

  /** Hides the ad for this user; twice is as good as once. Nothing is hidden from a user who is being deleted. */
  async hide(userId: number, adId: number): Promise<void> {
    const found = await this.#em.execute<unknown[]>(
      `with ad as materialized (select id from ads where id = ? for key share), hidden as (
         insert into hidden_ads (user_id, ad_id, hidden_at)
         select users.id, ad.id, ? from ad, users where users.id = ? for key share of users on conflict do nothing
       )
       select from ad`,
      [adId, this.#clock.now(), userId],
    );
    if (found.length === 0) throw new NotFoundError('ad.notFound');
  }

  /** Takes `hide` back. */
  async unhide(userId: number, adId: number): Promise<void> {
    await this.#em.execute('delete from hidden_ads where user_id = ? and ad_id = ?', [userId, adId]);
  }
}
