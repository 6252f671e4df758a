import { setTimeout as moment } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { adsIn, quantile } from '#tests/support/chaos/outage-verdict.ts';
import { OutageWorld } from '#tests/support/chaos/outage-world.ts';

/** Four ads a second for five people each. */
const MARKET = { people: 40, groups: 8 };
const ADS_PER_S = 4;
const LENGTH_MS = 15_000;

it('a message reaches Telegram within seconds of the release of its event, at twenty messages a second', async ({
  onTestFinished,
}) => {
  const world = await OutageWorld.open({ ...MARKET }, onTestFinished);
  const published = new AbortController();
  onTestFinished(() => published.abort());
  const stream = world.feed.stream(ADS_PER_S, published.signal);
  await moment(LENGTH_MS);
  published.abort();
  await stream;
  await world.drained();
  const released = await world.ask<{ ad: string; at: Date }>(
    "select split_part(external_id, ':', 2) as ad, released_at as at from ad_events e join ads a on a.id = e.ad_id where e.kind = 'new'",
  );
  const releasedAt = new Map(released.map(({ ad, at }) => [ad, at.getTime()]));
  const calls = (await world.telegram.calls()).filter(({ outcome }) => outcome === 'accepted');
  const waits = calls.flatMap((call) => adsIn(call).map((ad) => (call.at - (releasedAt.get(ad) ?? 0)) / 1000));
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(waits, share));
  console.info('release to acceptance in seconds', { messages: waits.length, p50, p95, p99 });
  expect(await world.verdict()).toMatchObject({ lost: [], extra: 0, wrong: [] });
  expect(waits.length).toBeGreaterThan((LENGTH_MS / 1000) * ADS_PER_S * 4);
  expect(p95).toBeLessThan(5);
  expect(p99).toBeLessThan(15);
});
