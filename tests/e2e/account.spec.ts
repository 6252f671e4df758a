import { readFile } from 'node:fs/promises';
import { type APIRequestContext, expect, type Page, test } from 'playwright/test';
import { openNative, signInBrowser } from './support/app.ts';
import { refuseOnce } from './support/faults.ts';
import { newReader, numberedFilters, settingsOf } from './support/people.ts';
import { expectAccessible, SIZES } from './support/screens.ts';
import { APP, callAs, launchUrl } from './support/world.ts';

const PATH = { path: '/profile' };
const DELETE = '/api/user/delete-account';
const html = (page: Page) => page.locator('html');

test.describe('the language', () => {
  test('is saved on the server, and the page is loaded anew in it', async ({ page, request }) => {
    const userId = await newReader(request);
    await openNative(page, request, userId, PATH);
    for (const [language, label, words] of [
      ['en', 'Valoda', 'Alerts'],
      ['ru', 'Language', 'Сообщения'],
      ['lv', 'Язык', 'Ziņas par auto'],
    ] as const) {
      const loaded = page.waitForEvent('load');
      const choice = page.getByRole('group', { name: label });
      await choice.getByRole('button', { name: language.toUpperCase() }).click();
      await loaded;
      await expect(html(page)).toHaveAttribute('lang', language);
      await expect(page.getByRole('heading', { name: words })).toBeVisible();
      expect((await settingsOf(request, userId)).language).toBe(language);
      expect(await page.evaluate(() => localStorage.getItem('language'))).toBe(language);
    }
  });

  test('stays as it is when it could not be saved, and that is told', async ({ page, request }) => {
    const userId = await newReader(request);
    const client = await openNative(page, request, userId, PATH);
    await refuseOnce(page, '/api/user/settings', { method: 'PUT', message: 'Pagaidi.' });
    await page.getByRole('button', { name: 'EN English' }).click();
    expect(await client.answerPopup('ok')).toMatchObject({ title: 'Valodu neizdevās saglabāt', message: 'Pagaidi.' });
    await expect(page.getByRole('button', { name: 'LV Latviešu' })).toHaveAttribute('aria-pressed', 'true');
    await expect(html(page)).toHaveAttribute('lang', 'lv');
  });
});

test('a chosen theme is kept, and gives way to the client’s again', async ({ page, request }) => {
  const userId = await newReader(request);
  await openNative(page, request, userId, { ...PATH, theme: 'light' });
  const row = page.getByRole('button', { name: /^Izskats/ });
  const sheet = page.getByRole('dialog', { name: 'Izskats' });
  await expect(row).toContainText('Kā Telegram');
  await row.click();
  await sheet.getByRole('radio', { name: 'Tumšs' }).check();
  await expect(html(page)).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(html(page)).toHaveAttribute('data-theme', 'dark');
  await expect(html(page)).toHaveClass(/dark/);
  await expect(row).toContainText('Tumšs');
  await row.click();
  await sheet.getByRole('radio', { name: 'Kā Telegram' }).check();
  await page.keyboard.press('Escape');
  await expect(html(page)).toHaveAttribute('data-theme', 'light');
  await expect(row).toContainText('Kā Telegram');
});

/** What the person may take along, at whatever time it is asked for. */
async function ownData(request: APIRequestContext, userId: number): Promise<object> {
  const { body } = await callAs(request, userId, 'GET', '/api/user/export');
  return { ...body, exportedAt: expect.any(String) };
}

test.describe('the own data', () => {
  test('are saved as a file in a browser', async ({ page, request }) => {
    await page.setViewportSize(SIZES.desktop);
    const userId = await newReader(request, { firstName: 'Žanete', language: 'en', filters: numberedFilters(2) });
    await signInBrowser(page, request, userId);
    await page.goto(`${APP}/profile`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /^(Download my data|Lejupielādēt manus datus)/ }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.json$/);
    const text = await readFile(await file.path(), 'utf8');
    expect(JSON.parse(text)).toEqual(await ownData(request, userId));
    expect(text).toMatch(/Žanete.*Auto 1.*Auto 2/s);
    await expect(page.getByRole('status').filter({ hasText: 'File saved' })).toBeVisible();
  });

  test('are shown, to be copied or saved, inside Telegram', async ({ page, request }) => {
    const userId = await newReader(request, { filters: numberedFilters(1) });
    await openNative(page, request, userId, PATH);
    await refuseOnce(page, '/api/user/export', { message: 'Par daudz.' });
    const row = page.getByRole('button', { name: /^Lejupielādēt manus datus/ });
    await row.click();
    await expect(page.getByRole('alert').filter({ hasText: 'Par daudz.' })).toBeVisible();
    await row.click();
    const sheet = page.getByRole('dialog', { name: 'Mani dati' });
    const field = sheet.getByRole('textbox', { name: 'Dati JSON formātā' });
    expect(JSON.parse(await field.inputValue())).toEqual(await ownData(request, userId));
    await sheet.getByRole('button', { name: 'Kopēt' }).click();
    await expect(sheet.getByRole('status')).toHaveText('Nokopēts.');
    const download = page.waitForEvent('download');
    await sheet.getByRole('button', { name: 'Saglabāt failu' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.json$/);
    await expectAccessible(page);
  });
});

test.describe('an account', () => {
  const storedUser = (page: Page) => page.evaluate(() => localStorage.getItem('user'));

  test('is deleted after a confirmation; the client closes the app, and opening it signs up anew', async ({
    page,
    request,
  }) => {
    const userId = await newReader(request, { filters: numberedFilters(1) });
    const client = await openNative(page, request, userId, PATH);
    const row = page.getByRole('button', { name: 'Dzēst kontu' });
    await row.click();
    expect(await client.answerPopup('cancel')).toMatchObject({ title: 'Dzēst kontu?' });
    await expect(row).toBeEnabled();
    expect((await settingsOf(request, userId)).alerts).toBe(true);
    expect(await storedUser(page)).toContain('"first_name":"Jānis"');
    await row.click();
    const { buttons } = await client.answerPopup('delete');
    expect(buttons).toContainEqual({ id: 'delete', text: 'Dzēst', type: 'destructive' });
    expect(await client.answerPopup('ok')).toMatchObject({ title: 'Konts izdzēsts' });
    await expect.poll(() => client.count('web_app_close')).toBe(1);
    expect(await storedUser(page)).toBeNull();
    // The client has not closed it: what is signed from before the deletion brings nobody back.
    await page.reload();
    await expect(page.getByText('Lūdzu, aizver lietotni un atver to vēlreiz.')).toBeVisible();
    await expect(async () => {
      await page.goto('about:blank');
      await page.goto(await launchUrl(request, userId, { path: '/filters' }));
      await expect(page.getByRole('heading', { name: 'Vēl nav neviena filtra' })).toBeVisible({ timeout: 2000 });
    }).toPass();
  });

  test('stays when it could not be deleted, and that is told', async ({ page, request }) => {
    const userId = await newReader(request, { language: 'ru' });
    await openNative(page, request, userId, { ...PATH, version: '6.0' });
    await refuseOnce(page, DELETE, { method: 'DELETE', status: 500, message: 'Внутренняя ошибка сервера.' });
    await page.getByRole('button', { name: 'Удалить аккаунт' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Удалить аккаунт?' });
    await expect(dialog).toContainText('Отменить это нельзя.');
    await expect(dialog.getByRole('button', { name: 'Отмена' })).toBeFocused();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Удалить' }).click();
    const failure = page.getByRole('alertdialog', { name: 'Не удалось удалить аккаунт' });
    await expect(failure).toContainText('Внутренняя ошибка сервера.');
    await failure.getByRole('button', { name: 'Хорошо' }).click();
    await expect(page.getByRole('button', { name: 'Удалить аккаунт' })).toBeEnabled();
    expect((await settingsOf(request, userId)).language).toBe('ru');
  });

  test('that is deleted in a browser leads home', async ({ page, request }) => {
    await page.setViewportSize(SIZES.desktop);
    const userId = await newReader(request, { language: 'en' });
    await signInBrowser(page, request, userId);
    await page.goto(`${APP}/profile`);
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete the account?' });
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Delete account' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog', { name: 'Account deleted' }).getByRole('button', { name: 'OK' }).click();
    await expect(page).toHaveURL(`${APP}/`);
    expect(await storedUser(page)).toBeNull();
    await page.goto(`${APP}/profile`);
    await expect(page).toHaveURL(`${APP}/signup`);
  });
});
