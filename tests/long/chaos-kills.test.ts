import { expect, it } from 'vitest';
import { ChaosWorld, FAULTS } from '#tests/support/chaos/chaos-world.ts';
import { expectKept, expectQuick, figures } from '#tests/support/chaos/figures.ts';
import { readHistory } from '#tests/support/chaos/history.ts';
import { drawLives, liveThrough } from '#tests/support/chaos/kill-story.ts';
import { judge } from '#tests/support/chaos/verdict.ts';

/** The same seed draws the same ads, filters, faults and lives; what meets what at one moment is up to the machine. */
const SEEDS = process.env.VANAGS_KILL_SEED ? [Number(process.env.VANAGS_KILL_SEED)] : [1, 2, 3];
const ADS = 10_000;
const KILLS = 25;
const LONGEST_LIFE_MS = 12_000;
const DRAIN_MS = 900_000;

it.each(SEEDS)('25 kills amid faults lose none of 10,000 ads, seed %i', { timeout: 1_500_000 }, async (seed) => {
  const world = await ChaosWorld.open({ seed, users: 400, perAd: 0.5, awayEvery: 20 });
  try {
    await world.telegram.faultMix({ seed, percent: FAULTS });
    const lives = drawLives(world.randomOf(3), KILLS, LONGEST_LIFE_MS);
    // The rest with fewer 429, as each two within ten seconds let the whole sender rest.
    const afterwards = { seed: seed + 1_000, percent: { ...FAULTS, throttled: 0.3 } };
    const overdueMs = await liveThrough(world, { ads: ADS, lives, within: DRAIN_MS, afterwards });

    const history = await readHistory(world);
    const verdict = judge(history);
    console.info(figures(`seed ${seed}`, history, verdict, overdueMs));
    expect(history.kills).toHaveLength(KILLS);
    expectKept(history, verdict);
    expectQuick(verdict, overdueMs, { alone: true });
  } finally {
    await world.close();
  }
});
