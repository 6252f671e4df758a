import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { Leader } from '#core/db/leader.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { testLogger } from '#tests/support/test-log.ts';

const leaders: Leader[] = [];
afterEach(async () => {
  await Promise.all(leaders.splice(0).map((leader) => leader.stop()));
});

/** A process that stands for leader; each event can be awaited once. */
function stand(url: string) {
  const told: Record<'gained' | 'lost', () => void> = { gained: () => {}, lost: () => {} };
  const gained = new Promise<void>((resolve) => (told.gained = resolve));
  const lost = new Promise<void>((resolve) => (told.lost = resolve));
  let woken: (worker: string) => void = () => {};
  const wake = new Promise<string>((resolve) => (woken = resolve));
  const leader = new Leader({
    url,
    logger: testLogger(),
    gained: () => told.gained(),
    lost: async () => told.lost(),
    wake: (worker) => woken(worker),
  });
  leaders.push(leader);
  leader.start();
  return { leader, gained, lost, wake };
}

it('leads alone, hears wake-up calls, and another takes over when it stops', async () => {
  const database = await openTestDatabase();
  const first = stand(database.url);
  await first.gained;
  const second = stand(database.url);
  await database.orm.em.fork().execute("select pg_notify('vanags_wake', 'matching')");
  expect(await first.wake).toBe('matching');
  expect(second.leader.leading).toBe(false);
  await first.leader.stop();
  await second.gained;
  expect(second.leader.leading).toBe(true);
  await second.leader.stop();
  await database.close();
});

it('knows at once that it leads no more when its connection is cut', async () => {
  const database = await openTestDatabase();
  const first = stand(database.url);
  await first.gained;
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  await admin.query(
    "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 727274 and pid <> pg_backend_pid()",
  );
  await admin.end();
  const cutAt = performance.now();
  await first.lost;
  expect(performance.now() - cutAt).toBeLessThan(1_000);
  await first.leader.stop();
  await database.close();
});
