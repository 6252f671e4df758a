import { isIP } from 'node:net';
import { z } from 'zod';
import { sourceKinds } from './ingestion/source-kinds.ts';

/** What an operator must know of a setting beside its rule; `npm run docs` makes `.env.example` and a table of it. */
interface SettingMeaning {
  readonly description: string;
  /** A value to begin with, where there is no default. */
  readonly example?: string;
  /** What may be written there, where the rule alone does not say it. */
  readonly values?: string;
  /** The service does not start without it: `.env.example` gives the line to fill in. */
  readonly required?: true;
}

/** Meanings of the settings, by their schemas. */
export const settingMeanings = z.registry<SettingMeaning>();

function setting<T extends z.ZodType>(rule: T, meaning: string | SettingMeaning): T {
  settingMeanings.add(rule, typeof meaning === 'string' ? { description: meaning } : meaning);
  return rule;
}

const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum));
const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');
/** An address without a slash at its end. */
export const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
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

/** `10.0.0.1`, `10.0.0.0/8`, `fd00::/8` */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits);
}

const service = {
  NODE_ENV: setting(
    z.enum(['development', 'test', 'production']).default('development'),
    'What it runs for. In production PUBLIC_URL is https, the rate limits are on, and no page describes the calls.',
  ),
  PORT: setting(wholeNumber(0, 65_535).default(3000), 'Port the service listens on; 0 takes a free one.'),
  HOST: setting(z.string().min(1).default('127.0.0.1'), {
    description: 'Address the service listens on. In a container: 0.0.0.0.',
    values: 'an address of the machine',
  }),
  PUBLIC_URL: setting(origin.optional(), {
    description:
      'The address people open, also of the mini app, without a path; https in production. Without it: ' +
      'http://localhost:PORT.',
    values: 'an http or https address without a path',
    example: 'http://localhost:3000',
  }),
  TRUSTED_PROXY: setting(networks.optional(), {
    description:
      'Addresses or networks of the reverse proxies in front of the service, with commas between them; their ' +
      'X-Forwarded-For tells who asks. Without it everybody behind a proxy shares one address, and its limits.',
    values: 'addresses or networks, with commas between them',
    example: '127.0.0.1',
  }),
  ROLE: setting(
    z.enum(['all', 'web']).default('all'),
    'all serves and may lead (polls, ingests, matches, sends); web serves only.',
  ),
  LOG_LEVEL: setting(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    'How much the log tells, one JSON object a line.',
  ),
  RATE_LIMITS: setting(
    onOff.default(true),
    'Slows down who asks too often; off is for load tests and is refused in production.',
  ),
  STOP_DELAY_S: setting(
    wholeNumber(0, 5).default(0),
    'Seconds that a stopping process goes on serving while /readyz says 503, so that a balancer takes it out first.',
  ),
  METRICS_HOST: setting(z.string().min(1).default('127.0.0.1'), {
    description: 'Address of the figures for Prometheus.',
    values: 'an address of the machine',
  }),
  METRICS_PORT: setting(wholeNumber(0, 65_535).default(9464), 'Port of the figures for Prometheus; 0 turns them off.'),
};

const database = {
  DATABASE_URL: setting(
    z
      .url({ protocol: /^postgres(ql)?$/, abort: true })
      .refine((url) => /^\/./.test(new URL(url).pathname), 'must name a database')
      .optional(),
    {
      description: 'The PostgreSQL server. Without it the service runs one of its own and keeps its data in DATA_DIR.',
      values: 'a postgresql address that names a database',
      example: 'postgresql://vanags@localhost:5432/vanags',
    },
  ),
  DATA_DIR: setting(z.string().min(1).default('.data'), {
    description: 'Folder of the PostgreSQL that the service runs itself.',
    values: 'a path',
  }),
  MIGRATE_ON_START: setting(
    onOff.default(true),
    'on brings the schema up to date at start; with off the command migrate of the command line does.',
  ),
};

const telegram = {
  BOT_TOKEN: setting(
    z
      .string()
      .regex(/^\d{3,16}:[A-Za-z0-9_-]{30,64}$/, 'must be a token as BotFather gives it')
      .optional(),
    {
      description: 'The token that BotFather gives.',
      values: 'a token of BotFather',
      example: '123456789:replace-me-with-the-token-of-BotFather',
      required: true,
    },
  ),
  BOT_MODE: setting(
    z.enum(['polling', 'webhook', 'off']).default('polling'),
    'How messages come from Telegram: asked for, pushed to PUBLIC_URL, or not at all.',
  ),
  WEBHOOK_SECRET: setting(
    z
      .string()
      .regex(/^[A-Za-z0-9_-]{16,256}$/, 'must be 16 to 256 of A-Z a-z 0-9 _ -')
      .optional(),
    {
      description: 'Proves that what is pushed comes from Telegram; 16 to 256 of A-Z a-z 0-9 _ -',
      values: '16 to 256 of A-Z a-z 0-9 _ -',
      example: 'a-long-random-text-of-your-own',
    },
  ),
  TELEGRAM_API_ROOT: setting(httpUrl.default('https://api.telegram.org'), {
    description: 'Where the Bot API is; change it for a local Bot API server only.',
    values: 'an http or https address',
  }),
  TELEGRAM_WEB_ORIGIN: setting(origin.default('https://web.telegram.org'), {
    description: 'Which site may show the mini app in a frame.',
    values: 'an http or https address without a path',
  }),
  TELEGRAM_LINK_ORIGIN: setting(origin.default('https://t.me'), {
    description: 'Where links that open a chat lead.',
    values: 'an http or https address without a path',
  }),
  INIT_DATA_MAX_AGE_S: setting(
    wholeNumber(60, 2_592_000).default(86_400),
    'How long the launch data of the mini app prove who somebody is, in seconds.',
  ),
  SIGNUP_ROLE: setting(
    z.enum(['user', 'basic', 'advanced']).default('user'),
    'Role of who signs up; a user has no filters until an administrator grants a plan.',
  ),
  DEV_LOGIN_SECRET: setting(z.string().min(1).optional(), {
    description: 'Turns on the log-in page for administrators at /dev-login; at least 32 characters in production.',
    values: 'a text',
    example: 'a-long-random-text-of-your-own-here',
  }),
};

const source = {
  SOURCE: setting(
    z.enum(['none', ...sourceKinds]).default('none'),
    'Where the ads come from: nowhere, a site (read its terms first), or a file of ads, one a line.',
  ),
  SOURCE_URL: setting(z.string().min(1).optional(), {
    description: 'Address of the site with SOURCE=ss-lv, path or address of the file with SOURCE=ndjson.',
    values: 'an address or a path',
    example: 'https://www.ss.lv',
  }),
  SOURCE_INTERVAL_S: setting(
    wholeNumber(1, 86_400).default(60),
    'Rest between two looks at the newest ads, in seconds.',
  ),
};

const sending = {
  SEND_CONCURRENCY: setting(wholeNumber(1, 30).default(3), 'Messages on their way at once.'),
  SEND_RATE_PER_S: setting(wholeNumber(1, 1000).default(25), 'Messages a second at most, over all chats.'),
  ALERTS_PER_HOUR: setting(
    wholeNumber(0, 3600).default(20),
    'Alerts a user gets in an hour; the rest goes into one message. 0: no cap.',
  ),
};

const contact = {
  CONTACT_PHONE: setting(z.string().min(3).default('+371 20 000 000'), {
    description: 'Phone number of who runs the service.',
    values: 'a text',
  }),
  CONTACT_EMAIL: setting(z.email().default('sveiki@vanags.example'), {
    description: 'E-mail address of who runs the service.',
    values: 'an e-mail address',
  }),
  CONTACT_ADDRESS: setting(z.string().min(3).default('Brīvības iela 1, Rīga, LV-1010'), {
    description: 'Postal address of who runs the service.',
    values: 'a text',
  }),
  CONTACT_LATITUDE: setting(coordinate(90).default(56.9514), 'Where that is on the map, in degrees north.'),
  CONTACT_LONGITUDE: setting(coordinate(180).default(24.1133), 'Where that is on the map, in degrees east.'),
};

/** Every setting in the groups that operators see. */
export const settingGroups: readonly {
  readonly title: string;
  readonly settings: Readonly<Record<string, z.ZodType>>;
}[] = [
  { title: 'Service', settings: service },
  { title: 'Database', settings: database },
  { title: 'Telegram', settings: telegram },
  { title: 'Where the ads come from', settings: source },
  { title: 'Sending', settings: sending },
  { title: 'Contact page', settings: contact },
];

/** Every setting the service knows, as the environment spells it. */
export const environmentSchema = z.object({
  ...service,
  ...database,
  ...telegram,
  ...source,
  ...sending,
  ...contact,
});
export type Environment = z.infer<typeof environmentSchema>;
