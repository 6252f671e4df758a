import type { RecordedCall } from '#tools/telegram-emulator/types.ts';
import { adsIn, alertsOf, type ToldAlert } from './alert-history.ts';
import { type ExpectedAlert, expectedAlerts } from './alert-oracle.ts';
import type { Kill } from './chaos-world.ts';
import type { History, OutboxRow } from './history.ts';
import type { Listener } from './listeners.ts';

/** Longer than any call of the service takes before it is given up. */
const CALL_MS = 12_000;
/** With the picture, with a preview, as plain text. */
const FORMS = 3;

/** What the histories say. Lists hold faults in words, and are to be empty. */
export interface Verdict {
  /** Pairs of a user and an ad that had to be told. */
  readonly expected: number;
  readonly told: number;
  readonly lost: readonly string[];
  readonly uncalledFor: readonly string[];
  /** Messages that came once more. */
  readonly copies: { readonly byAmbiguity: number; readonly byKills: number; readonly mostOfOneKill: number };
  readonly unexplained: readonly string[];
  /** Calls that were carried out without the caller's being told. */
  readonly ambiguous: number;
  /** Calls to somebody who cannot be reached, after the first that said so, by chat; kills between excused. */
  readonly furtherCalls: number;
  /** Messages that Telegram does not take, sent again and again. */
  readonly looping: readonly string[];
  readonly callsInHold: number;
  readonly wrongCalls: readonly string[];
  /** Rows that wait, that ended as they should not have, or that nobody expected. */
  readonly rowFaults: readonly string[];
  /** The first send of each process that had something to send, in milliseconds after its start and after it led. */
  readonly firstSends: readonly { readonly afterStart: number; readonly afterLead: number | null }[];
}

export function judge(history: History): Verdict {
  const alerts = alertsOf(history.calls);
  const expected = expectedAlerts(history.ads, history.wishes);
  const open = history.listeners.filter(({ reach }) => reach === 'open');
  const toldTo = Map.groupBy(alerts, ({ chatId }) => chatId);
  const pairs = open.flatMap(({ userId, chatId }) =>
    [...(expected.get(userId) ?? [])].map(([key, alert]) => ({ chatId, key, alert })),
  );
  return {
    expected: pairs.length,
    told: alerts.length,
    lost: pairs.flatMap(({ chatId, key, alert }) => lossOf(key, alert, toldTo.get(chatId) ?? [])),
    uncalledFor: history.listeners.flatMap(({ userId, chatId }) =>
      uncalledForIn(toldTo.get(chatId) ?? [], expected.get(userId)),
    ),
    ...judgeCopies(alerts, history.kills),
    ambiguous: alerts.filter(({ ambiguous }) => ambiguous).length,
    furtherCalls: sum(history.listeners.map((listener) => furtherCallsTo(listener, history))),
    looping: history.listeners.flatMap((listener) => loopsTo(listener, history)),
    callsInHold: history.callsInHold,
    wrongCalls: history.wrongCalls,
    rowFaults: rowFaults(history, expected),
    firstSends: firstSends(history),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function lossOf(key: string, { price }: ExpectedAlert, told: readonly ToldAlert[]): string[] {
  const own = told.flatMap(({ ads }) => ads.filter((ad) => ad.key === key));
  const chat = told[0]?.chatId;
  if (own.length === 0) return [`${key} was never told to ${chat ?? 'somebody who was told nothing'}`];
  const isPriceTold = price === null || own.some((ad) => ad.price === price);
  return isPriceTold ? [] : [`${chat} was never told that ${key} costs ${price}`];
}

function uncalledForIn(told: readonly ToldAlert[], expected: ReadonlyMap<string, ExpectedAlert> | undefined): string[] {
  return told.flatMap(({ chatId, ads }) =>
    ads.flatMap(({ key, occasion }) => {
      const alert = expected?.get(key);
      const isExpected = alert && (occasion === 'new' || alert.price !== null);
      return isExpected ? [] : [`${chatId} was told of ${key} (${occasion})`];
    }),
  );
}

/** Each message beyond the first about an ad and an occasion must follow one of which the service could not know. */
function judgeCopies(alerts: readonly ToldAlert[], kills: readonly Kill[]) {
  const byAmbiguity = new Set<number>();
  const byKill = new Map<Kill, Set<number>>();
  const unexplained: string[] = [];
  const tellings = alerts.flatMap((alert) => alert.ads.map((ad) => ({ ...alert, ...ad })));
  const byKey = Map.groupBy(tellings, ({ chatId, key, occasion }) => `${key} (${occasion}) to ${chatId}`);
  for (const [name, copies] of byKey) {
    copies.slice(1).forEach((copy, at) => {
      const before = copies[at] as (typeof copies)[number];
      const kill = killBetween(kills, before.at, Math.min(copy.at, before.at + CALL_MS));
      if (before.ambiguous) byAmbiguity.add(before.call);
      else if (kill) byKill.set(kill, (byKill.get(kill) ?? new Set()).add(before.call));
      else unexplained.push(`${name} came again after ${copy.at - before.at} ms`);
    });
  }
  const ofKills = [...byKill.values()].map(({ size }) => size);
  const copies = { byAmbiguity: byAmbiguity.size, byKills: sum(ofKills), mostOfOneKill: Math.max(0, ...ofKills) };
  return { copies, unexplained };
}

const killBetween = (kills: readonly Kill[], from: number, to: number) =>
  kills.find(({ at }) => at >= from && at <= to);

/** Between a refusal and the next call the service must have been killed, or it has not listened. */
function furtherCallsTo({ chatId, reach }: Listener, { sends, kills }: History): number {
  if (reach !== 'blocked' && reach !== 'unknown') return 0;
  const calls = sends.get(chatId) ?? [];
  const from = calls.findIndex(isUnreachable);
  if (from < 0) return 0;
  const later = calls.slice(from);
  return later.slice(1).filter((call, at) => !killBetween(kills, later[at]?.at ?? 0, call.at)).length;
}

const isUnreachable = ({ error }: RecordedCall) =>
  error?.code === 403 || /chat not found/.test(error?.description ?? '');

function loopsTo({ chatId, reach }: Listener, { sends, kills }: History): string[] {
  if (reach !== 'refusing') return [];
  const byAd = Map.groupBy(sends.get(chatId) ?? [], ({ payload }) => adsIn(payload)[0]?.key ?? '');
  return [...byAd].flatMap(([key, calls]) => {
    const [first, last] = [calls[0]?.at ?? 0, calls.at(-1)?.at ?? 0];
    return calls.length <= FORMS || killBetween(kills, first, last) ? [] : [`${key}: ${calls.length} calls`];
  });
}

/** What a row of each listener may have come to. */
const ENDS: Readonly<Record<Listener['reach'], string>> = {
  open: 'sent',
  blocked: 'cancelled',
  unknown: 'cancelled',
  refusing: 'dead',
};

function rowFaults({ rows, listeners }: History, expected: ReturnType<typeof expectedAlerts>): string[] {
  const reachOf = new Map(listeners.map(({ userId, reach }) => [userId, reach]));
  const faults = rows.flatMap((row) => {
    const reach = reachOf.get(row.userId);
    const alert = expected.get(row.userId)?.get(row.key);
    const isExpected = alert && (row.occasion === 'new' || alert.price !== null);
    return isExpected && reach && row.status === ENDS[reach] ? [] : [words(row)];
  });
  const firsts = Map.groupBy(
    rows.filter(({ occasion }) => occasion === 'new'),
    ({ userId, key }) => `${userId}:${key}`,
  );
  const missing = listeners
    .filter(({ reach }) => reach === 'open')
    .flatMap(({ userId }) => [...(expected.get(userId)?.keys() ?? [])].map((key) => `${userId}:${key}`))
    .filter((name) => firsts.get(name)?.length !== 1)
    .map((name) => `${name} has ${firsts.get(name)?.length ?? 0} rows`);
  return [...faults, ...missing];
}

const words = ({ userId, key, occasion, status, error }: OutboxRow) =>
  `row of ${userId} about ${key} (${occasion}) is ${status}: ${error}`;

function firstSends({ starts, kills, calls }: History): Verdict['firstSends'] {
  const sends = calls.filter(({ method }) => method.startsWith('send'));
  return starts.flatMap(({ at, due, leadsAt }) => {
    const end = kills.find((kill) => kill.at > at)?.at ?? Number.POSITIVE_INFINITY;
    const first = sends.find((call) => call.at > at && call.at < end);
    if (due === 0 || !first) return [];
    return [{ afterStart: first.at - at, afterLead: leadsAt === null ? null : first.at - leadsAt }];
  });
}
