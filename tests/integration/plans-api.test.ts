import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#core/contracts/user.ts';
import { OPERATOR } from '../support/actors.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const sql = <T>(query: string, params: unknown[]) =>
  world.core.run(() => world.core.orm.em.execute<T[]>(query, params));
const changeRole = (id: number, direction: 'promote' | 'demote', role: Role) =>
  world.core.run(() => world.core.userRoles[direction](OPERATOR, id, role));

let lastTelegramId = 0;

async function someone(role: Role, app = world) {
  lastTelegramId += 1;
  const telegramId = lastTelegramId;
  const headers = await app.loginAs({ telegramId, role });
  const { id } = (await app.call({ url: '/api/get/user', headers })).json();
  const plans = async () => (await app.call({ url: '/api/plans', headers })).json().plans as PlanRow[];
  return {
    id: id as number,
    telegramId,
    headers,
    plans,
    requested: async () => (await plans()).filter((row) => row.requested).map((row) => row.plan),
    ask: (plan: unknown, language = 'en') =>
      app.call({
        method: 'POST',
        url: '/api/plans/request',
        headers: { ...headers, 'accept-language': language },
        payload: { plan },
      }),
    /** Without those that another took the place of. */
    rows: () =>
      sql<RequestRow>(
        "select id, plan, state from plan_requests where user_id = ? and state <> 'replaced' order by id",
        [id],
      ),
  };
}

interface PlanRow {
  plan: string;
  requested: boolean;
}
interface RequestRow {
  id: string;
  plan: string;
  state: string;
}

describe('the plans', () => {
  it('tell what each allows, and what can be asked for', async () => {
    const anna = await someone('basic');
    expect(await anna.plans()).toEqual([
      { plan: 'user', limit: 0, current: false, requested: false, available: false },
      { plan: 'basic', limit: 5, current: true, requested: false, available: false },
      { plan: 'advanced', limit: 10, current: false, requested: false, available: true },
    ]);
  });

  it.each([
    ['user', ['basic', 'advanced']],
    ['advanced', []],
    ['admin', []],
  ] as const)('of %s that can be asked for are %j', async (role, available) => {
    const plans = (await (await someone(role)).plans()) as unknown as { plan: string; available: boolean }[];
    expect(plans.filter((row) => row.available).map((row) => row.plan)).toEqual(available);
  });

  it('are for who is signed in', async () => {
    expect((await world.call({ url: '/api/plans' })).statusCode).toBe(401);
    const payload = { plan: 'basic' };
    expect((await world.call({ method: 'POST', url: '/api/plans/request', payload })).statusCode).toBe(401);
  });
});

describe('asking for a plan', () => {
  it('is remembered, and another plan takes its place under an entry of its own', async () => {
    const anna = await someone('user');
    const answer = await anna.ask('basic');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({});
    expect(await anna.requested()).toEqual(['basic']);
    const [first] = await anna.rows();
    expect((await anna.ask('advanced')).statusCode).toBe(200);
    expect(await anna.requested()).toEqual(['advanced']);
    expect(await anna.rows()).toEqual([
      { id: expect.not.stringMatching(`^${first?.id}$`), plan: 'advanced', state: 'open' },
    ]);
  });

  it.each([
    ['lv', 'Šis plāns jau ir pieprasīts. Administrators drīz atbildēs.'],
    ['en', 'This plan has already been requested. An administrator will answer soon.'],
    ['ru', 'Этот план уже запрошен. Администратор скоро ответит.'],
  ])('twice is refused in the language of the reader: %s', async (language, message) => {
    const anna = await someone('user');
    await anna.ask('basic');
    const again = await anna.ask('basic', language);
    expect(again.statusCode).toBe(409);
    expect(again.json()).toEqual({ code: 'plan.alreadyRequested', message });
  });

  it.each([
    ['basic', 'basic', 'plan.notAvailable'],
    ['advanced', 'basic', 'plan.notAvailable'],
    ['admin', 'advanced', 'plan.notAvailable'],
    ['basic', 'user', 'plan.unknown'],
    ['basic', 'admin', 'plan.unknown'],
    ['basic', '__proto__', 'plan.unknown'],
    ['basic', 'basic\u0000', 'plan.unknown'],
    ['basic', null, 'plan.unknown'],
    ['basic', ['advanced'], 'plan.unknown'],
  ] as const)('by %s for %j is refused: %s', async (role, plan, code) => {
    const anna = await someone(role);
    const answer = await anna.ask(plan);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code, field: 'plan' });
    expect(await anna.rows()).toEqual([]);
  });

  it('takes JSON and the known fields only', async () => {
    const { headers } = await someone('user');
    const send = (payload: string, type = 'application/json') =>
      world.call({ method: 'POST', url: '/api/plans/request', headers: { ...headers, 'content-type': type }, payload });
    expect((await send('{"plan":"basic"}', 'text/plain')).statusCode).toBe(415);
    expect((await send('{"plan":"basic","userId":1}')).statusCode).toBe(400);
    expect((await send(`{"plan":"${'a'.repeat(20_000)}"}`)).statusCode).toBe(413);
    expect((await send('')).statusCode).toBe(400);
  });

  it('twenty times at once is one request', async () => {
    const anna = await someone('user');
    const same = await Promise.all(Array.from({ length: 20 }, () => anna.ask('basic')));
    expect(same.map((answer) => answer.statusCode).sort()).toEqual([200, ...Array(19).fill(409)]);
    const mixed = await Promise.all(
      Array.from({ length: 20 }, (_, index) => anna.ask(index % 2 === 0 ? 'basic' : 'advanced')),
    );
    for (const answer of mixed) expect([200, 409]).toContain(answer.statusCode);
    expect(await anna.rows()).toHaveLength(1);
  });

  it('can be done five times an hour: who goes to and fro rings no more at the administrators', async () => {
    const limited = await createTestApp({ env: { RATE_LIMITS: 'on' } });
    const anna = await someone('user', limited);
    const answers: number[] = [];
    for (const plan of ['basic', 'advanced', 'basic', 'advanced', 'basic', 'advanced', 'advanced'])
      answers.push((await anna.ask(plan)).statusCode);
    expect(answers).toEqual([...Array(5).fill(200), 429, 429]);
    expect([(await anna.ask('basic')).statusCode, await anna.requested()]).toEqual([409, ['basic']]);
    limited.clock.advance(60 * 60_000);
    expect((await anna.ask('advanced')).statusCode).toBe(200);
    await limited.close();
  });
});

describe('a request', () => {
  it.each(['granted', 'declined'])('that was %s is no longer shown and hinders no new one', async (state) => {
    const anna = await someone('user');
    await anna.ask('basic');
    await sql('update plan_requests set state = ? where user_id = ?', [state, anna.id]);
    expect(await anna.requested()).toEqual([]);
    expect((await anna.ask('basic')).statusCode).toBe(200);
    expect((await anna.rows()).map((row) => row.state)).toEqual([state, 'open']);
  });

  it('is met by a role that allows as much', async () => {
    const anna = await someone('user');
    await anna.ask('basic');
    await changeRole(anna.id, 'promote', 'advanced');
    expect(await anna.requested()).toEqual([]);
    expect(await anna.rows()).toMatchObject([{ plan: 'basic', state: 'granted' }]);
    await changeRole(anna.id, 'demote', 'user');
    expect(await anna.requested()).toEqual([]);
  });

  it('waits on while the role allows less', async () => {
    const anna = await someone('user');
    await anna.ask('advanced');
    await changeRole(anna.id, 'promote', 'basic');
    expect(await anna.requested()).toEqual(['advanced']);
    await changeRole(anna.id, 'demote', 'user');
    expect(await anna.requested()).toEqual(['advanced']);
  });

  it('of who becomes an administrator is met', async () => {
    const anna = await someone('user');
    await anna.ask('advanced');
    await world.core.run(() => world.core.userRoles.grantAdmin(OPERATOR, anna.telegramId));
    expect(await anna.requested()).toEqual([]);
    expect(await anna.rows()).toMatchObject([{ state: 'granted' }]);
  });

  it('and a promotion at the same moment leave nothing open that the role has', async () => {
    for (let round = 0; round < 5; round += 1) {
      const anna = await someone('user');
      const [, answer] = await Promise.all([changeRole(anna.id, 'promote', 'basic'), anna.ask('basic')]);
      expect([200, 400]).toContain(answer.statusCode);
      expect(await anna.requested()).toEqual([]);
    }
  });
});
