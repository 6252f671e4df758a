import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DeliveryWorld, type Listener } from '#tests/support/delivery-world.ts';

let world: DeliveryWorld;
beforeAll(async () => {
  world = await DeliveryWorld.open();
});
afterAll(() => world.database.close());
beforeEach(() => world.reset());

describe('a user who lets the bot write again while a send is in flight', () => {
  const comeBack = (to: Listener) => {
    world.sender.beforeAnswer = async () => {
      world.sender.beforeAnswer = () => {};
      await world.run(() => world.settings.markReachable(to.chat));
    };
  };

  it('stays reachable, though that send was refused before, until another is', async () => {
    const anna = await world.aListener();
    const [, ad] = await world.alerts(anna, 2);
    comeBack(anna);
    world.sender.answerNext({ outcome: 'unreachable', reason: 'blocked' });
    await world.pass(1);
    expect(await world.statuses()).toEqual(['cancelled: blocked', 'sent']);
    expect(world.sender.toldTo(anna.chat)).toEqual([`alert ${ad}`]);
    expect(await world.run(() => world.settings.state(anna.id))).toMatchObject({ reachable: true, reason: null });
    await world.anAlert(anna);
    world.sender.answerNext({ outcome: 'unreachable', reason: 'blocked' });
    await world.pass(1);
    expect(await world.run(() => world.settings.state(anna.id))).toMatchObject({ reachable: false, reason: 'blocked' });
  });

  it('gets nothing twice', async () => {
    const anna = await world.aListener();
    const ad = await world.anAlert(anna);
    comeBack(anna);
    await world.drain();
    await world.lapse();
    await world.pass(1);
    expect(world.sender.toldTo(anna.chat)).toEqual([`alert ${ad}`]);
  });
});

it('goes on when what will never be sent cannot be ended', async () => {
  const [anna, bruno] = [await world.aListener(), await world.aListener()];
  const ad = await world.anAlert([anna, bruno]);
  await world.sql('update notifications set expires_at = ? where user_id = ?', [world.clock.now(), anna.id]);
  await world.sql(`create function keep() returns trigger language plpgsql as $$begin raise 'kept'; end$$`);
  await world.sql(
    `create trigger keep before update on notifications for each row when (new.status = 'expired') execute function keep()`,
  );
  try {
    await world.drain();
  } finally {
    await world.sql('drop function keep cascade');
  }
  expect(world.sender.toldTo(bruno.chat)).toEqual([`alert ${ad}`]);
  expect((await world.statuses()).sort()).toEqual(['pending', 'sent']);
});

it('counts a failure of Telegram once, however often writing it is tried', async () => {
  await world.anAlert(await world.aListener());
  world.sender.answerNext({ outcome: 'failed', failure: '5xx', ambiguous: true, reason: '502' });
  let failures = 0;
  const service = world.aService({
    crashPoint: (name) => {
      if (name === 'before_commit' && ++failures <= 3) throw new Error('the connection broke');
    },
  });
  await world.drain(service);
  expect(service.outage).toBe(false);
  expect(await world.rows()).toMatchObject([{ status: 'pending', attempts: 1 }]);
});
