import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actingUser } from '#core/audit/actor.ts';
import { type Account, type AccountWorld, openAccountWorld } from '../support/account-world.ts';
import { OPERATOR } from '../support/actors.ts';

let world: AccountWorld;
let ada: Account;
let bea: Account;
beforeAll(async () => {
  world = await openAccountWorld();
  ada = await world.someone({ role: 'admin', firstName: 'Ada' });
  bea = await world.someone({ role: 'admin', firstName: 'Bea' });
});
afterAll(() => world.close());

const by = ({ id }: Account) => actingUser(id, 'web', '192.0.2.1');
const remove = (actor: Account, { id }: Account) =>
  world.core.run(() => world.core.accountDeletion.deleteUser(by(actor), id));
const exists = async ({ id }: Account) => (await world.sql('select from users where id = ?', [id])).length > 0;
const audited = async ({ id }: Account) =>
  (await world.core.run(() => world.core.auditLog.list({ limit: 10, userId: id }))).map(({ action }) => action);
const codes = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'done')).toSorted();

describe('a user who is deleted by an administrator', () => {
  it('is gone, with all that is theirs and every session at once', async () => {
    const anna = await world.someone();
    const initData = world.signInitData({ telegramId: anna.telegramId });
    const headers = { authorization: `tma ${initData}` };
    await anna.aFilter('one');
    await world.anAdComesOut();
    expect((await anna.ask('GET', '/api/get/user')).statusCode).toBe(200);
    await remove(ada, anna);
    expect((await anna.ask('GET', '/api/get/user')).statusCode).toBe(401);
    expect((await world.call({ url: '/api/get/user', headers })).statusCode).toBe(401);
    expect(await exists(anna)).toBe(false);
    for (const table of ['filters', 'notifications', 'sessions', 'recipients'])
      expect(await world.sql(`select from ${table} where user_id = ?`, [anna.id])).toEqual([]);
    expect(await audited(anna)).toEqual(['user.delete']);
  });

  it('is deleted once by two at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const anna = await world.someone();
      expect(codes(await Promise.allSettled([remove(ada, anna), remove(bea, anna)]))).toEqual([
        'done',
        'user.notFound',
      ]);
      expect(await audited(anna)).toEqual(['user.delete']);
    }
  });

  it('may be promoted or demoted by another at that moment, or leave by themselves', async () => {
    for (let round = 0; round < 5; round += 1) {
      const anna = await world.someone({ role: 'basic' });
      const deeds = [
        world.core.run(() => world.core.userRoles.promote(by(bea), anna.id, 'advanced')),
        remove(ada, anna),
        world.core.run(() => world.core.accountDeletion.deleteAccount(anna.id)),
        world.core.run(() => world.core.userRoles.demote(by(bea), anna.id, 'user')),
      ];
      const outcomes = codes(await Promise.allSettled(deeds));
      expect(outcomes.filter((code) => !['done', 'user.notFound'].includes(code))).toEqual([]);
      expect(await exists(anna)).toBe(false);
      expect(await world.sql('select from notifications where user_id = ?', [anna.id])).toEqual([]);
    }
  });
});

describe('nobody deletes', () => {
  it('an administrator, on the command line neither', async () => {
    await expect(remove(ada, bea)).rejects.toMatchObject({ code: 'user.adminDelete' });
    const onMachine = world.core.run(() => world.core.accountDeletion.deleteUser(OPERATOR, bea.id));
    await expect(onMachine).rejects.toMatchObject({ code: 'user.adminDelete' });
    expect([await exists(bea), await audited(bea)]).toEqual([true, []]);
  });

  it('themselves', async () => {
    await expect(remove(ada, ada)).rejects.toMatchObject({ code: 'user.self' });
    expect(await exists(ada)).toBe(true);
  });

  it('who is not there', async () => {
    const nobody = world.core.run(() => world.core.accountDeletion.deleteUser(OPERATOR, 999_999));
    await expect(nobody).rejects.toMatchObject({ code: 'user.notFound' });
  });

  it('without being an administrator', async () => {
    const anna = await world.someone();
    const carl = await world.someone({ role: 'advanced' });
    for (const target of [anna, carl, ada])
      await expect(remove(carl, target)).rejects.toMatchObject({ code: 'auth.notAdmin' });
    expect([await exists(anna), await audited(anna)]).toEqual([true, []]);
  });

  it('after the role was taken away at that moment', async () => {
    const carl = await world.someone({ role: 'admin' });
    const anna = await world.someone();
    const other = await world.holding("update users set role = 'user' where id = ?", [carl.id]);
    const refused = expect(remove(carl, anna)).rejects.toMatchObject({ code: 'auth.notAdmin' });
    await world.somebodyWaits();
    await other.commit();
    await refused;
    expect([await exists(anna), await audited(anna)]).toEqual([true, []]);
  });

  it('who is made an administrator at that moment', async () => {
    const anna = await world.someone();
    const other = await world.holding("update users set role = 'admin' where id = ?", [anna.id]);
    const refused = expect(remove(ada, anna)).rejects.toMatchObject({ code: 'user.adminDelete' });
    await world.somebodyWaits();
    await other.commit();
    await refused;
    expect(await exists(anna)).toBe(true);
  });
});
