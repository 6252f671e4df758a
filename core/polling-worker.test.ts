import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';
import { PollingWorker } from './polling-worker.ts';

const logger = createLogger('silent');
const LONG_MS = 3_600_000;

/** A worker whose rounds do what `rounds` says, one after another; `ran(n)` resolves when the n-th has begun. */
function scripted(rounds: (() => Promise<boolean>)[], intervalMs = LONG_MS) {
  let begun = 0;
  let tell: () => void = () => {};
  const worker = new PollingWorker({
    name: 'test',
    intervalMs,
    logger,
    run: async () => {
      begun += 1;
      tell();
      return (await rounds[begun - 1]?.()) ?? false;
    },
  });
  const ran = async (count: number) => {
    while (begun < count) await new Promise<void>((resolve) => (tell = resolve));
  };
  return { worker, ran, begun: () => begun };
}

it('goes on at once while there is more to do, then rests', async () => {
  const { worker, ran, begun } = scripted([async () => true, async () => true]);
  worker.start();
  await ran(3);
  await worker.stop();
  expect(begun()).toBe(3);
});

it('begins at once when it is woken', async () => {
  const { worker, ran } = scripted([]);
  worker.start();
  await ran(1);
  worker.wake();
  await ran(2);
  await worker.stop();
});

it('does not miss a wake-up call that comes during a round', async () => {
  const { worker, ran } = scripted([
    async () => {
      worker.wake();
      return false;
    },
  ]);
  worker.start();
  await ran(2);
  await worker.stop();
});

it('survives a round that throws', async () => {
  const { worker, ran } = scripted([() => Promise.reject(new Error('boom'))], 1);
  worker.start();
  await ran(3);
  await worker.stop();
});

it('waits for the round that is under way when it is stopped', async () => {
  let finish: () => void = () => {};
  let done = false;
  const { worker, ran } = scripted([
    () =>
      new Promise((resolve) => {
        finish = () => {
          done = true;
          resolve(false);
        };
      }),
  ]);
  worker.start();
  await ran(1);
  const stopped = worker.stop();
  finish();
  await stopped;
  expect(done).toBe(true);
});
