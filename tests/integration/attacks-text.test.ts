import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientName } from '#api/client-name.ts';
import { plainPath } from '#api/plugins/plain-path.ts';
import { emailIn, readPhone } from '#core/auth/account-fields.ts';
import { passwordFault, usernameFault } from '#core/contracts/account-rules.ts';
import { cleanText, countCharacters, foldText, hasUnwritable, isInvisible } from '#core/contracts/characters.ts';
import { filterNameSchema } from '#core/contracts/filter-name.ts';
import { isApiPath } from '#core/contracts/paths.ts';
import { resolveLocale } from '#core/i18n/locales.ts';
import { foldProblem } from '#core/problems/problem-text.ts';
import { type Account, type AccountWorld, openAccountWorld } from '../support/account-world.ts';

let world: AccountWorld;
let anna: Account;
beforeAll(async () => {
  world = await openAccountWorld();
  anna = await world.someone({ role: 'admin' });
});
afterAll(() => world.close());

describe('words that are meant for the database', () => {
  const HOSTILE = ["' OR 1=1--", "'; drop--", '%', '_', '\\', "\\'", '$1', '?', '{}', "E'\\x41'", 'null', '--', '/**/'];

  it.each(HOSTILE)('%j is a name, a report and a comment like every other', async (words) => {
    const { filterId } = (await anna.ask('POST', '/filters/new', { filters: { filterName: words, active: 0 } })).json();
    const filters = (await anna.ask('GET', '/filters/get/filters')).json();
    expect(filters[filterId][0].filterName).toBe(words);
    const report = { user_id: anna.id, telegram_user_id: anna.telegramId, first_name: words };
    const text = `${words} ${words} atkal`;
    expect((await anna.ask('POST', '/api/report-problem', { ...report, problem_description: text })).statusCode).toBe(
      200,
    );
    expect((await anna.ask('POST', '/api/feedback', { rating: 3, comment: words })).statusCode).toBe(200);
    expect(await world.sql('select text from problems order by id desc limit 1')).toEqual([{ text }]);
    expect(await world.sql('select comment from feedback order by id desc limit 1')).toEqual([{ comment: words }]);
  });

  it.each([...HOSTILE, '1 or 1=1', '1;select 1', '1--'])('%j is no id', async (words) => {
    for (const [method, path] of [
      ['DELETE', '/filters/delete/'],
      ['POST', '/api/ads/'],
      ['DELETE', '/admin/delete/user/'],
    ] as const) {
      const url = `${path}${encodeURIComponent(words)}${path.includes('ads') ? '/hide' : ''}`;
      expect([400, 404]).toContain((await anna.ask(method, url)).statusCode);
    }
  });
});

describe('a text that makes searching long', () => {
  const LONG = 50_000;
  const TEXTS = [
    `${'a'.repeat(LONG)}!`,
    `${' '.repeat(LONG)}!`,
    `${'a.'.repeat(LONG / 2)}@`,
    `${'a@'.repeat(LONG / 2)}`,
    `a@${'b.'.repeat(LONG / 2)}!`,
    `${'1 '.repeat(LONG / 2)}x`,
    `${'('.repeat(LONG)}1`,
    `${'-'.repeat(LONG)}!`,
    `${'\u200b '.repeat(LONG / 2)}!`,
    `${'a\u0301'.repeat(LONG / 2)}`,
    `/${'/\\'.repeat(LONG / 2)}!`,
    `${'lv;q=,'.repeat(LONG / 6)}`,
  ];
  const RULES: readonly (readonly [string, (text: string) => unknown])[] = [
    ['a username', usernameFault],
    ['an e-mail address', emailIn],
    ['a phone number', (text) => refusalOf(() => readPhone('+371', text))],
    ['the code of a country', (text) => refusalOf(() => readPhone(text, '26123456'))],
    ['the name of a filter', (text) => filterNameSchema.safeParse(text).success],
    ['a report', (text) => [cleanText(text), foldProblem(text), isInvisible(text), hasUnwritable(text)]],
    ['a comparison', foldText],
    ['a path', (text) => [plainPath(text), isApiPath(plainPath(text))]],
    ['a language', resolveLocale],
    ['the name of a browser', (text) => clientName({ headers: { 'user-agent': text.slice(0, 512) } } as never)],
  ];

  it.each(RULES)('is read as %s in a moment', (_, rule) => {
    for (const text of TEXTS)
      expect([text.slice(0, 6), quickestOf(3, () => rule(text)) < 50]).toEqual([text.slice(0, 6), true]);
  });

  it('of the length that a body may have is counted in a moment', () => {
    for (const text of TEXTS) {
      const received = text.slice(0, 16_384);
      expect(quickestOf(3, () => countCharacters(received))).toBeLessThan(50);
      expect(quickestOf(3, () => passwordFault(received))).toBeLessThan(50);
    }
  });

  /** Of several times, as the machine is busy with other tests. */
  function quickestOf(times: number, work: () => unknown): number {
    const taken = Array.from({ length: times }, () => {
      const begun = performance.now();
      work();
      return performance.now() - begun;
    });
    return Math.min(...taken);
  }

  function refusalOf(work: () => unknown): unknown {
    try {
      return work();
    } catch (error) {
      return error;
    }
  }
});
