import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actingUser } from '#core/audit/actor.ts';
import type { Role } from '#core/contracts/user.ts';
import { type Account, type AccountWorld, openAccountWorld } from '../support/account-world.ts';
import { OPERATOR } from '../support/actors.ts';

let world: AccountWorld;
let ada: Account;
let bea: Account;
beforeAll(async () => {
  world = await openAccountWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.sql("update users set role = 'user' where role = 'admin'");
  ada = await world.someone({ role: 'admin', firstName: 'Ada' });
  bea = await world.someone({ role: 'admin', firstName: 'Bea' });
});

const by = ({ id }: Account) => actingUser(id, 'web', '192.0.2.1');
const run = <T>(work: () => Promise<T>) => world.core.run(work);
const promote = (actor: Account, { id }: Account, role: Role) =>
  run(() => world.core.userRoles.promote(by(actor), id, role));
const demote = (actor: Account, { id }: Account, role: Role) =>
  run(() => world.core.userRoles.demote(by(actor), id, role));
const roleOf = async ({ id }: Account) => (await world.sql('select role from users where id = ?', [id]))[0]?.role;
const audited = async ({ id }: Account) =>
  (await run(() => world.core.auditLog.list({ limit: 10, userId: id }))).map(({ action }) => action);
const noticesOf = async ({ id }: Account) =>
  (
    await world.sql("select payload from notifications where user_id = ? and kind = 'role' order by subject_id", [id])
  ).map(({ payload }) => payload);
const codes = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'done')).toSorted();

describe('a role', () => {
  it('goes up and down, and the user is told', async () => {
    const anna = await world.someone({ role: 'basic' });
    expect(await promote(ada, anna, 'advanced')).toMatchObject({ id: anna.id, role: 'advanced' });
    expect(await demote(ada, anna, 'user')).toMatchObject({ id: anna.id, role: 'user' });
    expect(await noticesOf(anna)).toEqual([
      { textKey: 'role.changed', values: { role: 'advanced', limit: 10 } },
      { textKey: 'role.changed', values: { role: 'user', limit: 0 } },
    ]);
    expect(await audited(anna)).toEqual(['role.user', 'role.advanced']);
  });

  it.each(['basic', 'admin', 'user', 'owner' as Role] as const)('cannot be promoted from basic to %s', async (role) => {
    const anna = await world.someone({ role: 'basic' });
    await expect(promote(ada, anna, role)).rejects.toMatchObject({ code: 'user.roleNotAllowed' });
    expect([await roleOf(anna), await audited(anna), await noticesOf(anna)]).toEqual(['basic', [], []]);
  });

  it('of nobody cannot be changed', async () => {
    await expect(run(() => world.core.userRoles.promote(by(ada), 999_999, 'basic'))).rejects.toMatchObject({
      code: 'user.notFound',
    });
  });

  it('is given within a transaction of others, and taken back with it', async () => {
    const anna = await world.someone({ role: 'user' });
    const broken = world.core.orm.em.fork().transactional(async (em) => {
      await world.core.userRoles.promoteIn(em, by(ada), anna.id, 'basic');
      throw new Error('broken');
    });
    await expect(broken).rejects.toThrow('broken');
    expect([await roleOf(anna), await audited(anna), await noticesOf(anna)]).toEqual(['user', [], []]);
  });

  it('that falls leaves an alert to the filters that stay on', async () => {
    const anna = await world.someone({ role: 'advanced' });
    const filters = [];
    for (let n = 0; n < 10; n += 1) filters.push(await anna.aFilter(`f${n}`));
    await world.anAdComesOut();
    const [before] = await world.sql<{ last: string }>('select max(revision) as last from filter_changes');
    await demote(ada, anna, 'basic');
    const changes = await world.sql<{ filter_id: string }>(
      'select filter_id from filter_changes where revision > ? order by filter_id',
      [before?.last],
    );
    const ids = filters.map(({ id }) => id);
    expect(changes.map(({ filter_id }) => Number(filter_id))).toEqual(ids.slice(0, 5));
    const adId = await world.anAdComesOut();
    const [alert] = await world.sql<{ filter_ids: string[] }>('select filter_ids from notifications where ad_id = ?', [
      adId,
    ]);
    expect(alert?.filter_ids.map(Number).toSorted((one, other) => one - other)).toEqual(ids.slice(5));
  });
});

describe('who acts', () => {
  it('does nothing to themselves', async () => {
    for (const deed of [promote, demote])
      await expect(deed(ada, ada, 'basic')).rejects.toMatchObject({ code: 'user.self' });
    expect(await roleOf(ada)).toBe('admin');
  });

  it('does nothing to an administrator', async () => {
    for (const deed of [promote, demote])
      await expect(deed(ada, bea, 'basic')).rejects.toMatchObject({ code: 'user.adminImmutable' });
    expect([await roleOf(bea), await audited(bea)]).toEqual(['admin', []]);
  });

  it.each(['user', 'basic', 'advanced'] as const)('must be an administrator, and is %s', async (role) => {
    const carl = await world.someone({ role });
    const anna = await world.someone({ role: 'basic' });
    for (const target of [anna, carl, ada])
      await expect(promote(carl, target, 'advanced')).rejects.toMatchObject({ code: 'auth.notAdmin' });
    const grant = () => world.core.userRoles.grantAdmin(by(ada), anna.telegramId);
    await expect(run(async () => grant())).rejects.toMatchObject({ code: 'auth.notAdmin' });
    expect(await roleOf(anna)).toBe('basic');
  });

  it('does nothing any more once the role is taken away at the same moment', async () => {
    for (const deed of [promote, demote]) {
      await world.sql("update users set role = 'admin' where id = ?", [ada.id]);
      const anna = await world.someone({ role: 'basic' });
      const other = await world.holding("update users set role = 'user' where id = ?", [ada.id]);
      const refused = expect(deed(ada, anna, deed === promote ? 'advanced' : 'user')).rejects.toMatchObject({
        code: 'auth.notAdmin',
      });
      await world.somebodyWaits();
      await other.commit();
      await refused;
      expect([await roleOf(anna), await audited(anna), await noticesOf(anna)]).toEqual(['basic', [], []]);
    }
  });

  it('keeps the role until a deed that has begun is done', async () => {
    const anna = await world.someone({ role: 'basic' });
    const em = world.core.orm.em.fork();
    await em.begin();
    await world.core.userRoles.promoteIn(em, by(ada), anna.id, 'advanced');
    const demoted = run(() => world.core.userRoles.demote(OPERATOR, ada.id, 'user'));
    await world.somebodyWaits();
    await em.commit();
    await demoted;
    expect([await roleOf(anna), await roleOf(ada)]).toEqual(['advanced', 'user']);
  });
});

describe('two administrators at once', () => {
  it('promote a user once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const anna = await world.someone({ role: 'user' });
      const outcomes = await Promise.allSettled([promote(ada, anna, 'advanced'), promote(bea, anna, 'advanced')]);
      expect(codes(outcomes)).toEqual(['done', 'user.roleNotAllowed']);
      expect([await roleOf(anna), await audited(anna)]).toEqual(['advanced', ['role.advanced']]);
      expect(await noticesOf(anna)).toHaveLength(1);
    }
  });

  it('end in one order when one promotes and the other demotes', async () => {
    for (let round = 0; round < 5; round += 1) {
      const anna = await world.someone({ role: 'basic' });
      await Promise.all(
        [promote(ada, anna, 'advanced'), demote(bea, anna, 'user')].map((deed) => deed.catch(() => {})),
      );
      const lines = await audited(anna);
      expect(lines[0]).toBe(`role.${await roleOf(anna)}`);
      expect(await noticesOf(anna)).toHaveLength(lines.length);
    }
  });

  it('do not wait for each other in a circle', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => world.someone({ role: 'basic' })));
    const deeds = people.flatMap((one) => [promote(ada, one, 'advanced'), promote(bea, one, 'advanced')]);
    expect(new Set(codes(await Promise.allSettled(deeds)))).toEqual(new Set(['done', 'user.roleNotAllowed']));
  });
});

describe('an administrator', () => {
  const grant = (telegramId: number) => run(() => world.core.userRoles.grantAdmin(OPERATOR, telegramId));

  it('is made by the messaging ID, known or not, on the command line', async () => {
    const anna = await world.someone({ role: 'user', firstName: 'Anna' });
    expect(await grant(anna.telegramId)).toMatchObject({ id: anna.id, firstName: 'Anna', role: 'admin' });
    const stranger = await grant(22);
    expect(stranger).toMatchObject({ telegramId: 22, firstName: '', role: 'admin' });
    const same = await Promise.all([grant(22), grant(anna.telegramId), grant(23), grant(23)]);
    expect(same.map(({ role }) => role)).toEqual(Array(4).fill('admin'));
    const [, , made] = same;
    for (const id of [anna.id, stranger.id, made?.id ?? 0])
      expect(await run(() => world.core.auditLog.list({ limit: 9, userId: id }))).toMatchObject([
        { action: 'role.admin', actor: 'operator', way: 'cli', ip: null },
      ]);
  });

  it('is not made of somebody else who has the messaging ID by now, or of nobody', async () => {
    const anna = await world.someone({ role: 'user' });
    const grantTo = (telegramId: number) => run(() => world.core.userRoles.grantAdmin(OPERATOR, telegramId, anna.id));
    await expect(grantTo(24)).rejects.toMatchObject({ code: 'user.notFound' });
    expect(await world.sql('select from users where telegram_id = 24')).toEqual([]);
    const boriss = await world.someone({ role: 'user' });
    await expect(grantTo(boriss.telegramId)).rejects.toMatchObject({ code: 'user.notFound' });
    expect([await roleOf(boriss), await audited(boriss)]).toEqual(['user', []]);
    expect(await grantTo(anna.telegramId)).toMatchObject({ id: anna.id, role: 'admin' });
  });

  it('loses the role on the command line', async () => {
    expect(await run(() => world.core.userRoles.demote(OPERATOR, ada.id, 'basic'))).toMatchObject({ role: 'basic' });
    expect(await audited(ada)).toEqual(['role.basic']);
  });

  it('is always left, also when all are demoted at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      await world.sql("update users set role = 'admin' where id in (?, ?)", [ada.id, bea.id]);
      const both = [ada, bea].map(({ id }) => run(() => world.core.userRoles.demote(OPERATOR, id, 'user')));
      expect(codes(await Promise.allSettled(both))).toEqual(['done', 'user.lastAdmin']);
      expect([await roleOf(ada), await roleOf(bea)].toSorted()).toEqual(['admin', 'user']);
    }
  });
});
