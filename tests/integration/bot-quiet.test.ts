import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StoredSettings } from '#core/users/user-settings.ts';
import { anAd, anAdEvent } from '#tests/support/ad-builders.ts';
import { type BotWorld, labels, openBotWorld, publicUrl } from '#tests/support/bot-world.ts';
import { aFilter } from '#tests/support/builders.ts';

let world: BotWorld;
beforeAll(async () => {
  world = await openBotWorld();
});
afterAll(() => world.close());

let anna: number;
let lastTelegramId = 8000;
beforeEach(() => {
  world.emulator.clear();
  lastTelegramId += 1;
  anna = lastTelegramId;
  world.emulator.addUser({ id: anna, first_name: 'Anna', language_code: 'lv' });
});
afterEach(() => {
  expect(world.emulator.violations()).toEqual([]);
});

const storedUser = () => world.core.run(() => world.core.users.findByTelegramId(anna));
const userId = async () => (await storedUser())?.id ?? 0;
async function settings(): Promise<StoredSettings> {
  const id = await userId();
  return world.core.run(() => world.core.settings.get(id));
}
const FRESH = { deliveryMode: 'instant', quietFrom: null, quietTo: null, timeZone: 'Europe/Riga' };
const NIGHT = { quietFrom: 22 * 60 + 30, quietTo: 7 * 60 };

const STATES = {
  lv: `Ziņas par auto nāk uzreiz, tiklīdz parādās sludinājums.
Klusās stundas ir izslēgtas. Ja tās ieslēgsi, ziņas tajā laikā nenāks. Saņemsi tās pēc tam, neviena nepazudīs.
Laika josla: Europe/Riga.

Vari arī uzrakstīt savu laiku, piemēram: /quiet 22:30-7:00`,
  en: `Alerts come right away, as soon as an ad appears.
Quiet hours are off. If you turn them on, no alerts come during those hours. You get them afterwards, and none is lost.
Time zone: Europe/Riga.

You can also write hours of your own, for example: /quiet 22:30-7:00`,
  ru: `Сообщения о машинах приходят сразу, как только появится объявление.
Тихие часы выключены. Если их включить, в это время сообщения приходить не будут. Вы получите их позже, ни одно не пропадёт.
Часовой пояс: Europe/Riga.

Можно написать и своё время, например: /quiet 22:30-7:00`,
} as const;

describe('/quiet', () => {
  it.each(['lv', 'en', 'ru'] as const)('shows in %s when alerts come, and is listed by /help', async (language) => {
    world.emulator.addUser({ id: anna, first_name: 'Anna', language_code: language });
    expect((await world.say(anna, '/quiet')).text).toBe(STATES[language]);
    expect((await world.say(anna, '/help')).text).toMatch(/^\/quiet – \S/m);
  });

  it('marks what holds, and leads to the settings of the app', async () => {
    const shown = await world.say(anna, '/quiet');
    expect(labels(shown)).toEqual([
      ['✓ Uzreiz'],
      ['Reizi stundā', 'Reizi dienā'],
      ['22:00–07:00', '23:00–08:00'],
      ['✓ Bez klusajām stundām'],
      ['Iestatīt lietotnē'],
    ]);
    expect(shown.buttons.at(-1)).toEqual([{ text: 'Iestatīt lietotnē', web_app: { url: `${publicUrl}/profile` } }]);
  });

  it.each([
    ['Reizi stundā', 'hourly', 'Ziņas par auto nāk reizi stundā: visi stundas sludinājumi kopā.'],
    ['Reizi dienā', 'daily', 'Ziņas par auto nāk reizi dienā plkst. 9:00: visi dienas sludinājumi kopā.'],
  ])('has the button %s, which changes the message in place', async (button, deliveryMode, text) => {
    const { toast, message } = await world.press(anna, await world.say(anna, '/quiet'), button);
    expect(toast).toEqual({ text, showAlert: false });
    expect(message.text.split('\n')[0]).toBe(text);
    expect(labels(message)[1]).toContain(`✓ ${button}`);
    expect(await settings()).toMatchObject({ ...FRESH, deliveryMode });
    const back = await world.press(anna, message, 'Uzreiz');
    expect(back.message.text).toBe(STATES.lv);
    expect(await settings()).toMatchObject(FRESH);
    expect(world.emulator.sends()).toHaveLength(1);
  });

  it('has buttons for usual hours and for none', async () => {
    const { toast, message } = await world.press(anna, await world.say(anna, '/quiet'), '23:00–08:00');
    expect(toast.text).toBe('Klusās stundas: 23:00–08:00.');
    expect(message.text.split('\n')[1]).toBe(
      'Klusās stundas: 23:00–08:00. Tajās ziņas nenāk. Saņemsi tās pēc tam, neviena nepazudīs.',
    );
    expect(labels(message).slice(2, 4)).toEqual([['22:00–07:00', '✓ 23:00–08:00'], ['Bez klusajām stundām']]);
    expect(await settings()).toMatchObject({ ...FRESH, quietFrom: 23 * 60, quietTo: 8 * 60 });
    const none = await world.press(anna, message, 'Bez klusajām stundām');
    expect(none.toast.text).toBe('Klusās stundas ir izslēgtas.');
    expect(await settings()).toMatchObject(FRESH);
  });

  it('changes nothing when a button is pressed twice', async () => {
    const shown = await world.say(anna, '/quiet');
    const presses = [1, 2].map(() => world.emulator.pressButton(anna, shown.id, '22:00–07:00'));
    await world.deliver();
    for (const press of presses)
      expect((await world.emulator.waitForCallbackAnswer(press)).text).toBe('Klusās stundas: 22:00–07:00.');
    expect(await settings()).toMatchObject({ ...FRESH, quietFrom: 22 * 60, quietTo: 7 * 60 });
    expect(world.emulator.sends()).toHaveLength(1);
  });

  it.each(['22:30-07:00', '22.30–7.00', ' 22:30 — 7 '])('takes the hours written as %s', async (written) => {
    const answer = await world.say(anna, `/quiet ${written}`);
    expect(answer.text).toContain('\nKlusās stundas: 22:30–07:00. ');
    expect(labels(answer)).toContainEqual(['✓ 22:30–07:00']);
    expect(await settings()).toMatchObject({ ...FRESH, ...NIGHT });
    expect((await world.say(anna, '/quiet off')).text).toBe(STATES.lv);
    expect(await settings()).toMatchObject(FRESH);
  });

  it.each(['25-7', '22', 'naktī', '22:30-7:60', '0'.repeat(4000), '\ud800'])(
    'says by an example how to write hours instead of %s, and changes nothing',
    async (written) => {
      await world.say(anna, '/quiet 22:30-7');
      const answer = await world.say(anna, `/quiet ${written}`);
      expect(answer.text).toMatch(/^Šo laiku nesapratu\..* \/quiet 22:30-7:00\nIzslēgt: \/quiet off$/);
      expect(labels(answer)).toContainEqual(['✓ 22:30–07:00']);
      expect(await settings()).toMatchObject({ ...FRESH, ...NIGHT });
    },
  );

  it('refuses hours that end as they begin', async () => {
    expect((await world.say(anna, '/quiet 7-7:00')).text).toBe('Kluso stundu sākums un beigas nevar sakrist.');
    expect(await settings()).toMatchObject(FRESH);
  });

  it('says that the alerts are paused', async () => {
    await world.say(anna, '/pause');
    const shown = await world.say(anna, '/quiet');
    expect(shown.text).toBe(`Ziņas ir apturētas. Atsākt: /resume\n\n${STATES.lv}`);
    const { message } = await world.press(anna, shown, 'Reizi dienā');
    expect(message.text).toMatch(/^Ziņas ir apturētas/);
    expect(await settings()).toMatchObject({ alerts: false, deliveryMode: 'daily' });
  });

  it('makes no account of who presses a button without one', async () => {
    const shown = await world.say(anna, '/quiet');
    const id = await userId();
    await world.core.run(() => world.core.accountDeletion.deleteAccount(id));
    for (const button of ['Reizi dienā', '22:00–07:00'])
      expect((await world.press(anna, shown, button)).toast).toEqual({
        text: 'Vispirms nospied /start',
        showAlert: true,
      });
    expect(await storedUser()).toBeNull();
  });
});

it('alerts that quiet hours have put off are due as soon as these are switched off, and not before', async () => {
  const shown = await world.say(anna, '/quiet 22:30-7');
  const [id, adId] = [await userId(), await anAd(world.core.orm)];
  const { id: filterId } = await aFilter(world.core.orm, id);
  const eventId = await anAdEvent(world.core.orm, adId);
  const morning = new Date(world.clock.now().getTime() + 3_600_000);
  const payload = { occasion: 'new', price: null, oldPrice: null } as const;
  const row = { eventId, adId, userId: id, filterIds: [filterId], payload, dueAt: morning, expiresAt: morning };
  await world.core.run(() => world.core.outbox.enqueueAlerts(world.core.orm.em, [row]));
  const due = async () => {
    const sql = 'select due_at, status from notifications where user_id = ?';
    const rows = await world.core.orm.em.fork().execute<{ due_at: string; status: string }[]>(sql, [id]);
    return rows.map(({ due_at, status }) => [new Date(due_at), status]);
  };
  await world.press(anna, shown, '✓ 22:30–07:00');
  expect(await due()).toEqual([[morning, 'pending']]);
  await world.press(anna, shown, 'Bez klusajām stundām');
  expect(await due()).toEqual([[world.clock.now(), 'pending']]);
});
