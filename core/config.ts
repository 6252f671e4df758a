import type { z } from 'zod';
import { type Environment, environmentSchema, httpUrl } from './environment.ts';
import { SOURCE_KINDS, type SourceKind, sourceKinds } from './ingestion/source-kinds.ts';

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
    /** How long a stopping process goes on serving while it says that it is not ready. */
    readonly stopDelayS: number;
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
  | { readonly kind: SourceKind; readonly url: string; readonly intervalS: number };

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

const WEAK_SECRET = /changeme|secret|password|example/i;

interface CrossRule {
  readonly setting: keyof Environment;
  readonly fault: string;
  readonly isBroken: (env: Environment) => boolean;
}

/** What a source asks of SOURCE_URL. */
function addressRules(kind: SourceKind): CrossRule[] {
  const { url, mayBeFile } = SOURCE_KINDS[kind];
  const needed: CrossRule = {
    setting: 'SOURCE_URL',
    fault: `is needed with SOURCE=${kind}`,
    isBroken: (env) => env.SOURCE === kind && !env.SOURCE_URL,
  };
  const address: CrossRule = {
    setting: 'SOURCE_URL',
    fault: `must be an http or https address with SOURCE=${kind}`,
    isBroken: (env) => env.SOURCE === kind && !!env.SOURCE_URL && !httpUrl.safeParse(env.SOURCE_URL).success,
  };
  return [...(url === null ? [needed] : []), ...(mayBeFile ? [] : [address])];
}

const inProduction = (env: Environment) => env.NODE_ENV === 'production';

/** Rules that only show when settings are seen together. */
export const CROSS_RULES: readonly CrossRule[] = [
  {
    setting: 'BOT_TOKEN',
    fault: 'is needed with BOT_MODE=polling',
    isBroken: (env) => env.BOT_MODE === 'polling' && !env.BOT_TOKEN,
  },
  {
    setting: 'BOT_TOKEN',
    fault: 'is needed with BOT_MODE=webhook',
    isBroken: (env) => env.BOT_MODE === 'webhook' && !env.BOT_TOKEN,
  },
  {
    setting: 'WEBHOOK_SECRET',
    fault: 'is needed with BOT_MODE=webhook',
    isBroken: (env) => env.BOT_MODE === 'webhook' && !env.WEBHOOK_SECRET,
  },
  {
    setting: 'PUBLIC_URL',
    fault: 'is needed with BOT_MODE=webhook',
    isBroken: (env) => env.BOT_MODE === 'webhook' && !env.PUBLIC_URL,
  },
  ...sourceKinds.flatMap(addressRules),
  {
    setting: 'PUBLIC_URL',
    fault: 'must be https in production',
    isBroken: (env) => inProduction(env) && !env.PUBLIC_URL?.startsWith('https://'),
  },
  {
    setting: 'RATE_LIMITS',
    fault: 'cannot be off in production',
    isBroken: (env) => inProduction(env) && !env.RATE_LIMITS,
  },
  {
    setting: 'DEV_LOGIN_SECRET',
    fault: 'needs at least 32 characters that nobody can guess in production',
    isBroken: ({ DEV_LOGIN_SECRET: secret, ...env }) =>
      inProduction(env) && secret !== undefined && (secret.length < 32 || WEAK_SECRET.test(secret)),
  },
  {
    setting: 'WEBHOOK_SECRET',
    fault: 'must be a text that nobody can guess in production',
    isBroken: (env) => inProduction(env) && env.WEBHOOK_SECRET !== undefined && WEAK_SECRET.test(env.WEBHOOK_SECRET),
  },
];

function sourceConfig(env: Environment): SourceConfig {
  if (env.SOURCE === 'none') return { kind: 'none' };
  // One without either was refused by its rule.
  const url = env.SOURCE_URL ?? SOURCE_KINDS[env.SOURCE].url ?? '';
  return { kind: env.SOURCE, url, intervalS: env.SOURCE_INTERVAL_S };
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
  const faults = CROSS_RULES.filter((rule) => rule.isBroken(env)).map(({ setting, fault }) => `${setting}: ${fault}`);
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
      stopDelayS: env.STOP_DELAY_S,
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
