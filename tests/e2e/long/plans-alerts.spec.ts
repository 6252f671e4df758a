import { type APIRequestContext, expect, type Page, test } from 'playwright/test';
import { openNative, signInBrowser } from '../support/app.ts';
import { holdBack, refuseOnce } from '../support/faults.ts';
import { newReader, waitForMessage } from '../support/people.ts';
import { expectAccessible, SIZES } from '../support/screens.ts';
import { APP, callAs, MARKET } from '../support/world.ts';

const PLANS = '/api/plans';
const REQUEST = '/api/plans/request';
const ALERTS = '/api/alerts';
const cards = (page: Page) => page.getByRole('main').getByRole('listitem');

const WORDED = {
  lv: [
    'LietotājsFiltrus pievienot un ieslēgt nevar',
    'PamataLīdz 5 ieslēgtiem filtriem vienlaikus Tavs plāns',
    'PaplašinātaisLīdz 10 ieslēgtiem filtriem vienlaikusPieprasīt šo plānu',
  ],
  en: [
    'UserFilters cannot be added or switched on',
    'BasicUp to 5 filters on at once Your plan',
    'AdvancedUp to 10 filters on at onceAsk for this plan',
  ],
  ru: [
    'ПользовательДобавлять и включать фильтры нельзя',
    'БазовыйДо 5 включённых фильтров одновременно Ваш план',
    'РасширенныйДо 10 включённых фильтров одновременноЗапросить этот план',
  ],
} as const;

for (const language of ['lv', 'en', 'ru'] as const) {
  test(`each plan is a card with its limit, the own one marked: ${language}`, async ({ page, request }) => {
    const userId = await newReader(request, { language });
    await openNative(page, request, userId, { path: '/plans', theme: language === 'en' ? 'dark' : 'light' });
    await expect(cards(page)).toHaveText([...WORDED[language]]);
  });
}

test.describe('a plan', () => {
  test('is asked for after a confirmation, shown as requested, and known to be so', async ({ page, request }) => {
    const userId = await newReader(request, { language: 'en' });
    const client = await openNative(page, request, userId, { path: '/plans' });
    const ask = page.getByRole('button', { name: 'Ask for this plan' });
    await ask.click();
    expect(await client.answerPopup('cancel')).toMatchObject({ title: 'Ask for the plan “Advanced”?' });
    await expect(ask).toBeVisible();
    const call = await holdBack(page, REQUEST, 'POST');
    await ask.dblclick();
    await client.answerPopup('ask');
    await expect(cards(page).last()).toContainText('Requested. The answer will come in the Telegram chat.');
    call.letGo();
    await expect(page.getByRole('status').filter({ hasText: 'The plan “Advanced” is requested.' })).toBeAttached();
    await expect(ask).toHaveCount(0);
    expect(call.count).toBe(1);
    await page.reload();
    await expect(cards(page).last()).toContainText('Requested.');
    const again = await callAs(request, userId, 'POST', REQUEST, { plan: 'advanced' });
    expect(again).toMatchObject({ status: 409, body: { code: 'plan.alreadyRequested' } });
  });

  test('that was asked for in another window is shown as requested', async ({ page, request }) => {
    const userId = await newReader(request, { language: 'ru' });
    await openNative(page, request, userId, { path: '/plans', version: '6.0' });
    await expect(cards(page)).toHaveCount(3);
    await callAs(request, userId, 'POST', REQUEST, { plan: 'advanced' });
    await page.getByRole('button', { name: 'Запросить этот план' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Запросить план «Расширенный»?' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Запросить' }).click();
    await expect(cards(page).last()).toContainText('Запрошен.');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('that could not be asked for says why, and can be asked for again', async ({ page, request }) => {
    const userId = await newReader(request);
    await refuseOnce(page, PLANS, { message: 'Par daudz pieprasījumu.' });
    const client = await openNative(page, request, userId, { path: '/plans' });
    await expect(page.getByRole('alert')).toContainText('Par daudz pieprasījumu.');
    await page.getByRole('button', { name: 'Mēģināt vēlreiz' }).click();
    await refuseOnce(page, REQUEST, { method: 'POST', status: 500, message: 'Iekšēja servera kļūda.' });
    const ask = page.getByRole('button', { name: 'Pieprasīt šo plānu' });
    await ask.click();
    await client.answerPopup('ask');
    await expect(cards(page).last().getByRole('alert')).toHaveText('Iekšēja servera kļūda.');
    await ask.click();
    await client.answerPopup('ask');
    await expect(cards(page).last()).toContainText('Pieprasīts. Atbilde pienāks Telegram čatā.');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

const AURIS = {
  brand: 'Toyota',
  model: 'Auris',
  year: 2015,
  volume: 1.8,
  fuel: 'hybrid',
  mileage: 158_000,
  gearBox: 'automatic',
  area: 'ogre',
  checkup: '04.2027',
  dealType: 'sell',
};

/** Puts the car on the market for a price of its own, and waits until this person was told of it. */
async function alertAbout(request: APIRequestContext, userId: number, price: number) {
  const answer = await request.post(`${MARKET}/control/add`, { data: { ...AURIS, price } });
  const { id, slug } = await answer.json();
  await waitForMessage(request, userId, 'Auris');
  return { id, slug };
}

const wish = (price: number) => ({
  filterName: 'Auris',
  carBrand: 'toyota',
  carModel: ['auris'],
  priceMin: price - 900,
  priceMax: price,
});

test.describe('the latest alerts', () => {
  test('say what each car is, open its ad, and hide it until that is undone', async ({ page, request }) => {
    const userId = await newReader(request, { filters: [wish(9_991)] });
    const { slug } = await alertAbout(request, userId, 9_991);
    const client = await openNative(page, request, userId, { path: '/alerts' });
    const alert = cards(page).first();
    await expect(alert).toContainText(/tikko|pirms 1 min/);
    await expect(alert).toContainText('9 991 €');
    await expect(alert).toContainText('158 000 km · 1,8 hibrīds · automāts · apskate līdz 04.2027');
    await expect(alert).toContainText('Ogre');
    await expect(alert).toContainText('Filtrs: Auris');
    await alert.getByRole('link', { name: 'Toyota Auris · 2015' }).click();
    expect(await client.latest('web_app_open_link')).toMatchObject({ url: expect.stringContaining(slug) });
    await refuseOnce(page, '/api/ads/*/hide', { method: 'POST', message: 'Pagaidi.' });
    await alert.getByRole('button', { name: 'Paslēpt: Toyota Auris' }).click();
    await expect(alert.getByRole('alert')).toHaveText('Pagaidi.');
    await alert.getByRole('button', { name: 'Paslēpt: Toyota Auris' }).click();
    await expect(alert.getByRole('status')).toHaveText('Paslēpts: par šo auto vairs nerakstīsim.');
    await expectAccessible(page);
    await page.reload();
    await alert.getByRole('button', { name: 'Rādīt atkal: Toyota Auris' }).click();
    await expect(alert.getByRole('button', { name: 'Paslēpt: Toyota Auris' })).toBeVisible();
    await expect
      .poll(async () => (await callAs(request, userId, 'GET', ALERTS)).body.alerts[0].hidden, { timeout: 3000 })
      .toBe(false);
  });

  test('tell a price drop with the old and the new price', async ({ page, request }) => {
    const userId = await newReader(request, { language: 'en', filters: [wish(8_881)] });
    const { id, slug } = await alertAbout(request, userId, 8_881);
    await request.post(`${MARKET}/control/price`, { data: { id, price: 8_080 } });
    await waitForMessage(request, userId, '8 080'.replace(' ', '\u00a0'));
    await page.setViewportSize(SIZES.desktop);
    await signInBrowser(page, request, userId);
    await page.goto(`${APP}/alerts`);
    await expect(cards(page)).toHaveCount(2);
    const drop = cards(page).first();
    await expect(drop).toContainText(/^Price drop · (just now|1 min ago)/);
    await expect(drop.locator('s')).toHaveText('8 881');
    await expect(drop.locator('b')).toHaveText('8 080 €');
    const opened = page.context().waitForEvent('page');
    await drop.getByRole('link', { name: 'Toyota Auris · 2015' }).click();
    expect((await opened).url()).toContain(slug);
  });

  test('say that they are coming, that they could not be loaded, and that there are none yet', async ({
    page,
    request,
  }) => {
    const userId = await newReader(request, { language: 'ru' });
    await refuseOnce(page, ALERTS, { message: 'Слишком много запросов.' });
    const call = await holdBack(page, ALERTS);
    const client = await openNative(page, request, userId, { path: '/alerts', theme: 'dark' });
    await expect(page.getByRole('status').filter({ hasText: 'Загрузка…' })).toBeAttached();
    call.letGo();
    await expect(page.getByRole('alert')).toContainText('Слишком много запросов.');
    await page.getByRole('button', { name: 'Повторить' }).click();
    await expect(page.getByRole('heading', { name: 'Сообщений пока нет' })).toBeVisible();
    await client.press('back');
    await expect(page).toHaveURL(/\/profile$/);
  });
});
