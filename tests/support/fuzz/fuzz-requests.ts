import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { anyText } from '../any-text.ts';
import { PASSWORD } from '../passwords.ts';
import { FIRST_BYSTANDER_ID } from './bystanders.ts';
import type { DescribedCall } from './described-calls.ts';
import type { CastName } from './fuzz-cast.ts';
import { changedAtOnePlace, oddValue } from './odd-values.ts';
import { type Samples, validBody } from './valid-bodies.ts';

export interface FuzzRequest {
  readonly by: CastName;
  readonly call: DescribedCall;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** null: none is sent. */
  readonly payload: string | null;
}

/** What only these two can say of themselves. */
export type OwnSamples = Readonly<Record<'user' | 'advanced', Samples>>;

/** What fields hold in requests that are meant to be understood. */
const SAMPLES: Samples = {
  filterName: ['A', 'B', 'Ģimenes auto', 'BMW 🦅', '<b>x</b>', 'f1', 'f2', 'f3', 'f4', 'f5'],
  carBrand: ['0', 'audi', 'bmw'],
  carModel: [[], ['0']],
  priceMin: [null, 0, 500],
  priceMax: [null, 9000, 100_000_000],
  yearMin: ['-', 1900, 2010],
  yearMax: ['-', 2020, 2026],
  volumeMin: [null, 0.1, 1.6],
  volumeMax: [null, 2, 20],
  runMin: [null, 1],
  runMax: [null, 200_000],
  checkup: ['any', '04.2027'],
  rating: [1, 3, 5],
  email: ['', 'anna@nest.example'],
  comment: ['', 'Labi!', 'a\nb'],
  quietFrom: [null, '22:00'],
  quietTo: [null, '07:00'],
  timeZone: ['Europe/Riga', 'UTC'],
  first_name: ['Anna'],
  firstName: ['Anna'],
  username: ['anna-b', 'liepa_77'],
  password: [PASSWORD],
  confirmPassword: [PASSWORD],
  currentPassword: [PASSWORD],
  phoneCountryCode: ['+371'],
  phoneNumber: ['26123456'],
  problem_description: ['Karte neatveras telefonā', 'The map does not open', '12345678'],
};

/** Hashing a password costs as much as a hundred other calls. */
const HASHES = /password|register|username|messaging/;
/** The first so many ids of everything belong to those who ask. */
export const OWN_THINGS = 12;
/** Who comes in by one of these is one person alone, and who goes out another, so that the rest stay who they are. */
const ENTRANCES = /^\/auth\//;
const EXITS = /signout|sessions|delete-account/;

const oddId = fc.oneof(
  fc.constantFrom(
    '0',
    '-1',
    'abc',
    '1e3',
    '1.0',
    '9223372036854775808',
    '9007199254740993',
    '\0',
    '..',
    "1' or '1'='1",
    '٣',
  ),
  anyText(120).map((text) => text.toWellFormed()),
);
const oddHeader = fc.constantFrom<Record<string, string>>(
  { 'accept-language': 'xx' },
  { 'accept-language': 'lv;q=a,*;;,' },
  { 'accept-language': 'ru,'.repeat(900) },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/json;application/json' },
  { 'content-encoding': 'gzip' },
  { cookie: 'sid' },
  { cookie: 'sid=; sid=%zz; sid="a\\"b"; __proto__=1' },
  { cookie: `sid=${'x'.repeat(8000)}` },
  { origin: 'null' },
  { origin: 'https://evil.example' },
  { authorization: 'tma ' },
  { authorization: 'tma user=%7B%7D&hash=0' },
  { authorization: 'Basic YTpi' },
  { 'x-forwarded-for': '1, 2, 3', 'x-forwarded-host': 'evil.example' },
  { 'x-http-method-override': 'DELETE' },
  { 'user-agent': '(((('.repeat(200) },
  { 'if-none-match': '*', range: 'bytes=0-,5-1' },
  { host: 'evil.example:99999' },
);
const oddSpelling = fc.constantFrom<(path: string) => string>(
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.toUpperCase(),
  (path) => `${path}%00`,
  (path) => `/.${path}`,
  (path) => path.replaceAll('/', '%2f'),
);

/** In one of so many requests. */
const rarely = <T>(oneIn: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

/**
 * Requests to every call, by everybody: most have a body that the contracts allow, changed at one place; some are odd in
 * their path, their query, their headers or their method.
 * @param ids of people whom administrators may do anything to
 */
export function fuzzRequests(calls: readonly DescribedCall[], own: OwnSamples, ids: readonly number[]) {
  const weighed = calls.map((call) => ({
    weight: weightOf(call),
    arbitrary: requestOf(call, { ...SAMPLES, ...own[ENTRANCES.test(call.path) ? 'user' : 'advanced'] }, ids),
  }));
  return fc.oneof(...weighed);
}

/** What is written the most is asked the most, and what takes an id that must be guessed. */
function weightOf({ path, body }: DescribedCall): number {
  if (HASHES.test(path)) return 1;
  if (path.startsWith('/filters/update')) return 40;
  return body ? 16 : path.includes('{') ? 12 : 4;
}

function requestOf(call: DescribedCall, samples: Samples, ids: readonly number[]): fc.Arbitrary<FuzzRequest> {
  const by = fc.constantFrom<CastName>(...peopleAt(call.path));
  const id = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...idsAt(call.path, ids)).map(String) },
    { weight: 1, arbitrary: oddId },
  );
  const query = fc.dictionary(
    fc.oneof(fc.constantFrom('limit', ...call.query), fc.string({ maxLength: 5 })),
    fc.oneof(fc.constantFrom('1', '500', '-id', 'admin', "' or 1=1--", '%', '\\', '\0', '👨‍👩‍👧'), anyText()),
    { maxKeys: 3 },
  );
  return fc
    .record({
      by,
      id,
      body: rarely(10, oddValue).chain((odd) =>
        odd !== null || !call.body ? fc.constant(odd) : bodyOf(call.body, samples),
      ),
      isTorn: rarely(25, fc.nat()),
      query: rarely(call.query.length > 0 ? 2 : 10, query),
      header: rarely(6, oddHeader),
      method: rarely(20, fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS')),
      spelling: rarely(25, oddSpelling),
    })
    .map(({ by, id, body, isTorn, query, header, method, spelling }): FuzzRequest => {
      const path = call.path.replace(/\{\w+\}/, encodeURIComponent(id));
      const text = JSON.stringify(body) ?? '';
      const isBodiless = body === null && call.body === null;
      const sent = method ?? call.method;
      return {
        by,
        call,
        method: sent,
        url: (spelling?.(path) ?? path) + (query ? `?${new URLSearchParams(query)}` : ''),
        headers: { ...(!isBodiless && { 'content-type': 'application/json' }), ...header },
        payload:
          sent === 'GET' || sent === 'HEAD' || isBodiless
            ? null
            : text.slice(0, isTorn === null ? undefined : isTorn % (text.length + 1)),
      };
    });
}

/** Who asks is not to be deleted by an administrator meanwhile; what bystanders have is asked for by everybody else. */
function idsAt(path: string, ids: readonly number[]): readonly number[] {
  if (path.includes('{userId}')) return ids;
  const own = Array.from({ length: OWN_THINGS }, (_, step) => step + 1);
  // What is granted cannot be declined any more.
  if (path.includes('/decline/')) return ids.map((_, step) => step + 1).slice(OWN_THINGS);
  const strangers = [0, 1, 2].map((step) => FIRST_BYSTANDER_ID + step);
  return path.startsWith('/admin') ? own : [...own, ...strangers];
}

function peopleAt(path: string): readonly CastName[] {
  if (ENTRANCES.test(path)) return ['nobody', 'user'];
  if (EXITS.test(path)) return ['nobody', 'basic'];
  if (path.startsWith('/admin')) return ['admin', 'admin', 'admin', 'advanced', 'nobody'];
  return ['advanced', 'advanced', 'advanced', 'basic', 'admin', 'user', 'nobody'];
}

/** One in four as the contract has it, the others changed at one place. */
function bodyOf(schema: NonNullable<DescribedCall['body']>, samples: Samples): fc.Arbitrary<unknown> {
  const change = fc.record({
    place: fc.nat(),
    odd: oddValue,
    how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add'),
  });
  return fc
    .tuple(validBody(schema, samples), fc.option(change, { freq: 4 }))
    .map(([body, changed]) => (changed ? changedAtOnePlace(body, changed.place, changed.odd, changed.how) : body));
}

/** The request as it is sent, with the session of who sends it, unless its own headers say otherwise. */
export function injected(request: FuzzRequest, session: Readonly<Record<string, string>>): InjectOptions {
  const { method, url, headers, payload } = request;
  return {
    method: method as 'POST',
    url,
    headers: { ...session, ...headers },
    ...(payload !== null && { payload }),
  };
}
