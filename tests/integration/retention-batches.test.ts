import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMetrics } from '#api/metrics.ts';
import { startApp } from '#app';
import { loadConfig } from '#core/config.ts';
import { BATCH_SIZE } from '#core/db/delete-batch.ts';
import { KEPT_FOR_MS, type KeptTable } from '#core/retention/kept-for.ts';
import { openRetentionWorld, type RetentionWorld } from '../support/retention-world.ts';
import { testLogger } from '../support/test-log.ts';

/** Well over any. */
const OLD_MS = 2 * KEPT_FOR_MS.admin_audit;

let world: RetentionWorld;
beforeAll(async () => {
  world = await openRetentionWorld();
});
afterAll(() => world.close());
beforeEach(() => world.empty());

describe('many rows', () => {
  const oldUpdates = (count: number) =>
    world.sql('insert into processed_updates (update_id, at) select n, ? from generate_series(1, ?) n', [
      world.ago(OLD_MS),
      count,
    ]);
  const manyAlerts = (ad: { id: number; event: number }, count: number) =>
    world.sql(
      `insert into notifications (kind, subject_id, user_id, ad_id, payload, status, due_at, expires_at, sent_at)
       select 'ad', ?, n, ?, '{}', 'sent', ?, ?, ? from generate_series(1, ?) n`,
      [ad.event, ad.id, ...Array.from({ length: 3 }, () => world.ago(OLD_MS)), count],
    );
  const manyAds = (count: number) =>
    world.sql(
      `insert into ads (source, external_id, url, url_key, fingerprint, details_state, first_seen_at, last_seen_at)
       select 'many', 'many-' || n, 'u', 'many-' || n, 'f', 'done', ?, ? from generate_series(1, ?) n`,
      [world.ago(OLD_MS), world.ago(OLD_MS), count],
    );

  it('go in batches, each of them committed', async () => {
    await oldUpdates(2 * BATCH_SIZE + 1);
    await manyAds(BATCH_SIZE + 1);
    await manyAlerts(await world.anOldAd(OLD_MS), BATCH_SIZE + 1);
    await world.sweep();
    for (const table of ['processed_updates', 'ads', 'notifications']) expect(await world.count(table)).toBe(0);
  });

  it('wait for the next time from the batch on that is under way at the stop', async () => {
    await manyAlerts(await world.anOldAd(OLD_MS), 2 * BATCH_SIZE + 1);
    const stop = new AbortController();
    const sweeping = world.sweep(stop.signal);
    await setImmediate();
    stop.abort();
    await sweeping;
    expect(await world.count('notifications')).toBe(BATCH_SIZE + 1);
    expect(await world.count('ads')).toBe(1);
    await world.sweep();
    expect(await world.count('notifications')).toBe(0);
    expect(await world.count('ads')).toBe(0);
  });

  it('are shared by two who lead at once, none counted twice', async () => {
    const [one, other] = [await world.anotherCore(), await world.anotherCore()];
    await oldUpdates(3 * BATCH_SIZE);
    await manyAds(2 * BATCH_SIZE);
    const { signal } = new AbortController();
    await Promise.all([one, other].map((leader) => world.sweep(signal, leader)));
    // Where both met, the second may have left what the first was about to delete.
    await world.sweep(signal, one);
    const deleted = (table: KeptTable) =>
      [one, other].reduce((sum, leader) => sum + (leader.retention.deleted.get(table) ?? 0), 0);
    expect([deleted('processed_updates'), deleted('ads')]).toEqual([3 * BATCH_SIZE, 2 * BATCH_SIZE]);
    expect(await world.count('processed_updates')).toBe(0);
    await Promise.all([one, other].map((leader) => leader.close()));
  });

  it('that cannot be deleted keep no others', async () => {
    await oldUpdates(1);
    await world.sql("insert into ingestion_runs (source, kind, started_at, counts) values ('m', 'sweep', ?, '{}')", [
      world.ago(OLD_MS),
    ]);
    await world.sql(`create function keep() returns trigger language plpgsql as $$begin raise 'kept'; end$$`);
    await world.sql('create trigger keep before delete on ingestion_runs for each row execute function keep()');
    try {
      await world.sweep();
    } finally {
      await world.sql('drop function keep cascade');
    }
    expect([await world.count('ingestion_runs'), await world.count('processed_updates')]).toEqual([1, 0]);
    await world.sweep();
    expect(await world.count('ingestion_runs')).toBe(0);
  });
});

describe('the service', () => {
  it('deletes on its leader, and tells how much', async () => {
    await world.sql('insert into processed_updates (update_id, at) values (1, ?)', [world.ago(OLD_MS)]);
    const config = loadConfig({ NODE_ENV: 'test', PORT: '0', METRICS_PORT: '0', BOT_MODE: 'off', SOURCE: 'none' });
    const database = await world.anotherDatabase();
    const app = await startApp(config, { clock: world.clock, logger: testLogger(), database });
    try {
      const figures = createMetrics(app.core, () => true);
      await vi.waitFor(
        async () => expect(await figures.metrics()).toContain('retention_deleted_total{what="processed_updates"} 1\n'),
        { timeout: 10_000, interval: 50 },
      );
    } finally {
      await app.close();
    }
    expect(await world.count('processed_updates')).toBe(0);
  });
});
