import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actingUser } from '#core/audit/actor.ts';
import type { User } from '#core/users/user.entity.ts';
import { OPERATOR } from '../support/actors.ts';
import { type AdminChatWorld, openAdminChatWorld } from '../support/admin-chat-world.ts';

let world: AdminChatWorld;
let admin: User;
beforeAll(async () => {
  world = await openAdminChatWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  admin = await world.someone('admin');
});

const by = (user = admin) => actingUser(user.id, 'web', '192.0.2.1');
const requests = <T>(work: (requests: AdminChatWorld['core']['planRequests']) => Promise<T>) =>
  world.core.run(() => work(world.core.planRequests));
const idOf = async (user: User) => {
  const [row] = await world.sql<{ id: string }>('select max(id) as id from plan_requests where user_id = ?', [user.id]);
  return Number(row?.id);
};

describe('the open requests', () => {
  it('come the oldest first, page by page, and only while they are open', async () => {
    const people: User[] = [];
    for (let count = 0; count < 5; count += 1) {
      people.push(await world.someone('user', { firstName: `Anna ${count}` }));
      await world.ask(people[count] as User, 'advanced');
    }
    await requests(async (all) => all.decline(by(), await idOf(people[1] as User)));
    const first = await requests((all) => all.open({ limit: 3 }));
    expect(first).toMatchObject({ total: 4, nextCursor: String(first.requests.at(-1)?.id) });
    const second = await requests((all) => all.open({ limit: 3, cursor: first.nextCursor ?? '' }));
    expect(second).toMatchObject({ total: 4, nextCursor: null });
    const names = [...first.requests, ...second.requests].map(({ user }) => user.firstName);
    expect(names).toEqual(['Anna 0', 'Anna 2', 'Anna 3', 'Anna 4']);
    const { id, telegramId } = people[0] as User;
    expect(first.requests[0]).toMatchObject({
      plan: 'advanced',
      createdAt: expect.any(Date),
      user: { id, telegramId, role: 'user' },
    });
  });

  it.each(['', '0', '-1', '1.5', '1e3', ' 1', 'x', '9'.repeat(16)])('know no page after %j', async (cursor) => {
    await expect(requests((all) => all.open({ limit: 3, cursor }))).rejects.toMatchObject({
      code: 'request.invalid',
      params: { field: 'cursor' },
    });
  });
});

describe('a grant', () => {
  it('gives what was asked for, or what is named', async () => {
    const [anna, boriss] = [await world.someone('user'), await world.someone('basic')];
    await world.ask(anna, 'advanced');
    await world.ask(boriss, 'advanced');
    const less = await requests(async (all) => all.grant(by(), await idOf(anna), 'basic'));
    expect(less).toMatchObject({ plan: 'basic', request: { plan: 'advanced', user: { id: anna.id, role: 'user' } } });
    await requests(async (all) => all.grant(OPERATOR, await idOf(boriss)));
    expect([await world.role(anna), await world.role(boriss)]).toEqual(['basic', 'advanced']);
    for (const user of [anna, boriss]) expect(await world.requestsOf(user)).toMatchObject([{ state: 'granted' }]);
  });

  it('of what the user has already is refused: nobody would tell them that their request is over', async () => {
    const anna = await world.someone('basic');
    await world.ask(anna, 'advanced');
    const held = requests(async (all) => all.grant(by(), await idOf(anna), 'basic'));
    await expect(held).rejects.toMatchObject({ code: 'user.roleNotAllowed' });
    expect(await world.role(anna)).toBe('basic');
    expect(await world.requestsOf(anna)).toEqual([{ plan: 'advanced', state: 'open' }]);
    expect(await world.audited()).toEqual([]);
  });

  it('of two administrators at once is one, and so is a decline beside it', async () => {
    const other = await world.someone('admin');
    for (let round = 0; round < 5; round += 1) {
      const anna = await world.someone('user');
      await world.ask(anna, 'basic');
      const id = await idOf(anna);
      const outcomes = await Promise.allSettled([
        requests((all) => all.grant(by(), id)),
        requests((all) => all.grant(by(other), id, 'advanced')),
        requests((all) => all.decline(by(other), id)),
      ]);
      const faults = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
      expect(faults).toEqual(['plan.requestNotFound', 'plan.requestNotFound']);
      const [{ state } = { state: '' }] = await world.requestsOf(anna);
      expect(state).toBe((await world.role(anna)) === 'user' ? 'declined' : 'granted');
    }
    expect(await world.audited()).toHaveLength(5);
  });

  it('of a request that another took the place of is refused', async () => {
    const anna = await world.someone('user');
    await world.ask(anna, 'basic');
    const first = await idOf(anna);
    await world.ask(anna, 'advanced');
    await expect(requests((all) => all.grant(by(), first))).rejects.toMatchObject({ code: 'plan.requestNotFound' });
    expect(await world.role(anna)).toBe('user');
  });
});

describe('a decline', () => {
  it('tells the user once and leaves a line in the audit log', async () => {
    const anna = await world.someone('user', { language: 'en' });
    await world.ask(anna, 'basic');
    const id = await idOf(anna);
    expect(await requests((all) => all.decline(by(), id))).toMatchObject({ id, plan: 'basic' });
    await expect(requests((all) => all.decline(by(), id))).rejects.toMatchObject({ code: 'plan.requestNotFound' });
    await expect(requests((all) => all.get(id))).rejects.toMatchObject({ code: 'plan.requestNotFound' });
    await world.send();
    expect(world.toldTo(anna).map(({ text }) => text)).toEqual([
      'Your request for the plan “Basic” was declined. To ask again: /plan',
    ]);
    expect(await world.audited()).toEqual([[`user ${admin.id}`, 'plan.decline', 'web']]);
  });
});

it('who is an administrator no more answers nothing', async () => {
  const former = await world.someone('user');
  const anna = await world.someone('basic');
  await world.ask(anna, 'advanced');
  const id = await idOf(anna);
  for (const actor of [by(former), by(anna)]) {
    await expect(requests((all) => all.grant(actor, id))).rejects.toMatchObject({ code: 'auth.notAdmin' });
    await expect(requests((all) => all.decline(actor, id))).rejects.toMatchObject({ code: 'auth.notAdmin' });
  }
  expect(await world.requestsOf(anna)).toEqual([{ plan: 'advanced', state: 'open' }]);
  expect(await world.audited()).toEqual([]);
});
