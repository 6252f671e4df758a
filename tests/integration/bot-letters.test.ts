import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Locale } from '#core/i18n/locales.ts';
import { type BotWorld, labels } from '#tests/support/bot-world.ts';
import {
  type ConversationWorld,
  NOTHING_OPEN,
  openConversationWorld,
  PROBLEM,
} from '#tests/support/conversation-world.ts';

let talks: ConversationWorld;
let world: BotWorld;
let anna: number;
beforeAll(async () => {
  talks = await openConversationWorld();
  world = talks.world;
});
afterAll(() => world.close());
beforeEach(() => {
  world.emulator.clear();
  anna = talks.newcomer();
});
afterEach(() => {
  expect(world.emulator.violations()).toEqual([]);
});

const STARS = ['1 ★', '2 ★', '3 ★', '4 ★', '5 ★'];
const TOO_MANY = 'Pārāk daudz pieprasījumu. Lūdzu, mēģini vēlāk.';

describe('/report', () => {
  it.each<[Locale, string, RegExp, string]>([
    ['lv', 'Atcelt', /^Kas nedarbojas\?.*8–2000/, 'Paldies! Tavu ziņojumu saņēmām.'],
    ['en', 'Cancel', /^What does not work\?.*8–2000/, 'Thank you! We have got your report.'],
    ['ru', 'Отмена', /^Что не работает\?.*8–2000/, 'Спасибо! Мы получили ваше сообщение о проблеме.'],
  ])('takes the description, in %s', async (language, cancel, question, thanks) => {
    anna = talks.newcomer(language);
    const asked = await world.say(anna, '/report');
    expect(asked.text).toMatch(question);
    expect(labels(asked)).toEqual([[cancel]]);
    expect((await world.say(anna, `  ${PROBLEM}\n`)).text).toBe(thanks);
    expect(await talks.problemsOf(anna)).toEqual([PROBLEM]);
    expect(await talks.statesOf(anna)).toEqual([]);
    expect(talks.said(anna)).toHaveLength(2);
  });

  it.each([
    ['1234567', 'Apraksti problēmu vismaz ar 8 rakstzīmēm.'],
    ['\u200b\u200b', 'Problēmas apraksts nevar būt tukšs.'],
    ['ж'.repeat(2001), 'Apraksts var būt līdz 2000 rakstzīmēm garš.'],
    ['12345678\u0007', 'Aprakstā ir neatļautas rakstzīmes.'],
  ])('refuses %j and takes better words', async (text, refusal) => {
    await world.say(anna, '/report');
    const refused = await world.say(anna, text);
    expect(refused.text).toBe(refusal);
    expect(labels(refused)).toEqual([['Atcelt']]);
    expect((await world.say(anna, PROBLEM)).text).toMatch(/^Paldies!/);
    expect(await talks.problemsOf(anna)).toEqual([PROBLEM]);
  });

  it('does not grow with what it refused', async () => {
    await world.say(anna, '/report');
    const before = await talks.statesOf(anna);
    for (let count = 0; count < 3; count += 1) await world.say(anna, 'nē');
    world.emulator.sendSticker(anna);
    await world.deliver();
    expect(await talks.statesOf(anna)).toEqual(before);
  });

  it('knows what was reported before, and ends', async () => {
    for (let count = 0; count < 2; count += 1) {
      await world.say(anna, '/report');
      await world.say(anna, PROBLEM.toUpperCase());
    }
    expect(talks.last(anna).text).toBe('Šī problēma jau ir iesniegta. Paldies!');
    expect((await world.say(anna, 'Vēl kaut kas')).text).toMatch(NOTHING_OPEN);
    expect(await talks.problemsOf(anna)).toHaveLength(1);
  });

  it('counts together with the page, and ends at the limit', async () => {
    await world.say(anna, '/start');
    const userId = await talks.idOf(anna);
    for (let count = 0; count < 4; count += 1)
      await world.core.run(() => world.core.problems.report(userId, `${PROBLEM} ${count}`));
    for (const text of ['piektā problēma', 'sestā problēma']) {
      await world.say(anna, '/report');
      await world.say(anna, text);
    }
    expect(talks.last(anna).text).toBe(TOO_MANY);
    expect(await talks.problemsOf(anna)).toHaveLength(5);
    expect(await talks.statesOf(anna)).toEqual([]);
    world.clock.advance(60 * 60_000);
    await world.say(anna, '/report');
    expect((await world.say(anna, 'sestā problēma')).text).toMatch(/^Paldies!/);
  });

  it('speaks the language chosen in its middle', async () => {
    const chooser = await world.say(anna, '/language');
    await world.say(anna, '/report');
    await world.press(anna, chooser, 'Русский');
    expect((await world.say(anna, 'нет')).text).toBe('Опишите проблему хотя бы в 8 символах.');
    expect((await world.say(anna, PROBLEM)).text).toMatch(/^Спасибо!/);
  });
});

describe('/feedback', () => {
  it.each<[Locale, string, string[], string]>([
    ['lv', 'Tavs vērtējums: ★★★★☆', ['Izlaist', 'Atcelt'], 'Paldies par atsauksmi!'],
    ['en', 'Your rating: ★★★★☆', ['Skip', 'Cancel'], 'Thank you for your feedback!'],
    ['ru', 'Ваша оценка: ★★★★☆', ['Пропустить', 'Отмена'], 'Спасибо за отзыв!'],
  ])('takes a rating, a comment and an address, in %s', async (language, rated, choices, thanks) => {
    anna = talks.newcomer(language);
    const question = await world.say(anna, '/feedback');
    expect(labels(question)).toEqual([STARS, [choices[1]]]);
    const { message } = await world.press(anna, question, '4 ★');
    expect([message.text, message.buttons]).toEqual([rated, []]);
    expect(labels(talks.last(anna))).toEqual([choices]);
    expect(labels(await world.say(anna, ' Labi!\nTurpiniet "tā" \\ 🙂 '))).toEqual([choices]);
    expect((await world.say(anna, ' anna@example.lv ')).text).toBe(thanks);
    const stored = { rating: 4, comment: 'Labi!\nTurpiniet "tā" \\ 🙂', email: 'anna@example.lv' };
    expect(await talks.feedbackOf(anna)).toEqual([stored]);
    expect(await talks.statesOf(anna)).toEqual([]);
  });

  it('needs no more than the rating', async () => {
    await talks.rate(anna, 1);
    const skipped = await world.press(anna, talks.last(anna), 'Izlaist');
    expect([skipped.message.buttons, skipped.toast.text]).toEqual([[], undefined]);
    const { message } = await world.press(anna, talks.last(anna), 'Izlaist');
    expect(message.buttons).toEqual([]);
    expect(talks.last(anna).text).toBe('Paldies par atsauksmi!');
    expect(await talks.feedbackOf(anna)).toEqual([{ rating: 1, comment: '', email: '' }]);
  });

  it('asks for a press where words are no rating', async () => {
    const question = await world.say(anna, '/feedback');
    expect((await world.say(anna, '5')).text).toBe('Lūdzu, nospied vienu no vērtējuma pogām.');
    await world.press(anna, question, '5 ★');
    expect(labels(talks.last(anna))).toEqual([['Izlaist', 'Atcelt']]);
  });

  it('refuses a comment or an address that cannot be stored, and takes a better one', async () => {
    await talks.rate(anna);
    expect((await world.say(anna, 'a'.repeat(2001))).text).toBe('Komentārs var būt līdz 2000 rakstzīmēm garš.');
    expect((await world.say(anna, 'a\u0007')).text).toBe('Tekstā ir neatļautas rakstzīmes.');
    await world.say(anna, 'a'.repeat(2000));
    expect((await world.say(anna, 'anna@')).text).toBe('Nederīgs e-pasta formāts.');
    await world.say(anna, 'anna@example.lv');
    expect(await talks.feedbackOf(anna)).toMatchObject([{ email: 'anna@example.lv' }]);
  });

  it('is deaf to a second press of an answered question', async () => {
    const question = await world.say(anna, '/feedback');
    const presses = ['5 ★', '1 ★'].map((button) => world.emulator.pressButton(anna, question.id, button));
    await world.deliver();
    for (const press of presses) expect((await world.emulator.waitForCallbackAnswer(press)).text).toBeUndefined();
    const double = [1, 2].map(() => world.emulator.pressButton(anna, talks.last(anna).id, 'Izlaist'));
    await world.deliver();
    for (const press of double) expect((await world.emulator.waitForCallbackAnswer(press)).text).toBeUndefined();
    await world.say(anna, 'anna@example.lv');
    expect(await talks.feedbackOf(anna)).toEqual([{ rating: 5, comment: '', email: 'anna@example.lv' }]);
  });

  it('may be given again as it was, five times an hour', async () => {
    for (let count = 0; count < 6; count += 1) {
      world.clock.advance(1000);
      await talks.comment(anna);
      await world.press(anna, talks.last(anna), 'Izlaist');
    }
    expect(talks.last(anna).text).toBe(TOO_MANY);
    expect(await talks.feedbackOf(anna)).toHaveLength(5);
    expect(await talks.statesOf(anna)).toEqual([]);
  });
});
