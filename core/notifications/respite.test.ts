import { expect, it } from 'vitest';
import { Respite } from './respite.ts';

function respiteOf(share: number, longestMs?: number) {
  let now = 0;
  const respite = new Respite({ share, ...(longestMs === undefined ? {} : { longestMs }), monotonic: () => now });
  const pass = (ms: number) => {
    now += ms;
  };
  return { respite, pass };
}

it('rests so long that the work takes its share of the time', async () => {
  const { respite, pass } = respiteOf(0.1);
  expect(respite.isOver()).toBe(true);
  expect(await respite.after(async () => pass(100))).toBeUndefined();
  pass(899);
  expect(respite.isOver()).toBe(false);
  pass(1);
  expect(respite.isOver()).toBe(true);
});

it('needs no rest after work that took next to no time', async () => {
  const { respite, pass } = respiteOf(0.01);
  expect(await respite.after(async () => pass(4.9))).toBeUndefined();
  expect(respite.isOver()).toBe(true);
});

it('rests no longer than it is allowed to', async () => {
  const { respite, pass } = respiteOf(0.1, 500);
  await respite.after(async () => pass(100));
  expect(respite.leftMs()).toBe(500);
});

it('rests also after work that failed', async () => {
  const { respite, pass } = respiteOf(0.1);
  const failure = respite.after(async () => {
    pass(100);
    throw new Error('the connection broke');
  });
  await expect(failure).rejects.toThrow('broke');
  expect(respite.leftMs()).toBe(900);
});
