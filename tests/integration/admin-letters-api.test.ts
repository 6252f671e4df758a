import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  FeedbackListResponse,
  PlanRequestsResponse,
  ReportedProblemsResponse,
} from '#core/contracts/admin-letters.ts';
import type { Account } from '../support/account-world.ts';
import { type AdminWorld, openAdminWorld } from '../support/admin-world.ts';

let world: AdminWorld;
beforeAll(async () => {
  world = await openAdminWorld();
});
afterAll(() => world.close());
beforeEach(() => world.clock.advance(1000));

async function read<T>(path: string): Promise<T> {
  return (await world.admin.ask('GET', path)).json();
}

/** All pages of a list, two rows at a time. */
async function gather<T extends { nextCursor: string | null }, Row>(path: string, rowsOf: (page: T) => Row[]) {
  const rows: Row[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = new URLSearchParams({ limit: '2', ...(cursor && { cursor }) });
    const page: T = await read(`${path}?${query}`);
    expect(rowsOf(page).length).toBeLessThanOrEqual(2);
    rows.push(...rowsOf(page));
    cursor = page.nextCursor;
  }
  return rows;
}

describe('reported problems', () => {
  const PATH = '/admin/get/reported-problems';
  const problems = (search?: string) =>
    read<ReportedProblemsResponse>(search === undefined ? PATH : `${PATH}?${new URLSearchParams({ search })}`);

  const report = (by: Account, text: string) =>
    by.ask('POST', '/api/report-problem', {
      user_id: by.id,
      telegram_user_id: by.telegramId,
      first_name: 'somebody else',
      problem_description: text,
    });

  it('are read whole, the newest first, and page by page', async () => {
    const anna = await world.someone({ firstName: 'Anna' });
    const long = `Karte neatveras. ${'ž'.repeat(1900)}`;
    for (const text of ['The first problem', 'The second problem', long]) {
      world.clock.advance(1000);
      expect((await report(anna, text)).statusCode).toBe(200);
    }
    const page = await problems();
    expect(page.problems[0]).toEqual({
      id: expect.any(Number),
      first_name: 'Anna',
      problem_description: long,
      created_at: world.clock.now().toISOString(),
    });
    expect([page.total, page.nextCursor]).toEqual([page.problems.length, null]);
    expect(await gather<ReportedProblemsResponse, unknown>(PATH, (part) => part.problems)).toEqual(page.problems);
  });

  it('are found by their text', async () => {
    const anna = await world.someone({ firstName: 'Anna' });
    await report(anna, 'Paroli 100% nevar nomainīt');
    const found = await problems('100% NEVAR');
    expect(found.problems.map((problem) => problem.problem_description)).toEqual(['Paroli 100% nevar nomainīt']);
    expect(found.total).toBe(1);
  });

  it('outlive the account without its name', async () => {
    const anna = await world.someone({ firstName: 'Anna' });
    await report(anna, 'Nobody knows whose this is');
    await world.admin.ask('DELETE', `/admin/delete/user/${anna.id}`);
    const { problems: found } = await problems('Nobody knows whose');
    expect(found.map(({ first_name }) => first_name)).toEqual(['']);
  });

  it('are deleted once', async () => {
    const anna = await world.someone();
    await report(anna, 'This one is settled');
    const [problem] = (await problems('This one is settled')).problems;
    const path = `/admin/delete/reported-problem/${problem?.id}`;
    const answer = await world.admin.ask('DELETE', path);
    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
    expect((await problems('This one is settled')).total).toBe(0);
    const again = await world.admin.ask('DELETE', path);
    expect([again.statusCode, again.json().code]).toEqual([404, 'problem.notFound']);
    const [line] = await world.audited();
    expect(line).toMatchObject({ action: 'problem.delete', actor: `user ${world.admin.id}`, way: 'web' });
  });

  it('are plain text, whatever markup stands in them', async () => {
    const markup = '<img src=x onerror=alert(1)><script>alert(2)</script> {{7*7}} "\'`';
    const anna = await world.someone({ firstName: '<b>Anna</b>' });
    await report(anna, markup);
    const answer = await world.admin.ask('GET', PATH);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    const [problem] = (answer.json() as ReportedProblemsResponse).problems;
    expect([problem?.problem_description, problem?.first_name]).toEqual([markup, '<b>Anna</b>']);
  });
});

describe('requests for a plan', () => {
  const PATH = '/admin/get/plan-requests';
  const open = () => read<PlanRequestsResponse>(PATH);
  const askedBy = async ({ id }: Account) => (await open()).requests.find(({ user }) => user.id === id)?.id;

  async function someoneAsks(plan: 'basic' | 'advanced', role: 'user' | 'basic' = 'user') {
    world.clock.advance(1000);
    const anna = await world.someone({ role, firstName: 'Anna' });
    expect((await anna.ask('POST', '/api/plans/request', { plan })).statusCode).toBe(200);
    return { anna, requestId: await askedBy(anna) };
  }

  it('wait in the order in which they came', async () => {
    const { anna, requestId } = await someoneAsks('basic');
    const { anna: other } = await someoneAsks('advanced', 'basic');
    const page = await open();
    const ids = page.requests.map(({ user }) => user.id);
    expect(ids.indexOf(anna.id)).toBeLessThan(ids.indexOf(other.id));
    expect(page.requests.find(({ id }) => id === requestId)).toEqual({
      id: requestId,
      plan: 'basic',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      user: { id: anna.id, telegram_user_id: anna.telegramId, first_name: 'Anna', role: 'user' },
    });
    expect(page.total).toBe(page.requests.length);
    expect(await gather<PlanRequestsResponse, unknown>(PATH, (part) => part.requests)).toEqual(page.requests);
  });

  it.each([
    ['basic', 'basic'],
    ['basic', 'advanced'],
    ['advanced', 'basic'],
  ] as const)('for %s are answered with %s', async (asked, given) => {
    const { anna, requestId } = await someoneAsks(asked);
    const answer = await world.admin.ask('PUT', `/admin/grant/plan-request/${requestId}`, { plan: given });
    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
    expect(await world.roleOf(anna.id)).toBe(given);
    expect(await askedBy(anna)).toBeUndefined();
  });

  it('are declined, which the user is told', async () => {
    const { anna, requestId } = await someoneAsks('basic');
    await world.deliver();
    const before = anna.told().length;
    const answer = await world.admin.ask('PUT', `/admin/decline/plan-request/${requestId}`);
    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
    expect([await world.roleOf(anna.id), await askedBy(anna)]).toEqual(['user', undefined]);
    await world.deliver();
    expect(anna.told().length).toBe(before + 1);
  });

  it('are answered once', async () => {
    const { anna, requestId } = await someoneAsks('basic');
    const answers = await Promise.all([
      world.admin.ask('PUT', `/admin/grant/plan-request/${requestId}`, { plan: 'basic' }),
      world.admin.ask('PUT', `/admin/decline/plan-request/${requestId}`),
      world.admin.ask('PUT', `/admin/grant/plan-request/${requestId}`, { plan: 'advanced' }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404]);
    for (const answer of answers.filter(({ statusCode }) => statusCode === 404))
      expect(answer.json().code).toBe('plan.requestNotFound');
    expect(await world.audited(anna.id)).toHaveLength(1);
  });

  it.each([
    [{}, 'plan'],
    [{ plan: 'admin' }, 'plan'],
    [{ plan: 'user' }, 'plan'],
    [{ plan: ['basic'] }, 'plan'],
    [{ plan: 'basic', userId: 1 }, 'userId'],
  ])('are not granted by %j', async (body, field) => {
    const { anna, requestId } = await someoneAsks('basic');
    const answer = await world.admin.ask('PUT', `/admin/grant/plan-request/${requestId}`, body);
    expect([answer.statusCode, answer.json().field]).toEqual([400, field]);
    expect(await world.roleOf(anna.id)).toBe('user');
  });
});

it('feedback is read, the newest first, with the mean of all ratings', async () => {
  const PATH = '/admin/get/feedback';
  expect(await read(PATH)).toEqual({ feedback: [], averageRating: null, total: 0, nextCursor: null });
  const anna = await world.someone({ firstName: 'Anna' });
  const opinions = [
    { rating: 5, email: 'anna@example.com', comment: 'Ļoti labi <3' },
    { rating: 2, email: '', comment: '' },
    { rating: 3, email: '', comment: 'Middling' },
  ];
  for (const opinion of opinions) {
    world.clock.advance(1000);
    expect((await anna.ask('POST', '/api/feedback', opinion)).statusCode).toBe(200);
  }
  const page = await read<FeedbackListResponse>(PATH);
  expect(page.feedback.map(({ rating, email, comment }) => ({ rating, email, comment }))).toEqual(
    opinions.toReversed(),
  );
  expect(page.feedback[0]).toMatchObject({ first_name: 'Anna', createdAt: world.clock.now().toISOString() });
  expect(page).toMatchObject({ total: 3, nextCursor: null });
  expect(page.averageRating).toBeCloseTo(10 / 3, 1);
  expect(await gather<FeedbackListResponse, unknown>(PATH, (part) => part.feedback)).toEqual(page.feedback);
  const found = await read<FeedbackListResponse>(`${PATH}?search=${encodeURIComponent('ĻOTI labi')}`);
  expect(found.feedback.map(({ rating }) => rating)).toEqual([5]);
});

describe('what is asked wrongly', () => {
  it.each(['reported-problems', 'plan-requests', 'feedback'])('of %s is refused', async (list) => {
    for (const query of ['limit=0', 'limit=x', 'cursor=nobody', 'role=basic', `cursor=${'1'.repeat(400)}`]) {
      const answer = await world.admin.ask('GET', `/admin/get/${list}?${query}`);
      expect([query, answer.statusCode, answer.json().field]).toEqual([query, 400, query.split('=')[0]]);
    }
  });

  it('by an id that is none is refused, and by one of nothing is not found', async () => {
    const deeds = [
      ['DELETE', '/admin/delete/reported-problem/', 'problem.notFound'],
      ['PUT', '/admin/decline/plan-request/', 'plan.requestNotFound'],
      ['PUT', '/admin/grant/plan-request/', 'plan.requestNotFound'],
    ] as const;
    for (const [method, path, code] of deeds) {
      const ask = (id: string) => world.admin.ask(method, `${path}${id}`, { plan: 'basic' });
      for (const id of ['0', '-1', 'abc', '1.5', '1e3', '9223372036854775808', '%00', '1%20'])
        expect([id, (await ask(id)).json().code]).toEqual([id, 'request.invalid']);
      const nothing = await ask('9007199254740991');
      expect([nothing.statusCode, nothing.json().code]).toEqual([404, code]);
    }
  });
});
