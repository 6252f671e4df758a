import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Account, type AccountWorld, openAccountWorld } from '../support/account-world.ts';
import { OPERATOR } from '../support/actors.ts';
import { anAd, anAdEvent } from '../support/ad-builders.ts';
import { BUSY, somebodyBusy } from '../support/busy-account.ts';
import { aMatcher } from '../support/matching-world.ts';

const NOON = '2026-11-20T12:00:00Z';

let world: AccountWorld;
beforeAll(async () => {
  world = await openAccountWorld();
});
afterAll(() => world.close());
beforeEach(() => world.clock.set(NOON));

const remove = (user: Account) => user.ask('DELETE', '/api/user/delete-account');
const rowsOf = (user: Account) => world.sql('select status from notifications where user_id = ?', [user.id]);
const filtersOf = (user: Account) => world.sql('select id from filters where user_id = ?', [user.id]);

async function deleted(user: Account) {
  const answer = await remove(user);
  expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
  return answer;
}

/** Where in the whole database one of the values stands, as `table.column`. */
async function tracesOf(values: readonly string[]): Promise<string[]> {
  const columns = await world.sql<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns
     where table_schema = 'public'`,
  );
  const found: string[] = [];
  for (const { table_name: table, column_name: column } of columns) {
    const hits = await world.sql(
      `select from "${table}" where exists (
         select from unnest(?::text[]) value where position(value in "${column}"::text) > 0)`,
      [`{${values.map((value) => `"${value}"`).join(',')}}`],
    );
    if (hits.length > 0) found.push(`${table}.${column}`);
  }
  return found.sort();
}

describe('an account', () => {
  it('leaves nothing behind that names its user; reports stay without identity', async () => {
    const { busy } = await somebodyBusy(world);
    const names = [String(busy.id), String(busy.telegramId), ...Object.values(BUSY)];
    const before = await tracesOf(names);
    const told = ['notifications.user_id', 'users.phone', 'filters.user_id', 'recipients.user_id', 'sessions.user_id'];
    const begun = ['login_links.user_id', 'verifications.pending', 'conversation_states.key'];
    for (const place of [...told, ...begun]) expect(before).toContain(place);
    await deleted(busy);
    expect(await tracesOf(names)).toEqual([]);
    expect(await world.sql('select user_id, first_name, text from problems')).toEqual([
      { user_id: null, first_name: '', text: 'The map does not open' },
    ]);
  });

  it('ends with its sessions, and a kept launch string opens neither it nor a new one', async () => {
    const anna = await world.someone();
    const initData = world.signInitData({ telegramId: anna.telegramId });
    world.clock.advance(1000);
    const answer = await deleted(anna);
    expect(answer.cookies[0]).toMatchObject({ name: 'sid', value: '' });
    expect((await anna.ask('GET', '/api/get/user')).statusCode).toBe(401);
    expect((await remove(anna)).statusCode).toBe(401);

    const payload = { telegram_user_id: anna.telegramId, first_name: 'Anna', initData };
    const signup = (body: object) => world.call({ method: 'POST', url: '/auth/signup', payload: body });
    const replayed = await signup(payload);
    expect([replayed.statusCode, replayed.json().code]).toEqual([401, 'auth.reopenApp']);
    const header = await world.call({ url: '/api/get/user', headers: { authorization: `tma ${initData}` } });
    expect(header.json().code).toBe('auth.reopenApp');

    world.clock.advance(1000);
    const fresh = await signup({ ...payload, initData: world.signInitData({ telegramId: anna.telegramId }) });
    expect(fresh.statusCode).toBe(201);
    expect(fresh.json().user.id).not.toBe(anna.id);
  });

  it('is remembered for 48 hours, under a key that tells nothing', async () => {
    world.clock.set('2026-11-25T12:00:00Z');
    await deleted(await world.someone());
    const memory = 'select telegram_hash, expires_at from deleted_accounts';
    const [first, ...older] = await world.sql(memory);
    expect(older).toEqual([]);
    expect(first?.telegram_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(new Date(String(first?.expires_at))).toEqual(new Date('2026-11-27T12:00:00Z'));
    world.clock.advance(48 * 3_600_000);
    await deleted(await world.someone());
    const hashes = (await world.sql(memory)).map((row) => row.telegram_hash);
    expect(hashes).toHaveLength(1);
    expect(hashes).not.toContain(first?.telegram_hash);
  });

  it('of an administrator stays', async () => {
    const boss = await world.someone({ role: 'admin' });
    const answer = await remove(boss);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'user.adminDelete']);
    expect((await boss.ask('GET', '/api/get/user')).statusCode).toBe(200);
  });

  it('is deleted once, however often that is asked at once', async () => {
    const [anna, bruno] = [await world.someone(), await world.someone()];
    const answers = await Promise.all([1, 2, 3].map(() => remove(anna)));
    expect(answers.map((answer) => answer.statusCode).sort()[0]).toBe(200);
    for (const { statusCode } of answers) expect([200, 401, 404]).toContain(statusCode);
    expect((await bruno.ask('GET', '/api/get/user')).statusCode).toBe(200);
    expect((await world.call({ method: 'DELETE', url: '/api/user/delete-account' })).statusCode).toBe(401);
  });

  it('is forgotten by the matcher', async () => {
    const [anna, bruno] = [await world.someone(), await world.someone()];
    for (const user of [anna, bruno]) await user.aFilter('any');
    const first = await world.anAdComesOut();
    await world.deliver();
    expect([anna.told(), bruno.told()]).toEqual([[`alert ${first}`], [`alert ${first}`]]);
    await deleted(anna);
    expect(await filtersOf(anna)).toEqual([]);
    world.clock.advance(2000);
    const second = await world.anAdComesOut();
    expect(await rowsOf(anna)).toEqual([]);
    await world.deliver();
    expect(anna.told()).toHaveLength(1);
    expect(bruno.told()).toEqual([`alert ${first}`, `alert ${second}`]);
  });
});

describe('a deletion that meets the workers', () => {
  it('does not wait for a message on its way, whose result is then nobody’s', async () => {
    const [anna, bruno] = [await world.someone(), await world.someone()];
    for (const user of [anna, bruno]) await user.aFilter('any');
    let arrive = () => {};
    const onTheWay = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    world.sender.beforeAnswer = ({ chatId }) => (chatId === anna.telegramId ? onTheWay : undefined);
    const ad = await world.anAdComesOut();
    await world.deliverOnce();
    while (world.sender.calls.every((call) => call.chatId !== anna.telegramId)) await world.deliverOnce();
    expect(await rowsOf(anna)).toEqual([{ status: 'sending' }]);

    await deleted(anna);
    expect(await rowsOf(anna)).toEqual([]);
    arrive();
    await world.deliver();
    world.sender.beforeAnswer = () => {};
    expect(await rowsOf(anna)).toEqual([]);
    expect(bruno.told()).toEqual([`alert ${ad}`]);
    world.clock.advance(2000);
    const next = await world.anAdComesOut();
    await world.deliver();
    expect(anna.told()).toEqual([`alert ${ad}`]);
    expect(bruno.told()).toContain(`alert ${next}`);
  });

  it('waits for a claim that is being taken, and deletes what was claimed', async () => {
    const anna = await world.someone();
    await anna.aFilter('any');
    await world.anAdComesOut();
    const claim = await world.holding('select from recipients where user_id = ? for update', [anna.id]);
    const answer = deleted(anna);
    await world.somebodyWaits();
    await claim.execute("update notifications set status = 'sending', claim = 1 where user_id = ?", [anna.id]);
    await claim.execute('update recipients set claim = 1, lease_until = now() where user_id = ?', [anna.id]);
    await claim.commit();
    await answer;
    expect(await rowsOf(anna)).toEqual([]);
  });

  it('waits for a filter that is being saved, and deletes it too', async () => {
    const anna = await world.someone();
    const saving = await world.holding('select from users where id = ? for no key update', [anna.id]);
    const answer = deleted(anna);
    await world.somebodyWaits();
    await saving.execute(
      `insert into filters (user_id, name, name_key, active, edited_at) values (?, 'late', 'late', true, now())`,
      [anna.id],
    );
    await saving.commit();
    await answer;
    expect(await filtersOf(anna)).toEqual([]);
  });

  it('tells nobody what the matcher stores by what it saw before', async () => {
    const [anna, bruno] = [await world.someone(), await world.someone()];
    for (const user of [anna, bruno]) await user.aFilter('any');
    let isDeleted = false;
    // Not inside the matcher's transaction, as the ORM would take it.
    const outside = AsyncLocalStorage.snapshot();
    const matcher = aMatcher(world.core.orm, async (place) => {
      if (place !== 'before_commit' || isDeleted) return;
      isDeleted = true;
      await outside(() => deleted(anna));
    });
    const ad = await anAd(world.core.orm);
    await anAdEvent(world.core.orm, ad, { releasedAt: world.clock.now() });
    await matcher.drain();
    expect(isDeleted).toBe(true);
    await world.deliver();
    expect(anna.told()).toEqual([]);
    expect(bruno.told()).toEqual([`alert ${ad}`]);
    // The sweep rests after each of its rounds, the longer the slower the machine is.
    const swept = async () => {
      await world.deliver();
      return rowsOf(anna);
    };
    await expect.poll(swept, { timeout: 10_000 }).toEqual([]);
    expect(anna.told()).toEqual([]);
  });

  it('is not undone by a sign-up that began before it', async () => {
    const anna = await world.someone();
    const initData = world.signInitData({ telegramId: anna.telegramId, firstName: 'Renamed' });
    world.clock.advance(2000);
    const other = await world.holding('select from users where id = ? for update', [anna.id]);
    const removed = deleted(anna);
    await world.somebodyWaits();
    const payload = { telegram_user_id: anna.telegramId, first_name: 'Renamed', initData };
    const signup = world.call({ method: 'POST', url: '/auth/signup', payload });
    await world.somebodyWaits(2);
    await other.commit();
    await removed;
    const { statusCode, ...answer } = await signup;
    expect([statusCode, answer.headers['set-cookie']]).toEqual([401, undefined]);
    expect(await world.sql('select from users where telegram_id = ?', [anna.telegramId])).toEqual([]);
  });

  it('and a change of the role end in one order', async () => {
    for (let time = 0; time < 5; time += 1) {
      const anna = await world.someone();
      for (const name of ['a', 'b', 'c']) await anna.aFilter(name);
      const demoted = world.core
        .run(() => world.core.userRoles.demote(OPERATOR, anna.id, 'user'))
        .catch((error) => error.code);
      const [answer, outcome] = await Promise.all([remove(anna), demoted]);
      expect(answer.statusCode).toBe(200);
      if (typeof outcome === 'string') expect(outcome).toBe('user.notFound');
      expect(await filtersOf(anna)).toEqual([]);
      expect(await world.sql('select from users where id = ?', [anna.id])).toEqual([]);
    }
  });
});
