import { expect } from 'vitest';
import { CONCURRENCY } from './chaos-world.ts';
import type { History } from './history.ts';
import type { Verdict } from './verdict.ts';

const MOST_SHOWN = 20;
const LEASE_S = 30;

const FIRST_SEND_MS = 5_000;
const OVERDUE_MS = 5_000;

const latest = (times: readonly number[]) => seconds(Math.max(0, ...times));
const seconds = (ms: number) => (ms / 1000).toFixed(1);

/** What was seen, to be quoted. @param overdueMs how long claims outlived their lease. */
export function figures(name: string, history: History, verdict: Verdict, overdueMs: number): string {
  const { kills, ads, calls, listeners } = history;
  const { copies, ambiguous, firstSends } = verdict;
  const extra = copies.byAmbiguity + copies.byKills;
  const deaths = Object.entries(Object.groupBy(kills, ({ by }) => by)).map(([by, list]) => `${list?.length} by ${by}`);
  const away = listeners.filter(({ reach }) => reach !== 'open').length;
  return [
    `${name}: ${ads.length} ads, ${listeners.length} users of whom ${away} cannot be reached`,
    `  kills ${kills.length}: ${deaths.join(', ')}`,
    `  expected ${verdict.expected}, told by ${verdict.told} messages in ${calls.length} calls; lost ${verdict.lost.length}`,
    `  copies ${extra}: ${copies.byAmbiguity} of ${ambiguous} ambiguous outcomes, ${copies.byKills} by kills (most of one ${copies.mostOfOneKill}); bound ${boundOf(history, verdict)}, unexplained ${verdict.unexplained.length}`,
    `  further calls to whom cannot be reached ${verdict.furtherCalls}, inside a 429 ${verdict.callsInHold}, wrong ${verdict.wrongCalls.length}`,
    `  first send after ${firstSends.length} starts: at most ${latest(firstSends.map(({ afterStart }) => afterStart))} s; after it led ${latest(firstSends.map(({ afterLead }) => afterLead ?? 0))} s; claims taken over ${seconds(LEASE_S * 1000 + overdueMs)} s after they began at the latest`,
  ].join('\n');
}

const boundOf = ({ kills }: History, { ambiguous }: Verdict) => CONCURRENCY * kills.length + ambiguous;

/** Nothing lost, nothing told for no reason, and no row left behind. */
export function expectKept(history: History, verdict: Verdict): void {
  const { lost, uncalledFor, unexplained, looping, wrongCalls, rowFaults, copies } = verdict;
  const faults = { lost, uncalledFor, unexplained, looping, wrongCalls, rowFaults };
  const shown = Object.entries(faults).map(([name, list]) => [name, list.slice(0, MOST_SHOWN)]);
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(shown.map(([name]) => [name, []])));
  expect(copies.byAmbiguity + copies.byKills).toBeLessThanOrEqual(boundOf(history, verdict));
  expect(copies.mostOfOneKill).toBeLessThanOrEqual(CONCURRENCY);
  expect(verdict.furtherCalls).toBeLessThan(CONCURRENCY);
  expect(verdict.callsInHold).toBe(0);
}

/** How soon the service is at work again; what its start takes counts only where nothing runs beside it. */
export function expectQuick({ firstSends }: Verdict, overdueMs: number, given: { alone: boolean }): void {
  const times = firstSends.map(({ afterStart, afterLead }) => (given.alone ? afterStart : (afterLead ?? 0)));
  expect(times.filter((ms) => ms > FIRST_SEND_MS)).toEqual([]);
  expect(overdueMs).toBeLessThan(OVERDUE_MS);
}
