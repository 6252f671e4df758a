import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { ServerOptions } from '#api/deps.ts';
import { createServer } from '#api/server.ts';
import { loadConfig } from '#core/config.ts';
import { type Core, createCore } from '#core/context.ts';
import type { Readiness } from '#core/contracts/service.ts';
import type { Role } from '#core/contracts/user.ts';
import { connect, type Database } from '#core/db/open.ts';
import { createI18n } from '#core/i18n/create-i18n.ts';
import { loadResources } from '#core/i18n/node-resources.ts';
import type { Logger } from '#core/logger.ts';
import { signFields } from '#tools/telegram-emulator/init-data.ts';
import { noteSecretsOf } from './noted-secrets.ts';
import { createTestClock, type TestClock } from './test-clock.ts';
import { openTestDatabase } from './test-database.ts';
import { testLogger } from './test-log.ts';

export const TEST_BOT_TOKEN = '123456789:AAFZehRPBRs8Seg40oDjTMIW8uTGPuW1zfQ';
export const OWN_ORIGIN = 'http://localhost:3000';

const READY: Readiness = {
  db: 'up',
  leader: true,
  poller: 'off',
  sender: 'running',
  oldestPendingSeconds: null,
  reasons: [],
};

export interface TestAppOverrides extends Partial<Omit<ServerOptions, 'core' | 'texts'>> {
  /** Settings beside those of the tests. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where the database would be; nobody need answer there. Without it the test gets one of its own. */
  readonly databaseUrl?: string;
  /** Where lines go instead of the log of the run. */
  readonly logger?: Logger;
}

interface Launch {
  readonly telegramId: number;
  readonly firstName?: string;
  readonly languageCode?: string;
  readonly authDate?: Date;
}

/** The API on a database of its own, as the browser meets it. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly core: Core;
  readonly clock: TestClock;
  /** Init data as Telegram would sign it at this moment. */
  signInitData(launch: Launch): string;
  /** Signs up by the real call and gives the headers with which our own pages ask. */
  loginAs(launch: Launch & { readonly role?: Role }): Promise<{ cookie: string; origin: string }>;
  call(request: InjectOptions): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

export async function createTestApp(overrides: TestAppOverrides = {}): Promise<TestApp> {
  const { env, databaseUrl, logger = testLogger(), ...options } = overrides;
  const config = loadConfig({
    NODE_ENV: 'test',
    BOT_MODE: 'off',
    BOT_TOKEN: TEST_BOT_TOKEN,
    PUBLIC_URL: OWN_ORIGIN,
    RATE_LIMITS: 'off',
    ...env,
  });
  const clock = createTestClock();
  const database = databaseUrl === undefined ? await openTestDatabase() : await unreachable(databaseUrl);
  const core = await createCore(config, { clock, database, logger });
  const texts = createI18n(loadResources());
  const app = await createServer({ core, texts, readiness: async () => READY, ...options });
  await app.ready();

  const signInitData = ({ telegramId, firstName = 'Anna', languageCode = 'lv', authDate }: Launch) =>
    signFields(TEST_BOT_TOKEN, {
      user: JSON.stringify({ id: telegramId, first_name: firstName, language_code: languageCode }),
      auth_date: String(Math.floor((authDate ?? clock.now()).getTime() / 1000)),
    });

  return {
    app,
    core,
    clock,
    signInitData,
    async loginAs({ role, ...launch }) {
      const initData = signInitData(launch);
      const payload = { telegram_user_id: launch.telegramId, first_name: launch.firstName ?? 'Anna', initData };
      const response = await app.inject({ method: 'POST', url: '/auth/signup', payload });
      if (role) await setRole(core, launch.telegramId, role);
      return { cookie: cookieOf(response), origin: OWN_ORIGIN };
    },
    call(request) {
      noteSecretsOf(request.payload);
      return app.inject(request);
    },
    async close() {
      await app.close();
      await core.close();
    },
  };
}

/** The cookie that an answer sets, as the browser sends it back. */
export function cookieOf(response: LightMyRequestResponse): string {
  const [cookie] = response.cookies;
  return cookie ? `${cookie.name}=${cookie.value}` : '';
}

function setRole(core: Core, telegramId: number, role: Role): Promise<unknown> {
  return core.run(() => core.orm.em.execute('update users set role = ? where telegram_id = ?', [role, telegramId]));
}

async function unreachable(url: string): Promise<Database> {
  const orm = await connect(url);
  return { orm, url, close: () => orm.close(true) };
}
