import { expect, type Page } from 'playwright/test';
import { openNative } from '../support/app.ts';
import { holdBack } from '../support/faults.ts';
import { expectAccessible } from '../support/screens.ts';
import { test } from '../support/watched-test.ts';
import { ANNA } from '../support/world.ts';

const TITLES = {
  lv: 'Neparedzēta lietotnes kļūda!',
  en: 'Unexpected Application Error!',
  ru: 'Непредвиденная ошибка приложения!',
} as const;

const file = (name: string) => `**/assets/${name}-*.js`;
const failure = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: title });
const speak = (page: Page, language: string) =>
  page.addInitScript((chosen) => window === window.top && localStorage.setItem('language', chosen), language);

for (const [language, reload, heading] of [
  ['lv', 'Pārlādēt', 'Kā tas strādā'],
  ['en', 'Reload', 'How it works'],
  ['ru', 'Перезагрузить', 'Как это работает'],
] as const) {
  test(`a page whose file fails says so, and a fresh page helps: ${language}`, async ({ page, errors }) => {
    await speak(page, language);
    await page.route(file('HowItWorksPage'), (route) => route.abort());
    await page.goto('/how-it-works');
    await expect(failure(page, TITLES[language])).toBeVisible();
    await expect(page.getByText('Loading chunk HowItWorksPage failed')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expectAccessible(page);
    await page.unroute(file('HowItWorksPage'));
    await page.getByRole('button', { name: reload }).click();
    await expect(failure(page, heading)).toBeVisible();
    errors.splice(0);
  });

  test(`texts that fail at the start are told in the right language: ${language}`, async ({ page, errors }) => {
    await speak(page, language);
    await page.route(new RegExp(`/assets/${language}(-pages)?-[^/]+\\.js$`), (route) => route.abort());
    await page.goto('/');
    await expect(failure(page, TITLES[language])).toBeVisible();
    await expect(page.getByText(/^Loading chunk texts-.* failed$/)).toContainText(`texts-${language}`);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await page.unroute(new RegExp(`/assets/${language}(-pages)?-[^/]+\\.js$`));
    await page.getByRole('button', { name: reload }).click();
    await expect(failure(page, TITLES[language])).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    errors.splice(0);
  });
}

test('a page whose file hangs is given up after 120 s', async ({ page, errors }) => {
  const held = await holdBack(page, '/assets/PrivacyPage-*.js');
  await page.clock.install();
  await page.goto('/');
  // Everything else has come before the time is moved on.
  await expect(page.getByRole('banner').getByRole('link', { name: 'Ienākt' })).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privātums' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Ielādē…' }).first()).toBeAttached();
  await page.clock.fastForward(119_000);
  await expect(page.getByText('Savienojums ir lēns.')).toBeVisible();
  await expect(failure(page, TITLES.lv)).toHaveCount(0);
  await page.clock.fastForward(2000);
  await expect(failure(page, TITLES.lv)).toBeVisible();
  await expect(page.getByText('Loading chunk PrivacyPage failed')).toBeVisible();
  expect(held.count).toBe(1);
  held.letGo();
  errors.splice(0);
});

test('a page whose file hangs when it is opened shows its outline, then gives up', async ({ page, errors }) => {
  await holdBack(page, '/assets/ContactPage-*.js');
  await page.clock.install();
  await page.goto('/contact', { waitUntil: 'commit' });
  await expect(async () => {
    await page.clock.fastForward(10_000);
    await expect(page.getByText('Savienojums ir lēns.')).toBeVisible({ timeout: 200 });
  }).toPass();
  await page.clock.fastForward(121_000);
  await expect(page.getByText('Loading chunk ContactPage failed')).toBeVisible();
  errors.splice(0);
});

test('a page that broke does not take the next one with it', async ({ page, request, errors }) => {
  await page.route(file('PlansPage'), (route) => route.abort());
  const client = await openNative(page, request, ANNA, { path: '/main', theme: 'dark' });
  await page.getByRole('link', { name: 'Plāni' }).click();
  await expect(failure(page, TITLES.lv)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Izvēlne' })).toBeVisible();
  await client.press('settings');
  await expect(page).toHaveURL('/profile');
  await expect(failure(page, TITLES.lv)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  errors.splice(0);
});

test('without a network a missing part says that there is none', async ({ page, context, errors }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privātums' }).click();
  await expect(failure(page, TITLES.lv)).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Nav interneta savienojuma.');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Pārlādēt' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privātums' })).toBeVisible();
  errors.splice(0);
});
