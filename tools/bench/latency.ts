import { setTimeout as wait } from 'node:timers/promises';
import { filterInputSchema } from '#core/contracts/filter.ts';
import { startDevEnv } from '#tools/dev-env/dev-env.ts';
import { type Summary, summarise, tableOf } from './summary.ts';

const BUYER = { id: 6001, first_name: 'Mērītājs', language_code: 'lv' };
const PATIENCE_MS = 30_000;
/** Few ads make a short baseline; its backlog goes on while the samples are taken, as on the first day of a service. */
const MARKET_ADS = 150;
/** A chat takes one message a second: the next sample must not wait for the last one. */
const CHAT_PACE_MS = 1_100;
/** The worker never polls by itself, so that no sample is helped or hindered by the clock. */
const NO_POLL_S = '86400';
/** What the reader keeps to unless it is told otherwise. */
const POLITE_DELAY_MS = 2_000;

/** How long an ad takes from the market to the chat. */
export async function benchLatency({
  quick,
  circumstances,
}: {
  quick: boolean;
  circumstances: string;
}): Promise<string> {
  const rows: { name: string; summary: Summary }[] = [];
  for (const [name, delayMs, samples] of [
    ['the source read without pauses', 0, quick ? 20 : 200],
    ['the default pause of 2 s between requests', POLITE_DELAY_MS, quick ? 5 : 40],
  ] as const) {
    rows.push({ name, summary: await measureLatency({ delayMs, samples }) });
    console.log(JSON.stringify(rows.at(-1)));
  }
  return `
## From the market to the chat
From the moment an ad can be seen on the market until Telegram has accepted the message, the wait for the poll taken
out: the worker is woken as the ad appears. In between: list pages, the ad's own page, matching, outbox, send.
${circumstances}

${tableOf(rows)}

With the pause, nearly all of the time is politeness: what is left of the pause after the last request, and one between
the list page that shows the ad and the ad's own page. Of 40 samples, p99 is the worst. The target is 5 s at p99.`;
}

/** Milliseconds from an ad's appearance on the market to the message in the chat, one ad after another. */
async function measureLatency(options: { delayMs: number; samples: number }): Promise<Summary> {
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
