import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, actingUser } from '#core/audit/actor.ts';
import { AUDIT_ACTIONS, type AuditAction } from '#core/audit/audit-log.ts';
import { OPERATOR } from '../support/actors.ts';
import { type MemberWorld, openMemberWorld } from '../support/member-world.ts';
import { PASSWORD } from '../support/passwords.ts';

const SECRET = 'a-word-that-only-the-developers-know';
const ADDRESS = '198.51.100.7';

let world: MemberWorld;
beforeAll(async () => {
  world = await openMemberWorld({ env: { DEV_LOGIN_SECRET: SECRET, RATE_LIMITS: 'on' } });
});
afterAll(() => world.close());

const list = (which: { limit?: number; beforeId?: number; userId?: number } = {}) =>
  world.core.run(() => world.core.auditLog.list({ limit: 100, ...which }));
const record = (action: AuditAction, targetUserId: number | null, by: Actor = OPERATOR) =>
  world.core.run(() => world.core.auditLog.record(world.core.orm.em, { by, action, targetUserId }));
const newestId = async () => (await list({ limit: 1 }))[0]?.id ?? 0;
/** The lines that a deed leaves, the oldest first. */
async function linesOf(deed: () => Promise<unknown>) {
  const before = await newestId();
  await deed();
  return (await list()).filter(({ id }) => id > before).toReversed();
}

describe('the audit log', () => {
  it('tells who did what, where, from which address and when', async () => {
    world.clock.set('2026-11-20T13:14:15.678Z');
    const [line] = await linesOf(() => record('role.basic', 7, actingUser(3, 'web', ADDRESS)));
    expect(line).toEqual({
      id: expect.any(Number),
      at: new Date('2026-11-20T13:14:15.678Z'),
      actor: 'user 3',
      action: 'role.basic',
      way: 'web',
      ip: ADDRESS,
    });
  });

  it('is read in pages, the newest line first', async () => {
    for (const action of AUDIT_ACTIONS) await record(action, null);
    const all = await list();
    expect(all.slice(0, AUDIT_ACTIONS.length).map(({ action }) => action)).toEqual(AUDIT_ACTIONS.toReversed());
    const first = await list({ limit: 4 });
    const second = await list({ limit: 4, beforeId: first.at(-1)?.id ?? 0 });
    expect([...first, ...second]).toEqual(all.slice(0, 8));
    expect(await list({ beforeId: 1 })).toEqual([]);
  });

  it('finds the lines about a user, of nobody else', async () => {
    for (const [action, user] of [
      ['role.user', 70_041],
      ['role.basic', 7_004],
      ['role.advanced', 70_041],
      ['user.delete', 700_410],
    ] as const)
      await record(action, user);
    const about = await list({ userId: 70_041 });
    expect(about.map(({ action }) => action)).toEqual(['role.advanced', 'role.user']);
    expect(await list({ userId: 70_041, limit: 1 })).toEqual(about.slice(0, 1));
    expect(await list({ userId: 70_041, beforeId: about[0]?.id ?? 0 })).toEqual(about.slice(1));
    expect(await list({ userId: 999_999 })).toEqual([]);
  });

  it('names no target, so that two lines about one user are not alike', async () => {
    await record('role.user', 70_051);
    await record('role.user', 70_051);
    await record('role.user', null);
    const rows = await world.sql<{ target_hash: string }>(
      'select target_hash from admin_audit order by id desc limit 3',
    );
    const [none, ...hashes] = rows.map(({ target_hash: hash }) => hash);
    expect(none).toBe('');
    expect(new Set(hashes).size).toBe(2);
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{32}\$[0-9a-f]{64}$/);
  });

  it('has no line of a deed that was not done', async () => {
    const failing = () =>
      world.core.orm.em.fork().transactional(async (em) => {
        await world.core.auditLog.record(em, { by: OPERATOR, action: 'user.delete', targetUserId: 70_061 });
        throw new Error('not done');
      });
    expect(await linesOf(() => failing().catch(() => {}))).toEqual([]);
  });
});

describe('a log-in of developers', () => {
  const devLogin = (telegramId: number, secret: string, remoteAddress = ADDRESS) =>
    world.call({
      method: 'POST',
      url: '/auth/dev-login',
      payload: { first_name: 'Ada', telegram_user_id: telegramId, secret },
      remoteAddress,
    });

  it('leaves a line', async () => {
    const ada = await world.someone({ role: 'admin' });
    const lines = await linesOf(() => devLogin(ada.telegramId, SECRET));
    expect(lines).toMatchObject([{ actor: `user ${ada.id}`, action: 'login', way: 'web', ip: ADDRESS }]);
    expect(await list({ userId: ada.id })).toEqual(lines);
  });

  it('that is refused leaves one too, whatever was wrong', async () => {
    const ada = await world.someone({ role: 'admin' });
    const anna = await world.someone({ role: 'advanced' });
    for (const [telegramId, secret, userId] of [
      [ada.telegramId, 'wrong', ada.id],
      [anna.telegramId, SECRET, anna.id],
    ] as const) {
      const lines = await linesOf(() => devLogin(telegramId, secret));
      expect(lines).toMatchObject([{ actor: 'stranger', action: 'login.refused', way: 'web', ip: ADDRESS }]);
      expect(await list({ userId })).toEqual(lines);
    }
    expect(await linesOf(() => devLogin(899, SECRET))).toMatchObject([{ actor: 'stranger', action: 'login.refused' }]);
  });

  it('leaves none once nobody looks at it any more', async () => {
    const tries = async () => {
      for (let times = 0; times < 13; times += 1) await devLogin(899, 'wrong', '198.51.100.99');
    };
    expect(await linesOf(tries)).toHaveLength(10);
  });
});

describe('a log-in by password', () => {
  it('leaves no line when it is right', async () => {
    const anna = await world.aMember('anna#');
    expect(await linesOf(() => world.logIn(anna.username, PASSWORD))).toEqual([]);
  });

  it('that is refused leaves one, also where there is no such account', async () => {
    const anna = await world.aMember('anna#');
    const refused = { actor: 'stranger', action: 'login.refused', way: 'web', ip: ADDRESS };
    const from = { remoteAddress: ADDRESS };
    const wrong = await linesOf(() => world.logIn(anna.username, 'wrong-password', from));
    expect(wrong).toMatchObject([refused]);
    expect(await list({ userId: anna.id })).toEqual(wrong);
    expect(await linesOf(() => world.logIn('nobody-here', 'wrong-password', from))).toMatchObject([refused]);
  });

  it('leaves none once there were too many', async () => {
    const anna = await world.aMember('anna#');
    const tries = async () => {
      for (let times = 0; times < 12; times += 1)
        await world.logIn(anna.username, 'wrong-password', { remoteAddress: '198.51.100.98' });
    };
    expect(await linesOf(tries)).toHaveLength(10);
  });
});
