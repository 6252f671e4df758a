import type { InjectOptions } from 'fastify';
import type { FilterCriteria } from '#core/contracts/filter-criteria.ts';
import type { Role } from '#core/contracts/user.ts';
import { anAd, anAdEvent } from './ad-builders.ts';
import { aFilter } from './builders.ts';
import { RecordingSender } from './recording-sender.ts';
import { createTestApp, type TestApp, type TestAppOverrides } from './test-app.ts';

const MAX_ROUNDS = 100;
const MAX_LOOKS = 2000;
let lastTelegramId = 5_000_000_000;

export type AccountWorld = Awaited<ReturnType<typeof openAccountWorld>>;
export type Account = Awaited<ReturnType<AccountWorld['someone']>>;

/** The API with matching and delivery behind it, and a sender that records. */
export async function openAccountWorld(overrides: TestAppOverrides = {}) {
  const world: TestApp = await createTestApp(overrides);
  const { core, clock } = world;
  const sender = new RecordingSender();

  const sql = <T = Record<string, unknown>>(statement: string, params: unknown[] = []): Promise<T[]> =>
    core.orm.em.fork().execute(statement, params);
  const deliverOnce = () => core.run(() => core.delivery.deliverOnce(sender, new AbortController().signal));
  const match = async () => {
    while (await core.run(() => core.matching.matchOnce()));
  };

  return {
    ...world,
    sender,
    sql,
    match,
    /** One round of delivery; a send that hangs is left in flight. */
    deliverOnce,
    /** Delivers what may be delivered at this moment. */
    async deliver(): Promise<void> {
      for (let round = 0; round < MAX_ROUNDS; round += 1) if (!(await deliverOnce())) return;
      throw new Error('delivery never comes to rest');
    },
    /** A transaction by hand: what is started while it is open runs outside it. */
    async holding(statement: string, params: unknown[]) {
      const em = core.orm.em.fork();
      await em.begin();
      await em.execute(statement, params);
      return em;
    },
    /** An ad comes out now; matched at once unless told otherwise. */
    async anAdComesOut(facts: { price?: number; brand?: string } = {}, matched = true): Promise<number> {
      const adId = await anAd(core.orm, { price: 9000, ...facts });
      await anAdEvent(core.orm, adId, { releasedAt: clock.now() });
      if (matched) await match();
      return adId;
    },
    /** Resolves once so many other transactions wait for locks. */
    async somebodyWaits(many = 1): Promise<void> {
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      for (let look = 0; look < MAX_LOOKS; look += 1) if ((await sql(waiting)).length >= many) return;
      throw new Error('nobody waits');
    },
    /** Signs somebody up, by the real call. */
    async someone(given: { role?: Role; firstName?: string; telegramId?: number } = {}) {
      lastTelegramId += 1;
      const { telegramId = lastTelegramId } = given;
      const own = await world.loginAs({ role: 'advanced', ...given, telegramId });
      const headers = { ...own, 'accept-language': 'en' };
      const ask = (method: NonNullable<InjectOptions['method']>, url: string, payload?: object) =>
        world.call({ method, url, headers, ...(payload && { payload }) });
      const { id } = (await ask('GET', '/api/get/user')).json() as { id: number };
      return {
        id,
        telegramId,
        headers,
        ask,
        aFilter: (name: string, criteria: Partial<FilterCriteria> = {}) => aFilter(core.orm, id, { name, criteria }),
        /** What reached the chat, in short. */
        told: () => sender.toldTo(telegramId),
      };
    },
  };
}
