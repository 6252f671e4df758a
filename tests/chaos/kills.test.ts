import { describe, expect, it, vi } from 'vitest';
import { ChaosWorld, CONCURRENCY, FAULTS } from '#tests/support/chaos/chaos-world.ts';
import { expectKept, expectQuick, figures } from '#tests/support/chaos/figures.ts';
import { readHistory } from '#tests/support/chaos/history.ts';
import { drawLives, liveThrough } from '#tests/support/chaos/kill-story.ts';
import { messagesOfEach } from '#tests/support/chaos/messages.ts';
import { DEATHS, dieEverywhere, priceOf } from '#tests/support/chaos/named-deaths.ts';
import { pricedAd, priceWish } from '#tests/support/chaos/priced-ads.ts';
import { askForSilence, CHEAP, DEEDS, messagesAfter, toldSome } from '#tests/support/chaos/silence-story.ts';
import { judge } from '#tests/support/chaos/verdict.ts';

const SEED = Number(process.env.VANAGS_KILL_SEED ?? 11);
const HOUR_MS = 3_600_000;
const WITHIN = { timeout: 120_000, interval: 20 };

async function inWorld(given: Parameters<typeof ChaosWorld.open>[0], story: (world: ChaosWorld) => Promise<void>) {
  const world = await ChaosWorld.open(given);
  try {
    await story(world);
  } finally {
    await world.close();
  }
}

describe.concurrent('the service is killed', () => {
  it('at ten random moments amid faults of Telegram: nothing is lost, and copies stay within their bound', () =>
    inWorld({ seed: SEED, users: 150, perAd: 0.7, awayEvery: 20 }, async (world) => {
      await world.telegram.faultMix({ seed: SEED, percent: FAULTS });
      const lives = drawLives(world.randomOf(3), 10, 3_000);
      const overdueMs = await liveThrough(world, { ads: 600, lives, within: 90_000 });

      const history = await readHistory(world);
      const verdict = judge(history);
      console.info(figures(`seed ${SEED}`, history, verdict, overdueMs));
      expect(history.kills).toHaveLength(10);
      expectKept(history, verdict);
      expectQuick(verdict, overdueMs, { alone: false });
    }));

  it('at each named place: the ad in hand is told once, and twice only where it had been sent', () =>
    inWorld({ seed: SEED, users: Object.keys(DEATHS).length, wish: (n) => priceWish(priceOf(n)) }, async (world) => {
      await dieEverywhere(world);
      const names = Object.keys(DEATHS);
      const messages = (await messagesOfEach(world)).map((own, n) => [names[n], own.length]);
      expect(Object.fromEntries(messages)).toEqual(
        Object.fromEntries(Object.entries(DEATHS).map(([name, death]) => [name, death.messages])),
      );
      const verdict = judge(await readHistory(world));
      expect(verdict.lost).toEqual([]);
      expect(verdict.rowFaults).toEqual([]);
    }));

  it('while the hourly cap puts alerts off: each ad is told in a message of its own or in the digest', () =>
    inWorld({ seed: SEED, users: 12, wish: () => CHEAP, env: { ALERTS_PER_HOUR: '3' } }, async (world) => {
      const first = await world.start({ clock: true });
      await world.baselined();
      world.feed.publishThese(Array.from({ length: 9 }, (_, n) => pricedAd(2_000 + n)));
      const sent = "select 1 from notifications where status = 'sent' offset 10 limit 1";
      await vi.waitFor(async () => expect(await world.ask(sent)).toHaveLength(1), WITHIN);
      await world.kill(first);
      const second = await world.start({ clock: true });
      const put = `select count(*)::int as n from notifications where status = 'sending' or (status = 'pending' and due_at <= now())`;
      await vi.waitFor(async () => expect(await world.ask(put)).toEqual([{ n: 0 }]), WITHIN);
      const before = await messagesOfEach(world);
      await world.kill(second);

      // The digests: the process that begins with them dies of the fifth.
      const mortal = await world.start({ fate: { at: 'after_send', times: 5 } });
      await mortal.listening();
      await mortal.setClock(HOUR_MS + 60_000);
      await mortal.ended;
      const last = await world.start({ clock: true });
      await last.setClock(HOUR_MS + 60_000);
      await world.drained(60_000);
      await last.stop();

      const history = await readHistory(world);
      const verdict = judge(history);
      console.info(figures('cap', history, verdict, 0));
      expectKept(history, verdict);
      const capped = before.map((own) => new Set(own.flatMap(({ ads }) => ads.map(({ key }) => key))).size);
      expect(capped).toEqual(Array(12).fill(3));
      const after = (await messagesOfEach(world)).map((own, n) => own.slice(before[n]?.length));
      expect(after.flatMap((own) => own.map(({ ads }) => ads.length))).toEqual(Array(after.flat().length).fill(6));
    }));
});

describe.concurrent('a sender', () => {
  it('that was stopped beyond its lease and woken sends none of its old claims', () =>
    inWorld({ seed: SEED, users: 8, wish: () => CHEAP, env: { SEND_RATE_PER_S: '1' } }, async (world) => {
      const paused = await world.start();
      await world.baselined();
      const other = await world.start();
      world.feed.publishThese([pricedAd(2_000)]);
      // One message a second: the next claims wait for their turn.
      const states = `select count(*) filter (where status = 'sent')::int as sent,
        count(*) filter (where status = 'sending')::int as sending from notifications`;
      await vi.waitFor(
        async () => expect(await world.ask(states)).toEqual([{ sent: 2, sending: CONCURRENCY }]),
        WITHIN,
      );
      paused.pause();
      await world.drained(60_000);
      const calls = (await world.telegram.calls('sendMessage')).length;
      paused.resume();
      await vi.waitUntil(() => paused.log.includes('connection of the leader broke'), WITHIN);
      world.feed.publishThese([pricedAd(2_001)]);
      await world.drained(60_000);
      await Promise.all([paused.stop(), other.stop()]);

      const counts = (await messagesOfEach(world)).map((own) => own.length);
      expect({ calls, counts }).toEqual({ calls: 8, counts: Array(8).fill(2) });
    }));

  it('falls silent when the filter goes off, the alerts pause, the ad is hidden or the account goes', () =>
    inWorld({ seed: SEED, users: 2 * DEEDS.length, wish: () => CHEAP }, async (world) => {
      const service = await world.start();
      await world.baselined();
      world.feed.publishThese(Array.from({ length: 14 }, (_, n) => pricedAd(2_000 + n)));
      const silences = await Promise.all(
        world.audience.listeners.map(async (listener, n) => {
          await toldSome(world, listener, 3);
          return askForSilence(world, service, listener, DEEDS[n % DEEDS.length] ?? 'paused');
        }),
      );
      await world.drained(60_000);
      await service.stop();
      const late = await Promise.all(silences.map((silence) => messagesAfter(world, silence)));
      console.info(
        'messages after silence was asked for',
        silences.map(({ deed }, n) => `${deed}: ${late[n]}`).join(', '),
      );
      expect(Math.max(...late)).toBeLessThanOrEqual(1);
      expect(late.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(CONCURRENCY);
    }));
});
