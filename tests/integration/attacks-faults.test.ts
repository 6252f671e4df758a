import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminWorld, openAdminWorld } from '../support/admin-world.ts';
import { type DescribedCall, describedCalls } from '../support/fuzz/described-calls.ts';

let world: AdminWorld;
let calls: DescribedCall[];
beforeAll(async () => {
  world = await openAdminWorld({ exposeDocs: true, botName: () => 'vanags_bot' });
  calls = await describedCalls(world);
});
afterAll(() => world.close());

/** What nobody outside may read: places in our code, words of the database, names of tables. */
const TELLING =
  /node_modules|\.ts\b|\bat \/|\bselect\b|\brelation\b|\binsert\b|PostgreSql|Exception|_away|ECONN|stack/i;
const FILTER = { filters: { filterName: 'x', active: 0 } };

/** Tables without which a call cannot be answered, though who asks is still known. */
const TABLES = 'ads filters feedback problems plan_requests notifications recipients hidden_ads admin_audit sources';

describe('a fault of ours', () => {
  it('tells a number to ask by, and nothing of where or why', async () => {
    const rename = async (from: string, to: string) => {
      for (const table of TABLES.split(' ')) await world.sql(`alter table ${table}${from} rename to ${table}${to}`);
    };
    const faults = new Set<string>();
    await rename('', '_away');
    for (const { method, path } of calls) {
      if (/signout|delete-account|sessions|webhook/.test(path)) continue;
      const url = path.replace(/\{\w+\}/, String(world.admin.id + 1));
      const body =
        path.startsWith('/filters') || /preview|histogram/.test(path) ? FILTER : { plan: 'basic', rating: 5 };
      const answer = await world.admin.ask(method as 'POST', url, ...(method === 'GET' ? [] : [bodyFor(path, body)]));
      expect([path, answer.body]).toEqual([path, expect.not.stringMatching(TELLING)]);
      if (answer.statusCode < 500) continue;
      faults.add(path);
      expect(answer.json()).toEqual({
        code: expect.stringMatching(/^service\.(internal|notReady)$/),
        message: expect.any(String),
        requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      });
    }
    await rename('_away', '');
    expect(faults.size).toBeGreaterThan(15);
  });
});

function bodyFor(path: string, body: object): object {
  if (path === '/api/feedback') return { rating: 5 };
  if (path.includes('/plan')) return { plan: 'basic' };
  if (path !== '/api/report-problem') return body;
  const { id, telegramId } = world.admin;
  return { user_id: id, telegram_user_id: telegramId, first_name: 'Ada', problem_description: 'Nekas nenotiek' };
}
