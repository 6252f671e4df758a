import { setTimeout as wait } from 'node:timers/promises';
import { filterInputSchema } from '#core/contracts/filter.ts';
import { startDevEnv } from '#tools/dev-env/dev-env.ts';

export interface Summary {
  readonly samples: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly worst: number;
}

const BUYER = { id: 6001, first_name: 'Mērītājs', language_code: 'lv' };
const PATIENCE_MS = 30_000;
/** Few ads make a short baseline; its backlog goes on while the samples are taken, as on the first day of a service. */
const MARKET_ADS = 150;
/** A chat takes one message a second: the next sample must not wait for the last one. */
const CHAT_PACE_MS = 1_100;
/** The worker never polls by itself, so that no sample is helped or hindered by the clock. */
const NO_POLL_S = '86400';

/** Milliseconds from an ad's appearance on the market to the message in the chat, one ad after another. */
export async function measureLatency(options: { delayMs: number; samples: number }): Promise<Summary> {
  const env = await startDevEnv({
    users: [BUYER],
    marketAds: MARKET_ADS,
    sourcePace: { delayMs: options.delayMs },
    settings: { SOURCE_INTERVAL_S: NO_POLL_S, ALERTS_PER_HOUR: '0' },
  });
  try {
    await saveFilterForEverything(env);
    await env.baseline();
    const latencies: number[] = [];
    for (let sample = 0; sample < options.samples; sample++) {
      latencies.push(await measureOne(env));
      // The pass that found the ad goes on to the next list page: the wait for it is the wait for a poll.
      await wait(CHAT_PACE_MS + 2 * options.delayMs);
    }
    return summarise(latencies);
  } finally {
    await env.close();
  }
}

type Env = Awaited<ReturnType<typeof startDevEnv>>;

async function saveFilterForEverything({ app: { core }, telegram }: Env): Promise<void> {
  telegram.start(BUYER.id);
  await telegram.waitForMessage(BUYER.id, (message) => message.from === 'bot', PATIENCE_MS);
  await core.run(async () => {
    const user = await core.users.findByTelegramId(BUYER.id);
    if (user) await core.filters.create(user.id, filterInputSchema.parse({ filterName: 'all', active: 1 }));
  });
}

async function measureOne({ app: { core }, telegram, market }: Env): Promise<number> {
  const seen = telegram.sends().length;
  const ad = market.market.addAd({ brand: 'Bmw', model: '320', dealType: 'sell' });
  const start = performance.now();
  await core.orm.em.fork().execute("select pg_notify('vanags_wake', 'ingestion')");
  await telegram.waitForCall(
    (call) =>
      call.outcome === 'accepted' &&
      telegram.sends().indexOf(call) >= seen &&
      JSON.stringify(call.payload).includes(ad.slug),
    PATIENCE_MS,
  );
  return performance.now() - start;
}

function summarise(latencies: readonly number[]): Summary {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { samples: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), worst: at(1) };
}
