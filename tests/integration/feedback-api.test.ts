import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const url = '/api/feedback';
let lastTelegramId = 0;

async function someone(app = world) {
  lastTelegramId += 1;
  const headers = await app.loginAs({ telegramId: lastTelegramId });
  const { id } = (await app.call({ url: '/api/get/user', headers })).json();
  return {
    headers,
    send: (payload: Readonly<Record<string, unknown>>, language = 'en') =>
      app.call({ method: 'POST', url, headers: { ...headers, 'accept-language': language }, payload }),
    stored: () =>
      app.core.run(() =>
        app.core.orm.em.execute<Record<string, unknown>[]>(
          'select rating, email, comment from feedback where user_id = ? order by id',
          [id],
        ),
      ),
  };
}

describe('feedback', () => {
  it('is stored as it was meant', async () => {
    const anna = await someone();
    const answer = await anna.send({ rating: 5, email: ' anna@example.lv ', comment: '\nLabi!\nTā turpināt.  ' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({});
    expect(await anna.stored()).toEqual([{ rating: 5, email: 'anna@example.lv', comment: 'Labi!\nTā turpināt.' }]);
  });

  it('needs no more than the rating', async () => {
    const anna = await someone();
    expect((await anna.send({ rating: 1 })).statusCode).toBe(200);
    expect((await anna.send({ rating: 2, email: '  ', comment: '' })).statusCode).toBe(200);
    expect(await anna.stored()).toEqual([
      { rating: 1, email: '', comment: '' },
      { rating: 2, email: '', comment: '' },
    ]);
  });

  it.each([
    [{ rating: 0 }, 'feedback.ratingRange', 'rating'],
    [{ rating: 6 }, 'feedback.ratingRange', 'rating'],
    [{ rating: 4.5 }, 'request.invalid', 'rating'],
    [{ rating: '5' }, 'request.invalid', 'rating'],
    [{ rating: null }, 'request.invalid', 'rating'],
    [{ rating: true }, 'request.invalid', 'rating'],
    [{}, 'request.invalid', 'rating'],
    [{ rating: 3, email: 'a@b' }, 'feedback.emailInvalid', 'email'],
    [{ rating: 3, email: 'a@b..c' }, 'feedback.emailInvalid', 'email'],
    [{ rating: 3, email: '"a b"@c.lv' }, 'feedback.emailInvalid', 'email'],
    [{ rating: 3, email: 'a@c.lv\r\nBcc: b@c.lv' }, 'feedback.emailInvalid', 'email'],
    [{ rating: 3, email: `${'a'.repeat(250)}@c.lv` }, 'feedback.emailInvalid', 'email'],
    [{ rating: 3, email: `${'a.'.repeat(7000)}!` }, 'feedback.emailInvalid', 'email'],
    [{ rating: 3, email: 'a@c.lv\u0000' }, 'feedback.emailInvalid', 'email'],
    [{ rating: 3, email: null }, 'request.invalid', 'email'],
    [{ rating: 3, comment: 'a'.repeat(2001) }, 'feedback.commentTooLong', 'comment'],
    [{ rating: 3, comment: 'a\u0000' }, 'feedback.characters', 'comment'],
    [{ rating: 3, comment: 'a\ud800' }, 'feedback.characters', 'comment'],
    [{ rating: 3, comment: ['a'] }, 'request.invalid', 'comment'],
    [{ rating: 3, user_id: 1 }, 'request.invalid', 'user_id'],
  ])('is refused when it is %j', async (payload, code, field) => {
    const anna = await someone();
    const answer = await anna.send(payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code, field });
    expect(await anna.stored()).toEqual([]);
  });

  it('counts the characters of a comment as people do', async () => {
    const anna = await someone();
    const comment = 'e\u0301'.repeat(2000);
    expect((await anna.send({ rating: 4, comment })).statusCode).toBe(200);
    expect(await anna.stored()).toMatchObject([{ comment: comment.normalize('NFC') }]);
    expect((await anna.send({ rating: 4, comment: 'a'.repeat(17_000) })).statusCode).toBe(413);
  });

  it.each([
    ['lv', 'Izvēlies vērtējumu no 1 līdz 5.'],
    ['en', 'Please choose a rating from 1 to 5.'],
    ['ru', 'Выберите оценку от 1 до 5.'],
  ])('is refused in the language of the reader: %s', async (language, message) => {
    const answer = await (await someone()).send({ rating: 9 }, language);
    expect(answer.json().message).toBe(message);
  });

  it('is for who is signed in, as JSON', async () => {
    expect((await world.call({ method: 'POST', url, payload: { rating: 5 } })).statusCode).toBe(401);
    const { headers } = await someone();
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
    expect((await world.call({ method: 'POST', url, headers: form, payload: 'rating=5' })).statusCode).toBe(415);
  });

  it('can be given five times an hour, also when twenty come at once', async () => {
    const limited = await createTestApp({ env: { RATE_LIMITS: 'on' } });
    const anna = await someone(limited);
    const answers = await Promise.all(Array.from({ length: 20 }, () => anna.send({ rating: 5 })));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([...Array(5).fill(200), ...Array(15).fill(429)]);
    const refused = await anna.send({ rating: 5 });
    expect([refused.json().code, refused.headers['retry-after']]).toEqual(['request.tooMany', '3600']);
    limited.clock.advance(60 * 60_000);
    expect((await anna.send({ rating: 5 })).statusCode).toBe(200);
    expect(await anna.stored()).toHaveLength(6);
    await limited.close();
  });
});
