import { setTimeout as moment } from 'node:timers/promises';
import { vi } from 'vitest';
import { PATHS } from '#core/contracts/paths.ts';
import { signFields } from '#tools/telegram-emulator/init-data.ts';
import type { OutagePostgres } from './outage-postgres.ts';
import type { RelayedCall, RelayMode } from './outage-relay.ts';
import type { OutageWorld } from './outage-world.ts';

const LOOK_MS = 100;
/** Sends that were claimed before the circuit opened wait for their turn. */
const ON_ITS_WAY_MS = 2_000;
const WITHIN = { timeout: 60_000, interval: 20 };

/** What an outage of the database looked like from outside; times in milliseconds. */
interface DatabaseOutage {
  /** From the stop until the service said that it is not ready. */
  readonly notReadyMs: number;
  /** From the start until it said that it is. */
  readonly readyMs: number;
  /** From the start until the next message reached Telegram. */
  readonly sendingMs: number;
  /** Everything that was answered meanwhile, as `status code`. */
  readonly answers: ReadonlySet<string>;
}

/** The server is stopped as if its machine had lost power, and started again after so long. */
export async function crashDatabase(world: OutageWorld, postgres: OutagePostgres, ms: number): Promise<DatabaseOutage> {
  return databaseOutage(world, ms, { go: () => postgres.stop(), comeBack: () => postgres.startAgain() });
}

/** The network to the server swallows everything for so long. */
export async function cutDatabaseOff(
  world: OutageWorld,
  postgres: OutagePostgres,
  ms: number,
): Promise<DatabaseOutage> {
  const { proxy } = postgres;
  return databaseOutage(world, ms, { go: () => proxy.set('blackhole'), comeBack: () => proxy.set('pass') });
}

async function databaseOutage(
  world: OutageWorld,
  ms: number,
  { go, comeBack }: { go: () => Promise<void>; comeBack: () => Promise<void> },
): Promise<DatabaseOutage> {
  const since = performance.now();
  const end = since + ms;
  await go();
  await isReady(world, 503);
  const notReadyMs = performance.now() - since;
  const answers = new Set<string>();
  while (performance.now() < end) {
    for (const answer of await askAll(world)) answers.add(answer);
    await moment(LOOK_MS);
  }
  const back = performance.now();
  await comeBack();
  const [readyMs, sendingMs] = await Promise.all([
    isReady(world, 200).then(() => performance.now() - back),
    nextSend(world, performance.now()).then(({ at }) => at - back),
  ]);
  return { notReadyMs, readyMs, sendingMs, answers };
}

function isReady(world: OutageWorld, status: number): Promise<void> {
  return vi.waitFor(async () => {
    const said = await world.readiness();
    if (said !== status) throw new Error(`/readyz says ${said}`);
  }, WITHIN);
}

/** What the service answers without its database: that it is alive, and that a call has to come again. */
async function askAll({ service, telegram }: OutageWorld): Promise<string[]> {
  const user = JSON.stringify({ id: 1, first_name: 'Anna' });
  const initData = signFields(telegram.token, { user, auth_date: String(Math.floor(Date.now() / 1000)) });
  const signal = AbortSignal.timeout(15_000);
  const headers = { authorization: `tma ${initData}` };
  const [health, call] = await Promise.all([
    fetch(`${service.url}/healthz`, { signal }),
    fetch(service.url + PATHS.filters, { signal, headers }),
  ]);
  const text = await call.text();
  const { code = '' } = JSON.parse(text) as { code?: string };
  return [`${health.status}`, `${call.status} ${code}${/stack|\bat .*:\d+/.test(text) ? ' with a stack' : ''}`];
}

/** A message, or the question whether Telegram answers; the poller asks it once, when it starts. */
const isTry = (call: RelayedCall) => isSend(call) || call.method === 'getMe';
const isSend = ({ method }: RelayedCall) => method === 'sendMessage' || method === 'sendPhoto';

function nextSend({ relay }: OutageWorld, since: number): Promise<RelayedCall> {
  return vi.waitFor(() => {
    const sent = relay.calls.find((call) => isSend(call) && call.at >= since && call.status === 200);
    if (!sent) throw new Error('nothing was sent');
    return sent;
  }, WITHIN);
}

/** What an outage of Telegram looked like; times in milliseconds. */
interface ApiOutage {
  /** From its begin until the service knew. */
  readonly openMs: number;
  /** From one try to the next, once what was on its way when it knew had passed. */
  readonly gapsMs: readonly number[];
  /** From its end until the next message was accepted. */
  readonly sendingMs: number;
}

/** Telegram is away for so long, while there are alerts to send. */
export async function apiOutage(world: OutageWorld, mode: RelayMode, ms: number): Promise<ApiOutage> {
  const { relay } = world;
  const since = performance.now();
  await relay.set(mode);
  await vi.waitFor(async () => {
    const [state] = await world.ask<{ open: boolean }>('select breaker_until is not null as open from sender_state');
    if (!state?.open) throw new Error('the circuit is closed');
  }, WITHIN);
  const open = performance.now();
  await moment(Math.max(0, since + ms - open));
  const back = performance.now();
  await relay.set('pass');
  const sent = await nextSend(world, back);
  const tries = relay.calls
    .filter((call) => isTry(call) && call.at > open + ON_ITS_WAY_MS && call.at < back)
    .map(({ at }) => at);
  const gapsMs = tries.slice(1).map((at, index) => at - (tries[index] ?? 0));
  return { openMs: open - since, gapsMs, sendingMs: sent.at - back };
}

const PACE_WINDOW_MS = 5_000;

/** Messages a second that were accepted, in the five seconds that saw most of them. */
export function highestPace(calls: readonly RelayedCall[]): number {
  const times = calls.filter((call) => isSend(call) && call.status === 200).map(({ at }) => at);
  const most = Math.max(
    0,
    ...times.map((from) => times.filter((at) => at >= from && at < from + PACE_WINDOW_MS).length),
  );
  return most / (PACE_WINDOW_MS / 1000);
}
