import { isIP } from 'node:net';
import { z } from 'zod';

/** Settings of the service; the environment is read once, by `main.ts` and `cli/main.ts`. */
export interface Config {
  readonly env: 'development' | 'test' | 'production';
  readonly logLevel: string;
  readonly role: 'all' | 'web';
  readonly http: {
    readonly host: string;
    readonly port: number;
    readonly publicUrl: string;
    /** Addresses or networks of the proxies that tell who asks; nobody else is believed. */
    readonly trustedProxies: readonly string[];
    readonly rateLimits: boolean;
  };
  readonly database: {
    /** null: the embedded server in `dataDir`. */
    readonly url: string | null;
    readonly dataDir: string;
    readonly migrateOnStart: boolean;
  };
  readonly telegram: {
    /** null only when the bot is off; then nobody can log in by init data. */
    readonly token: string | null;
    readonly apiRoot: string;
    readonly webOrigin: string;
    /** Where links that open a chat lead. */
    readonly linkOrigin: string;
    readonly initDataMaxAgeS: number;
  };
  readonly bot:
    | { readonly mode: 'off' }
    | { readonly mode: 'polling' }
    | { readonly mode: 'webhook'; readonly secret: string };
  readonly source: SourceConfig;
  readonly sending: {
    /** Sends in flight at once. */
    readonly concurrency: number;
    /** Ceiling of sends a second over all chats. */
    readonly ratePerS: number;
    /** Alerts a user gets in an hour before the rest goes into one digest; 0 = no cap. */
    readonly alertsPerHour: number;
  };
  readonly metrics: { readonly host: string; readonly port: number };
  readonly signupRole: 'user' | 'basic' | 'advanced';
  readonly devLoginSecret: string | null;
  readonly contact: ContactConfig;
}

export type SourceConfig =
  | { readonly kind: 'none' }
  | { readonly kind: 'ss-lv' | 'ndjson'; readonly url: string; readonly intervalS: number };

interface ContactConfig {
  readonly phone: string;
  readonly email: string;
  readonly address: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** All faults of the settings at once, one line each, never with a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum));
const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');
const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
const origin = httpUrl
  .transform((url) => new URL(url))
  .refine((url) => url.href === `${url.origin}/`, 'must be an address without a path')
  .transform((url) => url.origin);
const networks = z
  .string()
  .transform((list) => list.split(',').map((network) => network.trim()))
  .refine((list) => list.every(isNetwork), 'must be addresses or networks, with commas between them');
const coordinate = (limit: number) =>
  z
    .string()
    .regex(/^-?\d{1,3}(\.\d{1,8})?$/, 'must be a coordinate')
    .transform(Number)
    .pipe(z.number().min(-limit).max(limit));

const WEAK_SECRET = /changeme|secret|password|example/i;

/** Every setting the service knows, as the environment spells it. `.env.example` explains each. */
export const environmentSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  TRUSTED_PROXY: networks.optional(),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, abort: true })
    .refine((url) => /^\/./.test(new URL(url).pathname), 'must name a database')
    .optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  BOT_TOKEN: z
    .string()
    .regex(/^\d{3,16}:[A-Za-z0-9_-]{30,64}$/, 'must be a token as BotFather gives it')
    .optional(),
  BOT_MODE: z.enum(['polling', 'webhook', 'off']).default('polling'),
  WEBHOOK_SECRET: z
    .string()
    .regex(/^[A-Za-z0-9_-]{16,256}$/, 'must be 16 to 256 of A-Z a-z 0-9 _ -')
    .optional(),
  TELEGRAM_API_ROOT: httpUrl.default('https://api.telegram.org'),
  TELEGRAM_WEB_ORIGIN: origin.default('https://web.telegram.org'),
  TELEGRAM_LINK_ORIGIN: origin.default('https://t.me'),
  SIGNUP_ROLE: z.enum(['user', 'basic', 'advanced']).default('user'),
  DEV_LOGIN_SECRET: z.string().min(1).optional(),
  INIT_DATA_MAX_AGE_S: wholeNumber(60, 2_592_000).default(86_400),
  SOURCE: z.enum(['none', 'ss-lv', 'ndjson']).default('none'),
  SOURCE_URL: z.string().min(1).optional(),
  SOURCE_INTERVAL_S: wholeNumber(1, 86_400).default(60),
  SEND_CONCURRENCY: wholeNumber(1, 30).default(3),
  SEND_RATE_PER_S: wholeNumber(1, 1000).default(25),
  ALERTS_PER_HOUR: wholeNumber(0, 3600).default(20),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: wholeNumber(0, 65_535).default(9464),
  RATE_LIMITS: onOff.default(true),
  ROLE: z.enum(['all', 'web']).default('all'),
  MIGRATE_ON_START: onOff.default(true),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  CONTACT_PHONE: z.string().min(3).default('+371 20 000 000'),
  CONTACT_EMAIL: z.email().default('sveiki@vanags.example'),
  CONTACT_ADDRESS: z.string().min(3).default('Brīvības iela 1, Rīga, LV-1010'),
  CONTACT_LATITUDE: coordinate(90).default(56.9514),
  CONTACT_LONGITUDE: coordinate(180).default(24.1133),
});
type Environment = z.infer<typeof environmentSchema>;

/** `10.0.0.1`, `10.0.0.0/8`, `fd00::/8` */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits);
}

/** Faults that only show when settings are seen together. */
function crossFaults(env: Environment): string[] {
  const faults: string[] = [];
  const production = env.NODE_ENV === 'production';
  if (env.BOT_MODE !== 'off' && !env.BOT_TOKEN) faults.push(`BOT_TOKEN: is needed with BOT_MODE=${env.BOT_MODE}`);
  if (env.BOT_MODE === 'webhook' && !env.WEBHOOK_SECRET) faults.push('WEBHOOK_SECRET: is needed with BOT_MODE=webhook');
  if (env.BOT_MODE === 'webhook' && !env.PUBLIC_URL) faults.push('PUBLIC_URL: is needed with BOT_MODE=webhook');
  if (env.SOURCE === 'ndjson' && !env.SOURCE_URL) faults.push('SOURCE_URL: is needed with SOURCE=ndjson');
  if (env.SOURCE === 'ss-lv' && env.SOURCE_URL && !httpUrl.safeParse(env.SOURCE_URL).success)
    faults.push('SOURCE_URL: is not a valid address');
  if (production && !env.PUBLIC_URL?.startsWith('https://')) faults.push('PUBLIC_URL: must be https in production');
  if (production && !env.RATE_LIMITS) faults.push('RATE_LIMITS: cannot be off in production');
  if (
    production &&
    env.DEV_LOGIN_SECRET &&
    (env.DEV_LOGIN_SECRET.length < 32 || WEAK_SECRET.test(env.DEV_LOGIN_SECRET))
  )
    faults.push('DEV_LOGIN_SECRET: needs at least 32 characters that nobody can guess in production');
  if (production && env.WEBHOOK_SECRET && WEAK_SECRET.test(env.WEBHOOK_SECRET))
    faults.push('WEBHOOK_SECRET: can be guessed');
  return faults;
}

const DEFAULT_SOURCE_URL = 'https://www.ss.lv';

function sourceConfig(env: Environment): SourceConfig {
  if (env.SOURCE === 'none') return { kind: 'none' };
  return { kind: env.SOURCE, url: env.SOURCE_URL ?? DEFAULT_SOURCE_URL, intervalS: env.SOURCE_INTERVAL_S };
}

function botConfig(env: Environment): Config['bot'] {
  if (env.BOT_MODE === 'webhook') return { mode: 'webhook', secret: env.WEBHOOK_SECRET ?? '' };
  return { mode: env.BOT_MODE };
}

/**
 * Reads the settings. An empty variable counts as unset.
 * @throws ConfigError that lists every fault by the name of its variable.
 */
export function loadConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${plain(issue)}`));
  const env = parsed.data;
  const faults = crossFaults(env);
  if (faults.length > 0) throw new ConfigError(faults);
  return {
    env: env.NODE_ENV,
    logLevel: env.LOG_LEVEL,
    role: env.ROLE,
    http: {
      host: env.HOST,
      port: env.PORT,
      publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
      trustedProxies: env.TRUSTED_PROXY ?? [],
      rateLimits: env.RATE_LIMITS,
    },
    database: { url: env.DATABASE_URL ?? null, dataDir: env.DATA_DIR, migrateOnStart: env.MIGRATE_ON_START },
    telegram: {
      token: env.BOT_TOKEN ?? null,
      apiRoot: env.TELEGRAM_API_ROOT,
      webOrigin: env.TELEGRAM_WEB_ORIGIN,
      linkOrigin: env.TELEGRAM_LINK_ORIGIN,
      initDataMaxAgeS: env.INIT_DATA_MAX_AGE_S,
    },
    bot: botConfig(env),
    source: sourceConfig(env),
    sending: { concurrency: env.SEND_CONCURRENCY, ratePerS: env.SEND_RATE_PER_S, alertsPerHour: env.ALERTS_PER_HOUR },
    metrics: { host: env.METRICS_HOST, port: env.METRICS_PORT },
    signupRole: env.SIGNUP_ROLE,
    devLoginSecret: env.DEV_LOGIN_SECRET ?? null,
    contact: {
      phone: env.CONTACT_PHONE,
      email: env.CONTACT_EMAIL,
      address: env.CONTACT_ADDRESS,
      latitude: env.CONTACT_LATITUDE,
      longitude: env.CONTACT_LONGITUDE,
    },
  };
}

/** zod's own texts may quote the value; a setting can be a secret, so only the rule is told. */
function plain(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_format' && issue.format === 'url') return 'is not a valid address';
  if (issue.code === 'too_small')
    return `must be at least ${issue.minimum}${issue.origin === 'string' ? ' characters' : ''}`;
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`;
  if (issue.code === 'invalid_format' && !issue.message.startsWith('must')) return 'has the wrong form';
  return issue.message;
}
