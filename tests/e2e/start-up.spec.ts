import { expect, type Page } from 'playwright/test';
import { openNative, signInBrowser } from './support/app.ts';
import { holdBack } from './support/faults.ts';
import { playNativeClient } from './support/native-client.ts';
import { hurryUntil, refuse, walkTo } from './support/network.ts';
import { test } from './support/watched-test.ts';
import { ANNA, APP, callAs, launchUrl, newPerson, saveFilter, signUp } from './support/world.ts';

const storedUser = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? 'null'));

/** What the browser keeps from an earlier visit. */
const remember = (page: Page, entries: Record<string, string>) =>
  page.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.getItem(key) ?? localStorage.setItem(key, value);
  }, entries);

test.describe('started at / inside Telegram', () => {
  test('a stranger is signed up, remembered and led to the first filter', async ({ page, request }) => {
    const person = await newPerson(request, { firstName: 'Ilze' });
    await openNative(page, request, person.id);
    await expect(page).toHaveURL('/filters/new');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await storedUser(page)).toEqual({
      id: expect.any(Number),
      telegram_user_id: person.id,
      first_name: 'Ilze',
    });
  });

  test('who has filters is led to them', async ({ page, request }) => {
    await openNative(page, request, ANNA);
    await expect(page).toHaveURL('/filters');
    await expect(page.getByRole('switch').first()).toBeVisible();
  });

  test('the session of somebody else in the same client does not count', async ({ page, request }) => {
    const person = await newPerson(request);
    await signInBrowser(page, request, ANNA);
    await openNative(page, request, person.id);
    await expect(page).toHaveURL('/filters/new');
    expect(await storedUser(page)).toMatchObject({ telegram_user_id: person.id });
  });

  test('a link to a filter opens it, once', async ({ page, request }) => {
    const person = await newPerson(request);
    await signUp(request, person);
    const id = await saveFilter(request, person.id, { filterName: 'No saites' });
    const client = await openNative(page, request, person.id, { startParam: `f_${id}` });
    await expect(page).toHaveURL(`/filters/update/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('No saites');
    await client.press('back');
    await expect(page).toHaveURL('/filters');
    await walkTo(page, '/');
    await expect(page).toHaveURL('/filters');
    await page.goto('/');
    await expect(page).toHaveURL('/filters');
  });

  test('a link to a new filter opens the form', async ({ page, request }) => {
    await openNative(page, request, ANNA, { startParam: 'new' });
    await expect(page).toHaveURL('/filters/new');
  });

  for (const [whose, idOf] of [
    ['absent', async () => 999_999_999],
    ['foreign', foreignFilter],
  ] as const) {
    test(`a link to a filter that is ${whose} says so and leads to the list`, async ({ page, request }) => {
      const person = await newPerson(request);
      await signUp(request, person);
      const id = await idOf(request);
      await openNative(page, request, person.id, { startParam: `f_${id}`, version: '6.0' });
      await expect(page.getByRole('heading', { level: 1, name: 'Filtrs nav atrasts' })).toBeVisible();
      await page.getByRole('main').getByRole('link').click();
      await expect(page).toHaveURL('/filters');
    });
  }

  test('a start parameter that names no page is passed over', async ({ page, request }) => {
    await openNative(page, request, ANNA, { startParam: 'f_-1' });
    await expect(page).toHaveURL('/filters');
  });
});

async function foreignFilter(request: Parameters<typeof callAs>[0]): Promise<number> {
  const { body } = await callAs(request, ANNA, 'GET', '/filters/get/filters');
  return Number(Object.keys(body)[0]);
}

test('another path stays, also when it is loaded anew, and the signed string leaves the address', async ({
  page,
  request,
}) => {
  await openNative(page, request, ANNA, { path: '/profile' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(`${APP}/profile`);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(`${APP}/profile`);
  await expect(page.getByRole('banner')).toHaveCount(0);
});

test.describe('a log-in that fails', () => {
  test('because of the server can be tried again in place', async ({ page, request }) => {
    const person = await newPerson(request, { language: 'en' });
    await refuse(page, '**/auth/login', 500, 'service.internal', 'Internal server error.');
    await page.clock.install();
    await openNative(page, request, person.id);
    await hurryUntil(page, page.getByRole('heading', { name: 'Could not load' }));
    await expect(page.getByRole('alert')).toContainText('Internal server error.');
    await page.unroute('**/auth/login');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL('/filters/new');
  });

  for (const [status, code, message] of [
    [401, 'auth.initDataExpired', 'The app was opened too long ago.'],
    [400, 'auth.invalidInitData', 'Invalid messaging-app user or authentication data.'],
  ] as const) {
    test(`with ${status} leads to the sign-up, which says why and tries again`, async ({ page, request }) => {
      const person = await newPerson(request, { language: 'en' });
      await refuse(page, '**/auth/login', status, code, message);
      await openNative(page, request, person.id);
      await expect(page).toHaveURL('/signup');
      await expect(page.getByRole('heading', { level: 1, name: 'Could not log you in' })).toBeVisible();
      await expect(page.getByRole('alert')).toContainText(message);
      const retry = page.getByRole('alert').getByRole('button');
      await retry.click();
      await expect(retry).toBeEnabled();
      await expect(page.getByRole('alert')).toContainText(message);
      await page.unroute('**/auth/login');
      await retry.click();
      await expect(page).toHaveURL('/filters/new');
    });
  }

  test('because the launch was tampered with is told, too', async ({ page, request }) => {
    const person = await newPerson(request, { language: 'ru' });
    const url = await launchUrl(request, person.id);
    await playNativeClient(page);
    await page.goto(url.replace(/hash%3D[0-9a-f]{64}/, `hash%3D${'0'.repeat(64)}`));
    await expect(page).toHaveURL('/signup');
    await expect(page.getByRole('alert')).toContainText('Неверный пользователь Telegram');
  });
});

test('while the status is on its way, the outline of the page stands, and later a word of patience', async ({
  page,
  request,
}) => {
  const status = await holdBack(page, '/api/auth/status');
  await page.clock.install();
  await openNative(page, request, ANNA, { path: '/profile' });
  await expect(page.getByRole('status').filter({ hasText: 'Ielādē…' })).toBeVisible();
  await page.clock.fastForward(6000);
  await expect(page.getByText('Savienojums ir lēns.')).toBeVisible();
  status.letGo();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(status.count).toBe(1);
});

test.describe('the language to begin with', () => {
  for (const [told, stored, telegram, shown] of [
    ['is Telegram’s: lv', null, 'lv', 'lv'],
    ['is Telegram’s: en', null, 'en', 'en'],
    ['is Telegram’s: ru', null, 'ru', 'ru'],
    ['is Latvian where Telegram speaks another', null, 'de', 'lv'],
    ['is the stored one', 'en', 'ru', 'en'],
    ['is Russian where rus was stored', 'rus', 'en', 'ru'],
  ] as const) {
    test(told, async ({ page, request }) => {
      const person = await newPerson(request, { language: telegram });
      if (stored) await remember(page, { language: stored });
      await openNative(page, request, person.id, { path: '/how-it-works' });
      const title = { lv: 'Kā tas strādā', en: 'How it works', ru: 'Как это работает' }[shown];
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', shown);
    });
  }

  test('is Latvian in a browser that keeps none', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'lv');
  });
});

test.describe('the theme to begin with', () => {
  for (const [told, stored, client, shown] of [
    ['is Telegram’s: dark', null, 'dark', 'dark'],
    ['is Telegram’s: light', null, 'light', 'light'],
    ['is the stored one', 'light', 'dark', 'light'],
    ['is light in a browser', null, null, 'light'],
    ['is the stored one in a browser', 'dark', null, 'dark'],
  ] as const) {
    test(told, async ({ page, request }) => {
      await page.emulateMedia({ colorScheme: shown === 'light' ? 'dark' : 'light' });
      if (stored) await remember(page, { theme: stored });
      if (client) await openNative(page, request, ANNA, { path: '/privacy', theme: client });
      else await page.goto('/privacy');
      const root = page.locator('html');
      await expect(root).toHaveAttribute('data-theme', shown);
      await expect(root).toHaveClass(shown);
    });
  }
});
