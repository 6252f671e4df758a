import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const url = '/api/report-problem';
const TEXT = 'Filtrs nesaglabājas, kad izvēlos Audi.';

let lastTelegramId = 0;

/** Somebody new who reports as the page does. */
async function reporter(firstName = 'Anna', app = world) {
  lastTelegramId += 1;
  const own = await app.loginAs({ telegramId: lastTelegramId, firstName });
  const headers = { ...own, 'accept-language': 'en' };
  const user = (await app.call({ url: '/api/get/user', headers })).json();
  const body = { user_id: user.id, telegram_user_id: user.telegram_user_id, first_name: user.first_name };
  return {
    id: user.id as number,
    headers,
    body,
    report: (description: unknown, given: Readonly<Record<string, unknown>> = {}, language = 'en') =>
      app.call({
        method: 'POST',
        url,
        headers: { ...headers, 'accept-language': language },
        payload: { ...body, problem_description: description, ...given },
      }),
    stored: () =>
      app.core.run(() =>
        app.core.orm.em.execute<{ first_name: string; text: string }[]>(
          'select first_name, text from problems where user_id = ? order by id',
          [user.id],
        ),
      ),
  };
}

describe('a problem', () => {
  it('is stored under the name of who is signed in', async () => {
    const anna = await reporter('Anna');
    const answer = await anna.report(`  ${TEXT}\n`, { first_name: 'Administrators' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({});
    expect(await anna.stored()).toEqual([{ first_name: 'Anna', text: TEXT }]);
  });

  it('may name the ids as digits, but only the own ones', async () => {
    const [anna, ivo] = [await reporter(), await reporter()];
    const { user_id, telegram_user_id } = anna.body;
    const digits = { user_id: String(user_id), telegram_user_id: String(telegram_user_id) };
    expect((await anna.report(TEXT, digits)).statusCode).toBe(200);
    for (const foreign of [{ user_id: ivo.body.user_id }, { telegram_user_id: ivo.body.telegram_user_id }]) {
      const answer = await anna.report(`${TEXT} Atkal.`, foreign);
      expect(answer.statusCode).toBe(403);
      expect(answer.json().code).toBe('auth.invalidInitData');
    }
    expect(await anna.stored()).toHaveLength(1);
    expect(await ivo.stored()).toEqual([]);
  });

  it.each([
    ['', 'problem.empty', 'Problem description must not be empty.'],
    ['        ', 'problem.empty', 'Problem description must not be empty.'],
    ['1234567', 'problem.tooShort', 'Please describe the problem in at least 8 characters.'],
    ['a'.repeat(2001), 'problem.tooLong', 'The description can have at most 2000 characters.'],
    [`${TEXT}\u0000`, 'problem.characters', 'The description contains characters that are not allowed.'],
    [`${TEXT}\ud800`, 'problem.characters', 'The description contains characters that are not allowed.'],
  ])('is refused when it is %j', async (description, code, message) => {
    const anna = await reporter();
    const answer = await anna.report(description);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ code, message });
    expect(await anna.stored()).toEqual([]);
  });

  it.each([5, null, ['abcdefgh'], { text: TEXT }, true, undefined])('is a text, not %j', async (description) => {
    const answer = await (await reporter()).report(description);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'request.invalid', field: 'problem_description' });
  });

  it('may be as long as the page allows, also where nothing in it repeats', async () => {
    const anna = await reporter();
    const text = randomBytes(1500).toString('base64');
    expect((await anna.report(text)).statusCode).toBe(200);
    expect((await anna.report(text)).json().code).toBe('problem.duplicate');
    expect(await anna.stored()).toEqual([{ first_name: 'Anna', text }]);
    expect((await anna.report('я'.repeat(2000))).statusCode).toBe(200);
    expect((await anna.report('я'.repeat(9000))).statusCode).toBe(413);
  });
});

describe('the same problem', () => {
  it.each([
    ['lv', 'Šī problēma jau ir iesniegta.'],
    ['en', 'This problem has already been submitted.'],
    ['ru', 'Эта проблема уже отправлена.'],
  ])('is refused in the language of the reader: %s', async (language, message) => {
    const anna = await reporter();
    await anna.report(TEXT);
    const answer = await anna.report(TEXT, {}, language);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ code: 'problem.duplicate', message });
  });

  it.each([TEXT.toUpperCase(), ` ${TEXT}  `, TEXT.replaceAll(' ', '\n  '), TEXT.normalize('NFD'), `${TEXT}\u200b`])(
    'is known in another spelling: %j',
    async (spelling) => {
      const anna = await reporter();
      await anna.report(TEXT);
      expect((await anna.report(spelling)).json().code).toBe('problem.duplicate');
    },
  );

  it('of somebody else is another', async () => {
    for (const somebody of [await reporter(), await reporter()])
      expect((await somebody.report(TEXT)).statusCode).toBe(200);
  });

  it('reported twenty times at once is stored once', async () => {
    const anna = await reporter();
    const answers = await Promise.all(Array.from({ length: 20 }, () => anna.report(TEXT)));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, ...Array(19).fill(400)]);
    expect(await anna.stored()).toHaveLength(1);
  });
});

describe('the call', () => {
  it('is for who is signed in', async () => {
    const { body } = await reporter();
    const payload = { ...body, problem_description: TEXT };
    const answer = await world.call({ method: 'POST', url, payload, headers: { 'accept-language': 'en' } });
    expect(answer.statusCode).toBe(401);
    expect(answer.json().code).toBe('auth.unauthenticated');
  });

  it('takes JSON and the known fields only', async () => {
    const { headers, body, report } = await reporter();
    const payload = JSON.stringify({ ...body, problem_description: TEXT });
    const plain = { ...headers, 'content-type': 'text/plain' };
    expect((await world.call({ method: 'POST', url, headers: plain, payload })).statusCode).toBe(415);
    const answer = await report(TEXT, { role: 'admin' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'request.invalid', field: 'role' });
  });

  it('can be made five times an hour by each user, and again when the first is an hour old', async () => {
    const limited = await createTestApp({ env: { RATE_LIMITS: 'on' } });
    const [anna, ivo] = [await reporter('Anna', limited), await reporter('Ivo', limited)];
    for (let count = 0; count < 5; count += 1) {
      expect((await anna.report(`${TEXT} ${count}`)).statusCode).toBe(200);
      limited.clock.advance(60_000);
    }
    const sixth = await anna.report(`${TEXT} 5`);
    expect([sixth.statusCode, sixth.json().code]).toEqual([429, 'request.tooMany']);
    expect(sixth.headers['retry-after']).toBe(String(55 * 60));
    expect((await anna.report(`${TEXT} 0`)).json().code).toBe('problem.duplicate');
    expect((await ivo.report(TEXT)).statusCode).toBe(200);
    limited.clock.advance(55 * 60_000);
    expect((await anna.report(`${TEXT} 5`)).statusCode).toBe(200);
    expect((await anna.report(`${TEXT} 6`)).headers['retry-after']).toBe('60');
    await limited.close();
  });

  it('made twenty times at once stores five', async () => {
    const limited = await createTestApp({ env: { RATE_LIMITS: 'on' } });
    const anna = await reporter('Anna', limited);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, count) => anna.report(`${TEXT} ${count}`)));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([...Array(5).fill(200), ...Array(15).fill(429)]);
    expect(await anna.stored()).toHaveLength(5);
    await limited.close();
  });

  it('is not counted where limits are off', async () => {
    const anna = await reporter();
    for (let count = 0; count < 6; count += 1) expect((await anna.report(`${TEXT} ${count}`)).statusCode).toBe(200);
  });
});
