import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { testLogger } from '#tests/support/test-log.ts';
import { type DevEnv, startDevEnv } from '#tools/dev-env/dev-env.ts';
import type { ChatMessage } from '#tools/telegram-emulator/types.ts';

const ANNA = { id: 41_001, first_name: 'Anna', language_code: 'en' };
/** Wants the same cars: her message shows that an event has been dealt with for everybody. */
const WITNESS = { id: 41_002, first_name: 'Liene', language_code: 'lv' };
const WAIT_MS = 15_000;

const car = {
  brand: 'Bmw',
  model: '320',
  year: 2017,
  price: 12_900,
  volume: 2,
  fuel: 'diesel',
  mileage: 158_000,
  gearBox: 'automatic',
  area: 'riga',
  checkup: '04.2027',
  dealType: 'sell',
} as const;

let env: DevEnv;
let databaseUrl: string;
beforeAll(async () => {
  const database = await openTestDatabase();
  databaseUrl = database.url;
  await database.close();
  env = await startDevEnv({
    databaseUrl,
    users: [ANNA, WITNESS],
    marketAds: 40,
    settings: { ALERTS_PER_HOUR: '0' },
    overrides: { logger: testLogger() },
  });
  await env.baseline();
});
afterAll(() => env.close());

/** Signs up by launch data, as the mini app does; gives the way to call the API as that user. */
async function signUp(user: typeof ANNA) {
  env.telegram.allowWriteAccess(user.id);
  const initData = new URLSearchParams(new URL(env.telegram.openWebApp(user.id)).hash.slice(1)).get('tgWebAppData');
  const answer = await fetch(`${env.app.url}/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: env.app.core.config.http.publicUrl },
    body: JSON.stringify({ telegram_user_id: user.id, first_name: user.first_name, initData }),
  });
  expect(answer.status).toBe(201);
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  return (method: string, path: string, body: unknown) =>
    fetch(`${env.app.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie, origin: env.app.core.config.http.publicUrl },
      body: JSON.stringify(body),
    });
}

const isAbout = (slug: string) => (message: ChatMessage) => JSON.stringify(message.buttons).includes(slug);
const alerts = (user: typeof ANNA, slug: string) => env.telegram.messagesOf(user.id).filter(isAbout(slug));
const message = (user: typeof ANNA, slug: string, count = 1) =>
  env.telegram.waitForMessage(user.id, (each) => isAbout(slug)(each) && alerts(user, slug).length >= count, WAIT_MS);

describe('from the market to the chat', () => {
  it('tells a new ad that a saved filter matches, with what a buyer needs to know', async () => {
    for (const user of [ANNA, WITNESS]) {
      const call = await signUp(user);
      const saved = await call('POST', '/filters/new', {
        filters: { filterName: 'Ģimenes auto', carBrand: 'bmw', carModel: ['320'], priceMax: 15_000, active: 1 },
      });
      expect(saved.status).toBe(201);
    }
    const ad = env.market.market.addAd(car);
    const { text, photo, buttons } = await message(ANNA, ad.slug);
    expect(text.replaceAll('\u00a0', ' ')).toMatch(
      /^BMW 320 · 2017\n12 900 € · 158 000 km · 2\.0 diesel · automatic · inspection .*04\.2027\nRiga · .+\nFilter: “Ģimenes auto”$/i,
    );
    expect(photo).toBeDefined();
    expect(buttons.flat().map((button) => button.text)).toEqual(['Open', 'Hide', 'Edit filter', 'Turn off filter']);
    expect(alerts(ANNA, ad.slug)).toHaveLength(1);
  });

  it('says nothing of a renewal, and tells a price drop once', async () => {
    const ad = env.market.market.addAd(car);
    await message(ANNA, ad.slug);
    env.market.market.renew(ad.id);
    const later = env.market.market.addAd(car);
    await message(ANNA, later.slug);
    expect(alerts(ANNA, ad.slug)).toHaveLength(1);

    env.market.market.setPrice(ad.id, 11_900);
    const drop = await message(ANNA, ad.slug, 2);
    expect(alerts(ANNA, ad.slug)).toHaveLength(2);
    const last = alerts(ANNA, ad.slug).at(-1) ?? drop;
    expect(last.text.replaceAll('\u00a0', ' ')).toMatch(/^12 900 11 900 € \(−8 %\)/);
  });

  it('takes another car under an old address for a new ad', async () => {
    const ad = env.market.market.addAd(car);
    await message(ANNA, ad.slug);
    const other = env.market.market.reuseUrl(ad.id, { ...car, year: 2012, price: 6_900, mileage: 240_000 });
    expect(other.slug).toBe(ad.slug);
    await message(ANNA, ad.slug, 2);
    expect(alerts(ANNA, ad.slug).at(-1)?.text).toContain('2012');
  });

  it('is silent about a filter that was turned off by its button', async () => {
    const ad = env.market.market.addAd(car);
    const { id } = await message(ANNA, ad.slug);
    env.telegram.pressButton(ANNA.id, id, 'Turn off filter');
    await env.telegram.waitForMessage(
      ANNA.id,
      (each) => each.id === id && !each.buttons.flat().some((button) => button.text === 'Turn off filter'),
      WAIT_MS,
    );
    const next = env.market.market.addAd(car);
    await message(WITNESS, next.slug);
    expect(alerts(ANNA, next.slug)).toHaveLength(0);
  });

  it('makes no call that Telegram would find wrong', () => {
    expect(env.telegram.violations()).toEqual([]);
  });
});
