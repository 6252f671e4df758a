import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchInput } from './input-watch.ts';

const LIMIT_MS = 1000;
let page: EventTarget & { visibilityState: string };
let told: boolean[];
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  told = [];
  end = watchInput(LIMIT_MS, (isIdle) => told.push(isIdle));
});
afterEach(() => {
  end();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('tells once that nobody does anything, and once that somebody does again', () => {
  vi.advanceTimersByTime(3 * LIMIT_MS);
  expect(told).toEqual([true]);
  page.dispatchEvent(new Event('keydown'));
  page.dispatchEvent(new Event('wheel'));
  expect(told).toEqual([true, false]);
});

it('counts the time from what was done last', () => {
  vi.advanceTimersByTime(LIMIT_MS - 1);
  page.dispatchEvent(new Event('pointerdown'));
  vi.advanceTimersByTime(LIMIT_MS - 1);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual([true]);
});

it('takes the coming back to the page for something done, not the leaving', () => {
  vi.advanceTimersByTime(LIMIT_MS);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(told).toEqual([true]);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(told).toEqual([true, false]);
});

it('tells nothing after its end', () => {
  end();
  vi.advanceTimersByTime(LIMIT_MS);
  expect(told).toEqual([]);
});
