import { pino } from 'pino';
import { filterInputSchema } from '#core/contracts/filter.ts';
import { createLogger, type Logger } from '#core/logger.ts';
import type { SimulatedUser } from '#tools/telegram-emulator/types.ts';
import { DEMO_ADMIN, DEMO_ADMINS, DEMO_FILTERS, DEMO_PROBLEM, DEMO_USER, WANTED_CARS } from './demo-user.ts';
import { type DevEnv, startDevEnv } from './dev-env.ts';

export interface DemoOptions {
  readonly ports: { readonly app: number; readonly telegram: number; readonly market: number };
  readonly still: boolean;
  /** Gets every line of the log; without it only errors are told. */
  readonly logFile?: string;
  /** What the administrator of the demo logs in with. */
  readonly devLoginSecret: string;
}

const TICK_MS = 4_000;
const WANTED_EVERY_MS = 20_000;
const SIGN_UP_WITHIN_MS = 15_000;

/** Starts the demo and says where to look; alerts begin at once. */
export async function startDemo(options: DemoOptions): Promise<{ close: () => Promise<void> }> {
  const { devLoginSecret, logFile } = options;
  const env = await startDevEnv({
    ports: options.ports,
    users: [DEMO_USER, ...Object.values(DEMO_ADMINS)],
    marketTickMs: options.still ? null : TICK_MS,
    settings: {
      ALERTS_PER_HOUR: '0',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      DEV_LOGIN_SECRET: devLoginSecret,
    },
    ...(logFile !== undefined && { overrides: { logger: fullLog(logFile) } }),
  });
  try {
    await signUpDemoUser(env);
    for (const admin of Object.values(DEMO_ADMINS)) await makeAdmin(env, admin);
    await env.baseline();
  } catch (error) {
    await env.close();
    throw error;
  }
  console.log(`Chat and mini app:  ${env.telegram.url}/?user=${DEMO_USER.id}`);
  const { publicUrl } = env.app.core.config.http;
  console.log(`Web pages:          ${publicUrl}/`);
  console.log(`Market:             ${env.market.url}/lv/transport/cars/`);
  const { first_name: name, id } = DEMO_ADMIN;
  console.log(`Administration:     ${publicUrl}/dev-login  (${name}, ${id}, secret ${devLoginSecret})`);
  if (options.still) return { close: env.close };
  await writeLetters(env);
  const stopOffers = offerWantedCars(env);
  return {
    close: async () => {
      stopOffers();
      await env.close();
    },
  };
}

/** Everything into the file, errors to the terminal, too. */
function fullLog(file: string): Logger {
  const streams = [
    { level: 'trace', stream: pino.destination({ dest: file, mkdir: true, append: false, sync: true }) },
    { level: 'error', stream: process.stderr },
  ] as const;
  return createLogger('trace', pino.multistream([...streams]) as unknown as NodeJS.WritableStream);
}

/** By /start in the chat, as everybody; then the filters the user would have saved. */
async function signUpDemoUser({ app, telegram }: DevEnv): Promise<void> {
  const { core } = app;
  telegram.start(DEMO_USER.id);
  await telegram.waitForMessage(DEMO_USER.id, (message) => message.from === 'bot', SIGN_UP_WITHIN_MS);
  await core.run(async () => {
    const user = await core.users.findByTelegramId(DEMO_USER.id);
    if (!user) throw new Error('The demo user could not sign up.');
    for (const filter of DEMO_FILTERS) await core.filters.create(user.id, filterInputSchema.parse(filter));
  });
}

/** As somebody who opened the app, and then got the role from the operator. */
async function makeAdmin({ app: { core } }: DevEnv, person: SimulatedUser): Promise<void> {
  const { id: telegramId, first_name: firstName, language_code: languageCode } = person;
  await core.run(async () => {
    await core.users.signUp({ telegramId, firstName, languageCode });
    await core.userRoles.grantAdmin({ userId: null, name: 'demo', way: 'cli', ip: null }, telegramId);
  });
}

/** What waits for the administrator. */
async function writeLetters({ app: { core } }: DevEnv): Promise<void> {
  await core.run(async () => {
    const user = await core.users.findByTelegramId(DEMO_USER.id);
    if (!user) return;
    await core.problems.report(user.id, DEMO_PROBLEM);
    await core.plans.request(user.id, 'advanced');
  });
}

/** Puts cars on the market that the demo user looks for, and lets every second one get cheaper a while later. */
function offerWantedCars({ market }: DevEnv): () => void {
  let offered = 0;
  let last: { readonly id: number; readonly price: number | null } | null = null;
  const offer = () => {
    if (last?.price && offered % 2 === 0) market.market.setPrice(last.id, Math.round((last.price * 0.93) / 10) * 10);
    last = market.market.addAd(WANTED_CARS[offered % WANTED_CARS.length]);
    offered += 1;
  };
  offer();
  const timer = setInterval(offer, WANTED_EVERY_MS);
  return () => clearInterval(timer);
}
