import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandLine } from '#tests/support/cli-world.ts';
import { DeliveryWorld } from '#tests/support/delivery-world.ts';

let world: DeliveryWorld;
let vanags: ReturnType<typeof commandLine>;
beforeAll(async () => {
  world = await DeliveryWorld.open();
  vanags = commandLine(world.database.url);
});
afterAll(() => world.database.close());

it('shows on the command line what was given up and why, and tries it again for one user or for all', async () => {
  expect(await vanags(['outbox', 'dead'])).toMatchObject({ code: 0, out: 'No dead messages.' });
  const [anna, bruno] = [await world.aListener(), await world.aListener()];
  await world.anAlert([anna, bruno]);
  world.sender.answerAlways({ outcome: 'rejected', reason: '400: Bad Request: no such thing' });
  await world.drain();
  expect(JSON.parse((await vanags(['outbox', 'status', '--json'])).out)).toMatchObject({ pending: 0, dead: 2 });
  const dead = JSON.parse((await vanags(['outbox', 'dead', '--json'])).out);
  expect(dead).toMatchObject([
    { kind: 'ad', user_id: anna.id, error: '400: Bad Request: no such thing' },
    { kind: 'ad', user_id: bruno.id },
  ]);
  expect((await vanags(['outbox', 'retry', '--user', 'x'])).code).toBe(2);
  expect((await vanags(['outbox', 'retry', '--user', String(anna.id)])).out).toBe('1 message will be tried again.');
  expect(await world.statuses()).toEqual(['pending', 'dead: 400: Bad Request: no such thing']);
  expect((await vanags(['outbox', 'retry'])).out).toBe('1 message will be tried again.');
  expect((await vanags(['outbox', 'retry'])).out).toBe('No dead messages.');
});
