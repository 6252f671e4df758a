import { expect, type Page } from 'playwright/test';
import { openNative, signInBrowser } from './support/app.ts';
import { walkTo } from './support/network.ts';
import { test } from './support/watched-test.ts';
import { ANNA, newPerson, signUp } from './support/world.ts';

const FILTER_PAGES = ['/filters', '/filters/new', '/filters/update/1'];
const OWN_PAGES = ['/main', '/profile', '/alerts', '/plans', '/report-problem'];
const PUBLIC_PAGES = ['/how-it-works', '/contact', '/privacy'];
const ADMIN_PAGES = ['/admin', '/admin/console', '/admin/reported-problems'];

/** Goes to each of the pages and expects to end there, or at another one. */
async function expectLanding(page: Page, paths: readonly string[], landing?: string): Promise<void> {
  for (const path of paths) {
    await walkTo(page, path);
    await expect(page, path).toHaveURL(landing ?? path);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
  }
}

test.describe('a visitor in a browser', () => {
  test('sees what is for everybody', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: /^Labs auto/ })).toBeVisible();
    await expectLanding(page, PUBLIC_PAGES);
    await expectLanding(page, ['/signup', '/dev-login', '/login']);
    await expect(page.getByRole('heading', { level: 1, name: 'Ienākt' })).toBeVisible();
  });

  test('is led to the front door, to the sign-up or to the log-in from all other pages', async ({ page }) => {
    await page.goto('/main');
    await expect(page).toHaveURL('/signup');
    await expectLanding(page, OWN_PAGES, '/signup');
    await expectLanding(page, FILTER_PAGES, '/');
    await expectLanding(page, ADMIN_PAGES, '/login');
  });

  test('finds no way round by an address that is loaded', async ({ page }) => {
    for (const [path, landing] of [
      ['/filters/update/1', '/'],
      ['/admin/console', '/login'],
      ['/api/filters/get', '/'],
    ] as const) {
      await page.goto(path);
      await expect(page).toHaveURL(landing);
    }
  });
});

test('who is signed in in a browser sees everything but the filters', async ({ page, request }) => {
  await signInBrowser(page, request, ANNA);
  await page.goto('/main');
  await expectLanding(page, OWN_PAGES);
  await expectLanding(page, PUBLIC_PAGES);
  await expectLanding(page, ['/signup', '/login'], '/main');
  await expectLanding(page, FILTER_PAGES, '/');
});

test('inside Telegram every page opens, and the doors lead to the filters', async ({ page, request }) => {
  await openNative(page, request, ANNA, { path: '/main' });
  await expect(page.getByRole('heading', { level: 1, name: 'Izvēlne' })).toBeVisible();
  await expectLanding(page, [...FILTER_PAGES, ...OWN_PAGES, ...PUBLIC_PAGES]);
  await expectLanding(page, ['/signup', '/login', '/'], '/filters');
});

for (const [where, language, told] of [
  ['a browser', 'en', 'This section is for administrators only.'],
  ['Telegram', 'ru', /администратор/],
] as const) {
  test(`who is no administrator is told so on the pages of administrators in ${where}`, async ({ page, request }) => {
    const person = await newPerson(request, { language });
    await signUp(request, person);
    if (where === 'Telegram') await openNative(page, request, person.id, { path: '/admin' });
    else await signInBrowser(page, request, person.id);
    await page.goto('/admin');
    for (const path of ADMIN_PAGES) {
      await walkTo(page, path);
      await expect(page.getByRole('heading', { level: 1, name: told })).toBeVisible();
      await expect(page).toHaveURL(path);
    }
  });
}
