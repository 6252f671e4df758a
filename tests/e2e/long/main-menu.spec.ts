import { expect, type Page, test } from 'playwright/test';
import { openNative, signInBrowser } from '../support/app.ts';
import { refuseOnce } from '../support/faults.ts';
import { withRealTelegram } from '../support/network.ts';
import { blockBot, newReader, numberedFilters, settingsOf } from '../support/people.ts';
import { expectAccessible, SIZES, watchErrors } from '../support/screens.ts';
import { APP, callAs, TELEGRAM } from '../support/world.ts';

const PATH = { path: '/main' };
const html = (page: Page) => page.locator('html');

test('each row leads where it says, and the way back leads here', async ({ page, request }) => {
  const errors = watchErrors(page);
  const userId = await newReader(request);
  const client = await openNative(page, request, userId, PATH);
  for (const [name, path, heading] of [
    [/^Filtri/, '/filters', 'Filtri'],
    [/^Plāni/, '/plans', 'Plāni'],
    [/^Iestatījumi/, '/profile', 'Jānis'],
    [/^Kā tas strādā/, '/how-it-works', 'Kā tas strādā'],
    [/^Sazināties ar mums/, '/contact', 'Kontakti'],
    [/^Ziņot par problēmu/, '/report-problem', 'Ziņot par problēmu'],
  ] as const) {
    await page.getByRole('main').getByRole('link', { name }).click();
    await expect(page).toHaveURL(APP + path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await client.press('back');
    await expect(page).toHaveURL(`${APP}/main`);
    await expect(page.getByRole('heading', { level: 1, name: 'Izvēlne' })).toBeVisible();
  }
  expect(await client.latest('web_app_setup_back_button')).toEqual({ is_visible: false });
  expect(errors).toEqual([]);
});

const WORDED = {
  lv: { filters: 'Filtri 2 ieslēgti', fine: 'Ziņas par atbilstošiem auto pienāk Telegram čatā.', soon: 'Drīzumā' },
  en: {
    filters: 'Filters 2 on',
    fine: 'Alerts about matching cars arrive in your Telegram chat.',
    soon: 'Coming soon',
  },
  ru: { filters: 'Фильтры 2 включены', fine: 'Сообщения о подходящих машинах приходят в чат Telegram.', soon: 'Скоро' },
} as const;

for (const language of ['lv', 'en', 'ru'] as const) {
  test(`counts the active filters, and tells what is not open yet: ${language}`, async ({ page, request }) => {
    const userId = await newReader(request, { language, filters: numberedFilters(3, 2) });
    const look = { lv: {}, en: { theme: 'dark' }, ru: { version: '6.0', platform: 'android' } } as const;
    await openNative(page, request, userId, { ...PATH, ...look[language] });
    const { filters, fine, soon } = WORDED[language];
    await expect(page.getByRole('link', { name: filters })).toBeVisible();
    await expect(page.getByText(fine)).toBeVisible();
    await expect(page.getByText(soon, { exact: true })).toHaveCount(2);
    await expect(page.getByRole('link', { name: /Moto|Мото|Rezerves|Spare|Запчасти/ })).toHaveCount(0);
  });
}

test('the language is one of three; the choice is saved and the page loaded anew', async ({ page, request }) => {
  const userId = await newReader(request);
  const client = await openNative(page, request, userId, PATH);
  const language = page.getByRole('group', { name: 'Valoda' });
  await expect(language.getByRole('button')).toHaveText(['Latviešu', 'English', 'Русский']);
  await expect(language.getByRole('button', { pressed: true })).toHaveText('Latviešu');
  await refuseOnce(page, '/api/user/settings', { method: 'PUT', message: 'Pagaidi.' });
  await language.getByRole('button', { name: 'Русский' }).click();
  expect(await client.answerPopup('ok')).toMatchObject({ title: 'Valodu neizdevās saglabāt' });
  await expect(language.getByRole('button', { pressed: true })).toHaveText('Latviešu');
  const loaded = page.waitForEvent('load');
  await language.getByRole('button', { name: 'Русский' }).click();
  await loaded;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Меню');
  await expect(html(page)).toHaveAttribute('lang', 'ru');
  expect((await settingsOf(request, userId)).language).toBe('ru');
});

test('the theme is chosen, kept, and left to the client again', async ({ page, request }) => {
  const userId = await newReader(request, { language: 'en' });
  await openNative(page, request, userId, { ...PATH, theme: 'dark' });
  const theme = page.getByRole('group', { name: 'Theme' });
  await expect(theme.getByRole('button', { pressed: true })).toHaveText('Telegram’s');
  await expect(html(page)).toHaveAttribute('data-theme', 'dark');
  await theme.getByRole('button', { name: 'Light' }).click();
  await expect(html(page)).toHaveAttribute('data-theme', 'light');
  await expectAccessible(page);
  await page.reload();
  await expect(theme.getByRole('button', { pressed: true })).toHaveText('Light');
  await theme.getByRole('button', { name: 'Telegram’s' }).click();
  await expect(html(page)).toHaveAttribute('data-theme', 'dark');
});

test('feedback opens over the menu and gives the focus back', async ({ page, request }) => {
  const userId = await newReader(request);
  await openNative(page, request, userId, PATH);
  const row = page.getByRole('button', { name: 'Atsauksme' });
  await row.click();
  await expect(page.getByRole('dialog', { name: 'Atsauksme' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row).toBeFocused();
});

test('says that alerts are paused or cannot arrive, and offers the cure', async ({ page, request }) => {
  const userId = await newReader(request, { language: 'en' });
  await callAs(request, userId, 'PUT', '/api/user/settings', { alerts: false });
  await withRealTelegram(page);
  const client = await openNative(page, request, userId, PATH);
  await expect(page.getByText('Alerts are paused')).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Alerts are on again.' })).toBeVisible();
  await blockBot(request, userId);
  await page.reload();
  await expect(page.getByText('Alerts do not arrive: the bot is blocked')).toBeVisible();
  await expect(page.getByText('Alerts about matching cars arrive in your Telegram chat.')).toHaveCount(0);
  await page.getByRole('link', { name: 'Open the chat' }).click();
  expect(await client.count('web_app_open_tg_link')).toBe(1);
});

test('in a browser the filters are in the bot, and there is no theme of a client', async ({ page, request }) => {
  await page.setViewportSize(SIZES.desktop);
  const userId = await newReader(request, { filters: numberedFilters(1) });
  await signInBrowser(page, request, userId);
  await page.goto(`${APP}/main`);
  const filters = page.getByRole('main').getByRole('link', { name: /^Filtri/ });
  await expect(filters).toContainText('Atveras Telegram čatā');
  await expect(filters).toContainText('1 ieslēgts');
  await expect(filters).toHaveAttribute('href', `${TELEGRAM}/vanags_bot`);
  await expect(page.getByRole('main').getByRole('group', { name: 'Izskats' }).getByRole('button')).toHaveText([
    'Gaišs',
    'Tumšs',
  ]);
});
