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

const by = (user = admin) => actingUser(user.id, 'web');
const problems = <T>(work: (problems: AdminChatWorld['core']['problems']) => Promise<T>) =>
  world.core.run(() => work(world.core.problems));
const texts = async (search?: string) =>
  (await problems((all) => all.list({ limit: 10, search }))).problems.map(({ text }) => text);

describe('the reports', () => {
  it('come the newest first, page by page', async () => {
    const anna = await world.someone('user', { firstName: 'Anna' });
    for (const text of ['pirmā problēma', 'otrā problēma', 'trešā problēma']) await world.report(anna, text);
    const first = await problems((all) => all.list({ limit: 2 }));
    expect(first.problems.map(({ text }) => text)).toEqual(['trešā problēma', 'otrā problēma']);
    expect(first.problems[0]).toMatchObject({ firstName: 'Anna', createdAt: world.clock.now() });
    // What comes meanwhile does not move the pages.
    await world.report(anna, 'ceturtā problēma');
    const second = await problems((all) => all.list({ limit: 2, cursor: first.nextCursor ?? '' }));
    expect(second.problems.map(({ text }) => text)).toEqual(['pirmā problēma']);
    expect(second).toMatchObject({ total: 4, nextCursor: null });
  });

  it('are found by a part of name or text, whatever its case, and without wildcards', async () => {
    await world.report(await world.someone('user', { firstName: 'Ādolfs' }), 'Cena 100% nepareiza');
    await world.report(await world.someone('user', { firstName: 'Жанна' }), 'Fails a_b nav atrodams');
    expect(await texts('ādolfs')).toEqual(['Cena 100% nepareiza']);
    expect(await texts(' ЖАНН ')).toEqual(['Fails a_b nav atrodams']);
    expect(await texts('CENA 100%')).toEqual(['Cena 100% nepareiza']);
    expect(await texts('a_b')).toEqual(['Fails a_b nav atrodams']);
    for (const search of ['%a%', 'a%b', 'axb', "' or true --"]) expect(await texts(search)).toEqual([]);
    expect(await texts('  ')).toHaveLength(2);
    expect((await problems((all) => all.list({ limit: 1, search: 'ā' }))).total).toBe(1);
  });

  it('take no search that cannot be written, and no cursor of another kind', async () => {
    await expect(texts('a\u0000b')).rejects.toMatchObject({ code: 'request.invalid', params: { field: 'search' } });
    await expect(problems((all) => all.list({ limit: 1, cursor: '1;' }))).rejects.toMatchObject({
      code: 'request.invalid',
      params: { field: 'cursor' },
    });
  });

  it('outlive the account without a name', async () => {
    const anna = await world.someone('user', { firstName: 'Anna' });
    await world.report(anna, 'Karte neatveras');
    await world.core.run(() => world.core.accountDeletion.deleteAccount(anna.id));
    const { problems: found } = await problems((all) => all.list({ limit: 10 }));
    expect(found).toMatchObject([{ firstName: '', text: 'Karte neatveras' }]);
    await problems((all) => all.remove(by(), found[0]?.id ?? 0));
    expect(await world.sql('select action, target_hash from admin_audit')).toEqual([
      { action: 'problem.delete', target_hash: '' },
    ]);
  });
});

describe('a report that is dealt with', () => {
  it('is gone, once, with a line in the audit log that concerns who reported', async () => {
    const anna = await world.someone('user');
    await world.report(anna, 'Karte neatveras');
    const [{ id } = { id: 0 }] = (await problems((all) => all.list({ limit: 1 }))).problems;
    expect(await problems((all) => all.get(id))).toMatchObject({ id, text: 'Karte neatveras' });
    const other = await world.someone('admin');
    const deeds = [by(), by(other), OPERATOR].map((actor) => problems((all) => all.remove(actor, id)));
    const faults = (await Promise.allSettled(deeds)).flatMap((deed) =>
      deed.status === 'rejected' ? [deed.reason.code] : [],
    );
    expect(faults).toEqual(['problem.notFound', 'problem.notFound']);
    await expect(problems((all) => all.get(id))).rejects.toMatchObject({ code: 'problem.notFound' });
    const lines = await world.core.run(() => world.core.auditLog.list({ limit: 10, userId: anna.id }));
    expect(lines.map(({ action }) => action)).toEqual(['problem.delete']);
  });

  it('may be reported again', async () => {
    const anna = await world.someone('user');
    await world.report(anna, 'Karte neatveras');
    const [{ id } = { id: 0 }] = (await problems((all) => all.list({ limit: 1 }))).problems;
    await problems((all) => all.remove(OPERATOR, id));
    await world.report(anna, 'Karte neatveras');
    expect(await texts()).toEqual(['Karte neatveras']);
  });

  it('stays for who is an administrator no more', async () => {
    const anna = await world.someone('advanced');
    await world.report(anna, 'Karte neatveras');
    const [{ id } = { id: 0 }] = (await problems((all) => all.list({ limit: 1 }))).problems;
    await expect(problems((all) => all.remove(by(anna), id))).rejects.toMatchObject({ code: 'auth.notAdmin' });
    expect(await texts()).toHaveLength(1);
    expect(await world.audited()).toEqual([]);
  });
});
