import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type AdminChatWorld, openAdminChatWorld } from '../support/admin-chat-world.ts';

let world: AdminChatWorld;
beforeAll(async () => {
  world = await openAdminChatWorld();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

type Query = Parameters<AdminChatWorld['core']['feedback']['list']>[0];
const list = (query: Partial<Query> = {}) => world.core.run(() => world.core.feedback.list({ limit: 10, ...query }));

async function give(firstName: string, rating: number, comment = '', email = ''): Promise<void> {
  const { id } = await world.someone('basic', { firstName });
  await world.core.run(() => world.core.feedback.submit(id, { rating, comment, email }));
}

it('is empty at first, without an average', async () => {
  expect(await list()).toEqual({ feedback: [], averageRating: null, total: 0, nextCursor: null });
});

it('comes the newest first, page by page, with the average of all', async () => {
  await give('Anna', 5, 'Labi!', 'anna@example.lv');
  await give('Boriss', 4);
  await give('Zane', 1, 'Slikti');
  const first = await list({ limit: 2 });
  expect(first.feedback.map(({ firstName }) => firstName)).toEqual(['Zane', 'Boriss']);
  expect(first.averageRating).toBeCloseTo(10 / 3);
  expect(first).toMatchObject({ total: 3, nextCursor: String(first.feedback[1]?.id) });
  const second = await list({ limit: 2, cursor: first.nextCursor ?? '' });
  expect(second.feedback).toEqual([
    {
      id: expect.any(Number),
      firstName: 'Anna',
      rating: 5,
      email: 'anna@example.lv',
      comment: 'Labi!',
      createdAt: world.clock.now(),
    },
  ]);
  expect(second.nextCursor).toBeNull();
});

it('is found by a part of name or comment; the average stays that of all', async () => {
  await give('Ādolfs', 2, 'Ļoti ērti');
  await give('Boriss', 4, '100%');
  expect(await list({ search: 'ĀDOLFS' })).toMatchObject({ feedback: [{ rating: 2 }], total: 1, averageRating: 3 });
  expect((await list({ search: 'ļoti ĒRTI' })).total).toBe(1);
  expect((await list({ search: '%' })).feedback).toMatchObject([{ firstName: 'Boriss' }]);
  expect((await list({ search: '_' })).total).toBe(0);
});

it('knows no page after what is no id', async () => {
  for (const cursor of ['', '0', 'x', '-1', '01', '9'.repeat(16)])
    await expect(list({ cursor })).rejects.toMatchObject({ code: 'request.invalid', params: { field: 'cursor' } });
});
