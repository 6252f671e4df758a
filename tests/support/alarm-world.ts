import { type OwnSigns, ownSigns } from '#core/alarms/own-signs.ts';
import { type Core, createCore } from '#core/context.ts';
import { connect } from '#core/db/open.ts';
import { type ProcessState, readReadiness } from '#core/figures/readiness.ts';
import type { User } from '#core/users/user.entity.ts';
import { openAdminChatWorld } from './admin-chat-world.ts';
import { aListedAd, FakeSource } from './fake-source.ts';

const LEADING: ProcessState = { isStopping: false, leads: true, poller: 'running', faults: [], sends: true };
const DAY_MS = 24 * 60 * 60_000;
const LOOK_EVERY_MS = 5 * 60_000;
/** Two in the afternoon of Riga. */
const NOON = '2026-11-20T12:00:00Z';

export type AlarmWorld = Awaited<ReturnType<typeof openAlarmWorld>>;

/** A service that reads a source and watches over itself, and the chats of its administrators. */
export async function openAlarmWorld() {
  const world = await openAdminChatWorld({ SOURCE: 'ss-lv', SOURCE_URL: 'http://localhost:1' });
  const { core, clock, logger, sql } = world;
  const { signal } = new AbortController();
  let source = new FakeSource('ss-lv');
  let lastSubject = 0;
  const watch = (by: Core = core, given: Partial<OwnSigns> = {}) =>
    by.run(() => by.alarms.watchOnce({ ...ownSigns(by, LEADING), ...given }));
  const troubles = async (given: Partial<OwnSigns> = {}) =>
    (await core.run(() => core.alarms.troubles({ ...ownSigns(core, LEADING), ...given }))).map(({ kind }) => kind);

  return {
    ...world,
    /** The source as it is in this test. */
    source: () => source,
    async reset(): Promise<void> {
      await world.reset();
      clock.set(NOON);
      source = new FakeSource('ss-lv');
      source.ads = [aListedAd('one')];
      core.alarms.begin();
    },
    /** One poll of the source. */
    read: () => core.run(() => core.ingestion.ingestOnce(source, signal)),
    /** Reads the own page of the newest ad that waits for it. */
    readAdPage: () => core.run(() => core.details.completeOnce(source, signal)),
    /** One look of a process, by default of the first one. */
    watch,
    /** Lets time pass, with a look now and then. */
    async pass(minutes: number): Promise<void> {
      for (let left = minutes * 60_000; left > 0; left -= LOOK_EVERY_MS) {
        clock.advance(LOOK_EVERY_MS);
        await watch();
      }
    },
    troubles,
    ready: (given: Partial<ProcessState> = {}) => readReadiness(core, { ...LEADING, ...given }),
    /** The first lines of what somebody was told. */
    headlines: (user: User) => world.toldTo(user).map(({ text }) => text.split('\n')[0]),
    alarmRows: () => sql("select status from notifications where kind = 'admin_alarm'"),
    /** A message to somebody that could be sent from now on; or that was given up. */
    async aMessage(status: 'pending' | 'dead'): Promise<void> {
      lastSubject += 1;
      const user = await world.someone('basic');
      const now = clock.now();
      await sql(
        `insert into notifications (kind, subject_id, user_id, payload, status, due_at, expires_at)
         values ('system', ?, ?, '{"textKey": "testAlert", "values": {}}', ?, ?, ?)`,
        [lastSubject, user.id, status, now, new Date(now.getTime() + DAY_MS)],
      );
    },
    /** Another process on the same database. */
    async anotherProcess(): Promise<Core> {
      const url = core.databaseUrl;
      const orm = await connect(url);
      return createCore(core.config, { clock, logger, database: { orm, url, close: () => orm.close(true) } });
    },
  };
}
