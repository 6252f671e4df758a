import type { ChaosWorld } from './chaos-world.ts';
import { pricedAd } from './priced-ads.ts';
import type { Fate } from './service-process.ts';

interface Death extends Fate {
  /** Messages about the ad that was in hand, in the end. */
  readonly messages: number;
}

/** The matcher passes the ends of its transaction first, delivery second. */
export const DEATHS: Readonly<Record<string, Death>> = {
  'after ads were inserted': { at: 'after_ad_insert', times: 1, messages: 1 },
  'after an event was released': { at: 'after_release', times: 1, messages: 1 },
  'before a match was committed': { at: 'before_commit', times: 1, messages: 1 },
  'after a match was committed': { at: 'after_commit', times: 1, messages: 1 },
  'after a result was committed': { at: 'after_commit', times: 2, messages: 1 },
  'after recipients were claimed': { at: 'after_claim', times: 1, messages: 1 },
  'after a message was sent': { at: 'after_send', times: 1, messages: 2 },
  'before a result was committed': { at: 'before_commit', times: 2, messages: 2 },
};

/** The price of the ad of each death, and so its listener. */
export const priceOf = (death: number) => 1_000 + death;

const HOLDS_CLAIM = 5;
const WITHIN_MS = 60_000;

/**
 * One ad and one listener for each named place; the service dies there with the ad in hand. What is left is done by the
 * next process, at once or, where a claim is left, when it has lapsed: those deaths come last, so that one wait does.
 */
export async function dieEverywhere(world: ChaosWorld): Promise<void> {
  const first = await world.start();
  await world.baselined();
  await world.kill(first);
  for (const [at, fate] of Object.values(DEATHS).entries()) {
    const mortal = await world.start({ fate });
    world.feed.publishThese([pricedAd(priceOf(at))]);
    await mortal.ended;
    if (at >= HOLDS_CLAIM) continue;
    const next = await world.start();
    await world.drained(WITHIN_MS);
    await world.kill(next);
  }
  const last = await world.start();
  await world.drained(WITHIN_MS);
  await last.stop();
}
