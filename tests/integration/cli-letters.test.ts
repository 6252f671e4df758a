import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '#core/config.ts';
import { type Core, createCore } from '#core/context.ts';
import type { Database } from '#core/db/open.ts';
import { aUser } from '#tests/support/builders.ts';
import { commandLine, NOBODY, SAYS_NO, SAYS_YES } from '#tests/support/cli-world.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { testLogger } from '#tests/support/test-log.ts';

let database: Database;
let core: Core;
let vanags: ReturnType<typeof commandLine>;
beforeAll(async () => {
  database = await openTestDatabase();
  core = await createCore(loadConfig({ BOT_MODE: 'off', DATABASE_URL: database.url, RATE_LIMITS: 'off' }), {
    database,
    logger: testLogger(),
  });
  vanags = commandLine(database.url);
});
afterAll(() => database.close());

async function read(words: string[]) {
  const { out, code, err } = await vanags([...words, '--json']);
  expect(code, err).toBe(0);
  return JSON.parse(out);
}

describe('reported problems', () => {
  const LONG = `The list of filters stays empty.\nI tried it twice: ${'again and '.repeat(10)}again.`;

  it('are listed, searched and shown whole, the newest first', async () => {
    const user = await aUser(database.orm, { firstName: 'Ilze\u001b[2J' });
    await core.run(() => core.problems.report(user.id, LONG));
    await core.run(() => core.problems.report(user.id, 'The price filter is broken.'));
    const problems = await read(['problems', 'list']);
    expect(problems).toEqual([
      expect.objectContaining({ problem_description: 'The price filter is broken.' }),
      {
        id: expect.any(Number),
        first_name: 'Ilze\u001b[2J',
        problem_description: LONG,
        created_at: expect.any(String),
      },
    ]);
    expect(await read(['problems', 'list', '--search', 'STAYS EMPTY'])).toEqual([problems[1]]);
    expect(await read(['problems', 'show', String(problems[1].id)])).toEqual(problems[1]);

    const { out } = await vanags(['problems', 'show', String(problems[1].id)]);
    expect(out).toContain(`\n\n${LONG}`);
    expect(out).toContain('Ilze\ufffd[2J');
    const { out: listed } = await vanags(['problems', 'list', '--search', 'twice']);
    expect(listed).toContain('The list of filters stays empty. I tried it twice: again an…');
  });

  it('go on page by page', async () => {
    const [first, second] = await read(['problems', 'list']);
    const page = await vanags(['problems', 'list', '--limit', '1', '--json']);
    expect(page.err).toBe(`1 of 2; go on with --after ${first.id}`);
    expect(await read(['problems', 'list', '--after', String(first.id)])).toEqual([second]);
  });

  it('are deleted after a question that quotes them', async () => {
    const [, problem] = await read(['problems', 'list']);
    const remove = ['problems', 'delete', String(problem.id)];
    expect(await vanags(remove, NOBODY)).toMatchObject({ code: 1, err: expect.stringContaining('--yes') });
    const refused = await vanags(remove, SAYS_NO);
    expect(refused.questions).toEqual([
      `Delete report ${problem.id} of Ilze\ufffd[2J, “The list of filters stays empty. I tried it twice: again an…”? [y/N] `,
    ]);
    expect(await vanags(remove, SAYS_YES)).toMatchObject({ code: 0, out: `Report ${problem.id} is deleted.` });
    expect(await vanags(remove, SAYS_YES)).toMatchObject({ code: 1, err: 'This report is gone already.' });
    expect(await read(['audit', 'list'])).toEqual([expect.objectContaining({ action: 'problem.delete', way: 'cli' })]);
  });
});

describe('feedback', () => {
  it('is listed with its mean beside it', async () => {
    const user = await aUser(database.orm, { firstName: 'Juris' });
    const opinion = { rating: 4, email: 'juris@example.com', comment: 'Good.\nVery good.' };
    await core.run(() => core.feedback.submit(user.id, opinion));
    await core.run(() => core.feedback.submit(user.id, { rating: 5, email: '', comment: '' }));
    const [newest, oldest] = await read(['feedback', 'list']);
    expect(newest).toMatchObject({ rating: 5 });
    expect(oldest).toMatchObject({ first_name: 'Juris', ...opinion });
    const { out, err } = await vanags(['feedback', 'list', '--search', 'very']);
    expect(out).toMatch(/ {2}Good\. Very good\. {2}/);
    expect(err).toBe('Mean of all ratings: 4.50');
  });
});

describe('requests for plans', () => {
  const request = async (plan: 'basic' | 'advanced') => {
    const user = await aUser(database.orm, { role: 'user', firstName: 'Maija' });
    await core.run(() => core.plans.request(user.id, plan));
    const { id } = (await read(['plans', 'list'])).find((row: { user_id: number }) => row.user_id === user.id);
    return { user, id: String(id), name: `Maija (${user.id}, messaging ID ${user.telegramId})` };
  };

  it('are listed, the oldest first', async () => {
    const { user, id } = await request('basic');
    expect((await read(['plans', 'list']))[0]).toEqual({
      id: Number(id),
      plan: 'basic',
      user_id: user.id,
      telegram_user_id: user.telegramId,
      first_name: 'Maija',
      role: 'user',
      created_at: expect.any(String),
    });
  });

  it('are granted, also with another plan, and only once', async () => {
    const { id, name } = await request('advanced');
    const refused = await vanags(['plans', 'grant', id], SAYS_NO);
    expect(refused.questions).toEqual([`Give ${name} the plan advanced? [y/N] `]);
    expect(await vanags(['plans', 'grant', id, 'basic'], NOBODY)).toMatchObject({
      code: 0,
      out: `${name} has the plan basic now.`,
    });
    expect((await vanags(['plans', 'grant', id])).err).toBe('This request has been answered already.');
  });

  it('are declined', async () => {
    const { id, name } = await request('basic');
    expect((await vanags(['plans', 'decline', id], NOBODY)).out).toBe(
      `${name} does not get the plan basic, and is told.`,
    );
    expect((await vanags(['plans', 'decline', id])).code).toBe(1);
  });
});
