import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMetrics } from '#api/metrics.ts';
import { type App, startApp } from '#app';
import { loadConfig } from '#core/config.ts';
import { PATHS } from '#core/contracts/paths.ts';
import type { Database } from '#core/db/open.ts';
import { anAd, anAdEvent } from '#tests/support/ad-builders.ts';
import { aFilter, aUser } from '#tests/support/builders.ts';
import { storedAlerts } from '#tests/support/matching-world.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { testLogger } from '#tests/support/test-log.ts';

const WITHIN = { timeout: 15_000, interval: 50 };

let database: Database;
let anna: number;
const apps: App[] = [];

beforeEach(async () => {
  database = await openTestDatabase();
  anna = (await aUser(database.orm)).id;
});
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
  await database.close();
});

/** A replica of the service that sends nothing. */
async function aReplica(): Promise<App> {
  const config = loadConfig({
    NODE_ENV: 'test',
    BOT_MODE: 'off',
    PORT: '0',
    METRICS_PORT: '0',
    DATABASE_URL: database.url,
  });
  const app = await startApp(config, { logger: testLogger() });
  apps.push(app);
  return app;
}

const readiness = async (app: App) => (await fetch(app.url + PATHS.readiness)).json();
const anEvent = async () => anAdEvent(database.orm, await anAd(database.orm));
const isTold = (event: number) =>
  vi.waitFor(async () => {
    const events = (await storedAlerts(database)).map((alert) => alert.event);
    expect(events).toContain(event);
  }, WITHIN);

it('answers while the index is built, and matches what came meanwhile when it is warm', async () => {
  await aFilter(database.orm, anna);
  const event = await anEvent();
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('begin; lock table filters in access exclusive mode');
  const app = await aReplica();
  await vi.waitFor(async () => expect(await readiness(app)).toMatchObject({ db: 'up', leader: true }), WITHIN);
  expect(app.core.matching.state).toEqual({ filters: 0, revision: 0, isHeldBack: false });
  expect(await storedAlerts(database)).toEqual([]);
  await holder.query('commit');
  await holder.end();
  await isTold(event);
  expect(app.core.matching.state).toMatchObject({ filters: 1, revision: 1 });
});

it('stops while the index is built', async () => {
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('begin; lock table filters in access exclusive mode');
  const app = await aReplica();
  await vi.waitFor(async () => expect(await readiness(app)).toMatchObject({ leader: true }), WITHIN);
  const closed = app.close();
  await holder.query('commit');
  await closed;
  await holder.end();
});

it('follows the filters without leading, so that a take-over finds the index warm', async () => {
  const first = await aReplica();
  await vi.waitFor(async () => expect(await readiness(first)).toMatchObject({ leader: true }), WITHIN);
  const second = await aReplica();
  await aFilter(database.orm, anna);
  await vi.waitFor(() => expect(second.core.matching.state).toMatchObject({ filters: 1, revision: 1 }), WITHIN);
  await aFilter(database.orm, anna);
  await vi.waitFor(() => expect(second.core.matching.state).toMatchObject({ filters: 2, revision: 2 }), WITHIN);
  expect(await readiness(second)).toMatchObject({ leader: false });
  const figures = await createMetrics(second.core, () => false).metrics();
  for (const line of ['match_index_filters 2', 'match_index_revision 2', 'matching_held_back 0'])
    expect(figures.split('\n')).toContain(line);
  await first.close();
  const event = await anEvent();
  await isTold(event);
  expect(await readiness(second)).toMatchObject({ leader: true });
}, 30_000);
