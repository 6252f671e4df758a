import { expect, type Page, test } from 'playwright/test';
import { openNative } from '../support/app.ts';
import { holdBack, refuseOnce } from '../support/faults.ts';
import { inTelegram, newReader, numberedFilters, settingsOf, waitForMessage } from '../support/people.ts';
import { expectAccessible, SIZES, watchErrors } from '../support/screens.ts';
import { addAd } from '../support/world.ts';

const PATH = { path: '/profile' };
const SETTINGS = '/api/user/settings';

/** The zone that new people get; the device has it, too, where a test does not say otherwise. */
test.use({ timezoneId: 'Europe/Riga' });

const WORDED = [
  {
    language: 'lv',
    look: { theme: 'light' },
    size: 'phone',
    plan: 'plāns „Pamata”',
    use: 'Aktīvie filtri2 no 5',
    left: 'Vari ieslēgt vēl 3 filtrus.',
    unspecified: 'Nav norādīts',
  },
  {
    language: 'en',
    look: { theme: 'dark', platform: 'tdesktop' },
    size: 'desktop',
    plan: 'Basic plan',
    use: 'Active filters2 of 5',
    left: 'You can switch on 3 more filters.',
    unspecified: 'Not specified',
  },
  {
    language: 'ru',
    look: { theme: 'dark', version: '6.0' },
    size: 'phone',
    plan: 'план «Базовый»',
    use: 'Активные фильтры2 из 5',
    left: 'Можно включить ещё 3 фильтра.',
    unspecified: 'Не указан',
  },
] as const;

for (const { language, look, size, plan, use, left, unspecified } of WORDED) {
  test(`says who it is, the plan, and how much of it is used: ${language}`, async ({ page, request }) => {
    const errors = watchErrors(page);
    await page.setViewportSize(SIZES[size]);
    const userId = await newReader(request, { firstName: 'Žanete', language, filters: numberedFilters(3, 2) });
    await openNative(page, request, userId, { ...PATH, ...look });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Žanete');
    await expect(page.getByRole('main')).toContainText(plan);
    await expect(page.getByRole('main')).toContainText(use);
    await expect(page.getByRole('main')).toContainText(left);
    await page.route('**/api/get/user', async (route) => {
      const user = await (await route.fetch()).json();
      await route.fulfill({ json: { ...user, role: null } });
    });
    await page.reload();
    await expect(page.getByText(unspecified, { exact: true })).toBeVisible();
    expect(errors).toEqual([]);
  });
}

test('a plan that is used up says how to go on, and leads to the plans', async ({ page, request }) => {
  const userId = await newReader(request, { language: 'en', filters: numberedFilters(5) });
  await openNative(page, request, userId, PATH);
  await expect(page.getByText('Your limit is reached.')).toBeVisible();
  await page.getByRole('link', { name: 'Compare plans' }).click();
  await expect(page).toHaveURL(/\/plans$/);
});

test('notifications are paused and resumed, and what matched meanwhile is counted', async ({ page, request }) => {
  const wish = { carBrand: 'nissan', carModel: ['leaf'], priceMin: 6_661, priceMax: 6_661, filterName: 'Leaf' };
  const userId = await newReader(request, { filters: [wish] });
  const neighbour = await newReader(request, { filters: [wish] });
  await openNative(page, request, userId, PATH);
  const alerts = page.getByRole('switch', { name: 'Sūtīt ziņas' });
  await alerts.click({ force: true });
  await expect(alerts).not.toBeChecked();
  await expect(page.getByText('Apturētas')).toBeVisible();
  await expect.poll(async () => (await settingsOf(request, userId)).alerts).toBe(false);
  await addAd(request, { brand: 'Nissan', model: 'Leaf', price: 6_661, dealType: 'sell' });
  await waitForMessage(request, neighbour, 'Leaf');
  await alerts.click({ force: true });
  const told = page.getByRole('status').filter({ hasText: 'Ziņas atkal pienāk. Pa šo laiku atbilda 1 sludinājums.' });
  await expect(told).toBeVisible();
  await expect(alerts).toBeChecked();
});

test('a setting that was not saved goes back, and says why', async ({ page, request }) => {
  const userId = await newReader(request, { language: 'en' });
  await openNative(page, request, userId, PATH);
  await refuseOnce(page, SETTINGS, { method: 'PUT', status: 500, message: 'Internal server error.' });
  const alerts = page.getByRole('switch', { name: 'Send alerts' });
  await alerts.click({ force: true });
  await expect(page.getByRole('alert').filter({ hasText: 'Internal server error.' })).toBeVisible();
  await expect(alerts).toBeChecked();
  await alerts.click({ force: true });
  await expect(alerts).not.toBeChecked();
  await expect(page.getByText('Internal server error.')).toHaveCount(0);
});

test('how soon alerts come is chosen in a sheet and kept', async ({ page, request }) => {
  const userId = await newReader(request, { language: 'ru' });
  await openNative(page, request, userId, { ...PATH, theme: 'dark' });
  const row = page.getByRole('button', { name: /^Когда присылать/ });
  await expect(row).toContainText('Сразу');
  await row.click();
  const sheet = page.getByRole('dialog', { name: 'Когда присылать' });
  await sheet.getByRole('radio', { name: /Раз в день/ }).check();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Готово' }).click();
  await expect(row).toContainText('Раз в день');
  await expect(row).toBeFocused();
  await expect.poll(async () => (await settingsOf(request, userId)).delivery).toBe('daily');
});

test.describe('quiet hours', () => {
  const row = (page: Page) => page.getByRole('button', { name: /^Klusās stundas/ });
  const sheet = (page: Page) => page.getByRole('dialog', { name: 'Klusās stundas' });
  const done = (page: Page) => sheet(page).getByRole('button', { name: 'Gatavs' }).click();

  test('are refused while they are wrong, with what was typed kept, and then saved', async ({ page, request }) => {
    const userId = await newReader(request);
    await openNative(page, request, userId, PATH);
    await expect(row(page)).toContainText('Izslēgtas');
    await row(page).click();
    await sheet(page).getByRole('switch', { name: 'Ieslēgt klusās stundas' }).press('Space');
    await sheet(page).getByLabel('No', { exact: true }).fill('06:45');
    await sheet(page).getByLabel('Līdz', { exact: true }).fill('06:45');
    await expect(sheet(page).getByRole('alert')).toHaveText('Kluso stundu sākums un beigas nevar sakrist.');
    await sheet(page).getByLabel('No', { exact: true }).fill('');
    await expect(sheet(page).getByRole('alert')).toHaveText('Norādi kluso stundu sākumu un beigas.');
    await done(page);
    await expect(page.getByRole('alert').filter({ hasText: 'Norādi kluso stundu sākumu un beigas.' })).toBeVisible();
    expect((await settingsOf(request, userId)).quietFrom).toBeNull();
    await row(page).click();
    await sheet(page).getByLabel('No', { exact: true }).fill('22:30');
    await done(page);
    await expect(row(page)).toContainText('22:30–06:45');
    await expect
      .poll(() => settingsOf(request, userId))
      .toMatchObject({ quietFrom: '22:30', quietTo: '06:45', timeZone: 'Europe/Riga' });
  });

  test('keep what was set when it could not be saved, and take the zone of the device', async ({
    browser,
    request,
  }) => {
    const page = await browser.newPage({ timezoneId: 'Europe/Berlin' });
    const userId = await newReader(request);
    await openNative(page, request, userId, PATH);
    await refuseOnce(page, SETTINGS, { method: 'PUT', message: 'Pagaidi.' });
    await row(page).click();
    await sheet(page).getByRole('switch').press('Space');
    await sheet(page).getByRole('button', { name: 'Lietot šīs ierīces laika joslu: Europe/Berlin' }).click();
    await done(page);
    await expect(page.getByRole('alert').filter({ hasText: 'Pagaidi.' })).toBeVisible();
    await row(page).click();
    await expect(sheet(page).getByText('Laika josla: Europe/Berlin')).toBeVisible();
    await done(page);
    await expect(row(page)).toContainText('22:00–07:00');
    await expect.poll(async () => (await settingsOf(request, userId)).timeZone).toBe('Europe/Berlin');
    await page.close();
  });
});

test.describe('a test alert', () => {
  const row = (page: Page) => page.getByRole('button', { name: /^Nosūtīt pārbaudes ziņu/ });

  test('arrives in the chat, once for two taps, and the page says so', async ({ page, request }) => {
    const userId = await newReader(request);
    const client = await openNative(page, request, userId, PATH);
    const call = await holdBack(page, '/api/user/test-alert', 'POST');
    call.letGo();
    await row(page).dblclick();
    await waitForMessage(request, userId, 'Pārbaudes ziņa: viss darbojas.');
    await expect(page.getByRole('status').filter({ hasText: 'Pienāca' })).toBeVisible();
    expect(call.count).toBe(1);
    expect(await client.latest('web_app_trigger_haptic_feedback')).toMatchObject({ notification_type: 'success' });
  });

  test('that cannot be sent says so, and how to mend it', async ({ page, request }) => {
    const userId = await newReader(request);
    await inTelegram(request, 'fault', {
      method: 'sendMessage',
      chatId: userId,
      kind: 'error',
      errorCode: 403,
      description: 'Forbidden: bot was blocked by the user',
    });
    await openNative(page, request, userId, PATH);
    await row(page).click();
    await expect(page.getByText('Neizdevās nosūtīt. Pārbaudi, vai bots Telegram nav bloķēts')).toBeVisible();
    await row(page).click();
    await expect(page.getByText('Bots nevar tev rakstīt. Atbloķē to Telegram un mēģini vēlreiz.')).toBeVisible();
  });

  test('that takes too long says where to look', async ({ page, request }) => {
    const userId = await newReader(request);
    await page.clock.install();
    await openNative(page, request, userId, PATH);
    await page.route(`**${SETTINGS}`, async (route) => {
      const settings = await (await route.fetch()).json();
      await route.fulfill({ json: { ...settings, testAlert: { state: 'waiting', at: new Date().toISOString() } } });
    });
    await row(page).click();
    await expect(page.getByText('Sūta…')).toBeVisible();
    await expect(async () => {
      await page.clock.runFor(10_000);
      await expect(page.getByText('Vēl nav nosūtīta. Ieskaties čatā pēc brīža.')).toBeVisible({ timeout: 100 });
    }).toPass({ intervals: [50] });
  });
});

test('a profile that could not be loaded is told, and loaded at another try', async ({ page, request }) => {
  const userId = await newReader(request, { firstName: 'Žanete', language: 'en' });
  const call = await holdBack(page, SETTINGS);
  await refuseOnce(page, '/filters/get/filter-limit', { message: 'Too many requests.' });
  const client = await openNative(page, request, userId, PATH);
  await expect(page.getByRole('alert')).toContainText('Too many requests.');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Loading…' })).toBeAttached();
  call.letGo();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Žanete');
  await page.getByRole('link', { name: 'Latest alerts' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Latest alerts' })).toBeVisible();
  await client.press('back');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Žanete');
  await client.press('back');
  await expect(page).toHaveURL(/\/main$/);
});
