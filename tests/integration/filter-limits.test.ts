import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#core/contracts/user.ts';
import { OPERATOR } from '../support/actors.ts';
import { someone } from '../support/filter-client.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

function setRole(userId: number, role: Role): Promise<unknown> {
  return world.core.run(() => world.core.orm.em.execute('update users set role = ? where id = ?', [role, userId]));
}

describe('the limit of active filters', () => {
  it('keeps the role user from adding any', async () => {
    const anna = await someone(world, 'user');
    for (const active of [0, 1]) {
      const answer = await anna.create({ filterName: 'A', active });
      expect(answer.statusCode).toBe(403);
      expect(answer.json().code).toBe('filter.notAllowed');
    }
    expect(await anna.filters()).toEqual({});
  });

  it('stores a new filter switched off, and says so', async () => {
    const anna = await someone(world, 'basic');
    await anna.createMany(5, 1);
    const answer = await anna.create({ filterName: 'Sestais' });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      filterId: expect.any(Number),
      active: 0,
      message: 'New filter created as inactive. Maximum active filter limit reached.',
    });
    expect((await anna.create({ filterName: 'Klusais', active: 0 })).json().message).toBeUndefined();
  });

  it('refuses to switch one more on, with the dialog', async () => {
    const anna = await someone(world, 'basic');
    const [first] = await anna.createMany(5, 1);
    const { filterId } = (await anna.create({ filterName: 'Sestais' })).json();
    const answer = await anna.update(filterId, { filterName: 'Jauns vārds' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      code: 'filter.limitReached',
      title: 'Cannot Activate Filter',
      message: 'Maximum active filter limit reached. Disable another filter or upgrade your plan.',
      active: 0,
      limit: 5,
    });
    expect((await anna.filters())[filterId]?.[0]?.filterName).toBe('Sestais');
    expect((await anna.update(first ?? 0, { filterName: 'Pirmais' })).json()).toEqual({ active: 1 });
  });

  it('leaves somebody whose role allows none everything but switching on', async () => {
    const anna = await someone(world, 'basic');
    const [on = 0] = await anna.createMany(1, 1);
    const [off = 0] = await anna.createMany(1, 0);
    await setRole(anna.userId, 'user');
    expect((await anna.update(on, { filterName: 'Labots' })).json()).toEqual({ active: 1 });
    expect((await anna.update(off, { filterName: 'Ieslēgts' })).json().code).toBe('filter.limitReached');
    expect((await anna.update(on, { filterName: 'Labots', active: 0 })).json()).toEqual({ active: 0 });
    expect((await anna.remove(off)).statusCode).toBe(200);
  });

  it('is exact when twenty filters are switched on at once', async () => {
    const anna = await someone(world, 'basic');
    const ids = await anna.createMany(20, 0);
    const answers = await Promise.all(ids.map((id) => anna.update(id, { filterName: `n${id}` })));
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([
      ...Array(5).fill(200),
      ...Array(15).fill(400),
    ]);
    expect(await anna.activeCount()).toBe(5);
  });

  it('is exact when twenty filters are made at once', async () => {
    const anna = await someone(world, 'basic');
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => anna.create({ filterName: `f${n}` })));
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(20).fill(201));
    expect(answers.filter((answer) => answer.json().active === 1)).toHaveLength(5);
    expect(await anna.activeCount()).toBe(5);
  });

  it('holds while a filter is switched fifty times at once and another is deleted', async () => {
    const anna = await someone(world, 'basic');
    const [id = 0, gone = 0] = await anna.createMany(2, 0);
    const switches = Array.from({ length: 50 }, (_, n) => anna.update(id, { filterName: 'x', active: n % 2 }));
    const answers = await Promise.all([...switches, anna.remove(gone), anna.update(gone, { filterName: 'y' })]);
    expect(answers.every((answer) => answer.statusCode < 500)).toBe(true);
    const filters = await anna.filters();
    expect(Object.keys(filters)).toEqual([String(id)]);
    expect(await anna.activeCount()).toBe(filters[id]?.[0]?.active);
  });

  it('of stored ones is fifty', async () => {
    const anna = await someone(world, 'admin');
    await anna.createMany(50, 0);
    const answer = await anna.create({ filterName: 'Par daudz' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'filter.tooMany', max: 50 });
  });
});

describe('a lower role', () => {
  it('leaves the most recently edited filters on and tells the user', async () => {
    const anna = await someone(world, 'advanced');
    const ids = await anna.createMany(10, 1);
    for (const id of ids.toReversed()) {
      world.clock.advance(1000);
      await anna.update(id, { filterName: `e${id}` });
    }
    await world.core.run(() => world.core.userRoles.demote(OPERATOR, anna.userId, 'basic'));
    const filters = await anna.filters();
    expect(ids.map((id) => filters[id]?.[0]?.active)).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0, 0]);
    const messages = await world.core.run(() =>
      world.core.orm.em.execute('select kind, payload from notifications where user_id = ?', [anna.userId]),
    );
    expect(messages).toEqual([
      { kind: 'role', payload: { textKey: 'role.filtersOff', values: { role: 'basic', limit: 5, count: 5 } } },
    ]);
  });

  it('never leaves more on than it allows, whatever is switched on meanwhile', async () => {
    const anna = await someone(world, 'advanced');
    const ids = await anna.createMany(10, 0);
    await Promise.all([
      ...ids.map((id) => anna.update(id, { filterName: `m${id}` })),
      world.core.run(() => world.core.userRoles.demote(OPERATOR, anna.userId, 'basic')),
    ]);
    expect(await anna.activeCount()).toBeLessThanOrEqual(5);
  });
});
