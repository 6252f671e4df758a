import { afterAll, beforeAll, expect, it } from 'vitest';
import { alertsOf, type ToldAlert } from '../support/chaos/alert-history.ts';
import { ChaosWorld, FAULTS } from '../support/chaos/chaos-world.ts';
import { expectKept, figures } from '../support/chaos/figures.ts';
import { type History, readHistory } from '../support/chaos/history.ts';
import { type Life, liveThrough } from '../support/chaos/kill-story.ts';
import { judge } from '../support/chaos/verdict.ts';

const SEED = 7;
const ADS = 500;
const LIVES: readonly Life[] = [
  { ms: 600, lapse: true },
  { ms: 5_000, fate: { at: 'after_send', times: 12 }, lapse: true },
  { ms: 1_000, lapse: true },
];

let world: ChaosWorld;
let history: History;
beforeAll(async () => {
  world = await ChaosWorld.open({ seed: SEED, users: 150, perAd: 0.3, awayEvery: 20 });
}, 60_000);
afterAll(() => world.close());

it('loses no alert to three kills and the faults of Telegram', { timeout: 120_000 }, async () => {
  // So many 429 as `FAULTS` has would only make it longer: two within ten seconds let the whole sender rest.
  await world.telegram.faultMix({ seed: SEED, percent: { ...FAULTS, throttled: 0.5, 'hang-after': 0 } });
  const overdueMs = await liveThrough(world, { ads: ADS, lives: LIVES, within: 60_000 });

  history = await readHistory(world);
  const verdict = judge(history);
  console.info(figures(`seed ${SEED}`, history, verdict, overdueMs));
  expect(history.kills).toHaveLength(3);
  expect(verdict.expected).toBeGreaterThan(100);
  expectKept(history, verdict);
});

/** The last message that is the only one about its ad to its chat; no kill comes after it. */
function onlyTelling(): ToldAlert {
  const names = ({ chatId, ads }: ToldAlert) => ads.map(({ key }) => `${chatId} ${key}`).join();
  const alerts = Map.groupBy(alertsOf(history.calls), names);
  const [only] = [...alerts.values()].filter((same) => same.length === 1 && same[0]?.ads.length === 1).at(-1) ?? [];
  if (!only) throw new Error('Nothing was told just once');
  return only;
}

it('is judged by somebody who notices what is lost, doubled, repeated in vain or left behind', () => {
  const { call, ads } = onlyTelling();
  const toldKey = ads[0]?.key;
  const { calls, rows, listeners, sends } = history;
  const told = calls[call];
  const [row] = rows;
  const blocked = listeners.find(({ chatId, reach }) => reach === 'blocked' && sends.has(chatId));
  const refused = sends.get(blocked?.chatId ?? 0)?.at(-1);
  if (!told || !row || !blocked || !refused) throw new Error('There is nothing to spoil');
  const verdictOf = (change: Partial<History>) => judge({ ...history, ...change });

  expect(verdictOf({ calls: calls.toSpliced(call, 1) }).lost).toHaveLength(1);
  expect(verdictOf({ calls: [...calls, { ...told, at: told.at + 60_000 }] }).unexplained).toHaveLength(1);
  expect(verdictOf({ ads: history.ads.filter(({ key }) => key !== toldKey) }).uncalledFor.length).toBeGreaterThan(0);
  const again = Array.from({ length: 3 }, () => ({ ...refused, at: refused.at + 60_000 }));
  expect(verdictOf({ sends: new Map(sends).set(blocked.chatId, [refused, ...again]) }).furtherCalls).toBe(3);
  const waiting = { ...row, status: 'pending' };
  expect(verdictOf({ rows: [...rows.slice(1), waiting] }).rowFaults.length).toBeGreaterThan(0);
});
