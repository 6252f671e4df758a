import { expect, type Page } from 'playwright/test';
import { openNative, signInBrowser } from '../support/app.ts';
import { holdBack, refuseOnce } from '../support/faults.ts';
import { cutOff, hurryUntil, reconnect, walkTo, watchCalls } from '../support/network.ts';
import { test } from '../support/watched-test.ts';
import { ANNA, callAs, newPerson, saveFilter, signUp } from '../support/world.ts';

/** No other site is asked in a test. */
test.beforeEach(({ page }) => page.route('https://www.openstreetmap.org/**', (route) => route.abort()));

const heading = (page: Page, name?: string | RegExp) =>
  page.getByRole('heading', { level: 1, ...(name === undefined ? {} : { name }) });
const AWAY = 'Neizdevās ielādēt';

test.describe('the service is away', () => {
  test('when the app starts: told on every page of members; another try recovers', async ({ page, request }) => {
    await cutOff(page);
    await page.clock.install();
    await openNative(page, request, ANNA);
    await hurryUntil(page, heading(page, AWAY));
    await expect(page.getByRole('alert')).toContainText('Savienojuma kļūda.');
    for (const path of ['/main', '/filters', '/report-problem']) {
      await walkTo(page, path);
      await hurryUntil(page, heading(page, AWAY));
      await expect(page.getByRole('button', { name: 'Mēģināt vēlreiz' })).toBeVisible();
    }
    await walkTo(page, '/');
    await hurryUntil(page, heading(page, AWAY));
    await reconnect(page);
    await page.getByRole('button', { name: 'Mēģināt vēlreiz' }).click();
    await expect(page).toHaveURL('/filters');
    await expect(page.getByRole('switch').first()).toBeVisible();
  });

  for (const paths of [
    ['/filters', '/plans', '/contact'],
    ['/filters/new', '/alerts'],
    ['/filters/update/1', '/profile'],
  ]) {
    test(`when ${paths} are opened: told in their place; another try recovers`, async ({ page, request }) => {
      await page.clock.install();
      await openNative(page, request, ANNA, { path: '/how-it-works' });
      await expect(heading(page)).toBeVisible();
      await page.waitForLoadState('networkidle');
      const retry = page.getByRole('button', { name: 'Mēģināt vēlreiz' });
      for (const path of paths) {
        await cutOff(page);
        await walkTo(page, path);
        await hurryUntil(page, retry.first());
        await reconnect(page);
        await retry.first().click();
        await expect(retry).toHaveCount(0);
        await expect(heading(page)).toBeVisible();
      }
    });
  }

  test('while the sign-up of a browser opens: told, too', async ({ page }) => {
    await cutOff(page);
    await page.clock.install();
    await page.goto('/signup');
    await hurryUntil(page, heading(page, AWAY));
    await reconnect(page);
    await page.getByRole('button', { name: 'Mēģināt vēlreiz' }).click();
    await expect(page.getByRole('link', { name: 'Atvērt Telegram' })).toBeVisible();
  });

  test('and does not answer in time: said after 15 s', async ({ page, request }) => {
    await openNative(page, request, ANNA, { path: '/privacy' });
    await expect(heading(page)).toBeVisible();
    await page.clock.install();
    await holdBack(page, '/api/plans');
    await walkTo(page, '/plans');
    await expect(heading(page, 'Plāni')).toBeVisible();
    await expect(async () => {
      await page.clock.fastForward(15_500);
      await expect(page.getByRole('alert')).toContainText('Serveris neatbild.', { timeout: 100 });
    }).toPass();
  });
});

test('without a network a notice stands on the page, as long as there is none', async ({ page, context, request }) => {
  await openNative(page, request, ANNA, { path: '/filters' });
  await expect(page.getByRole('switch').first()).toBeVisible();
  const notice = page.getByRole('status').filter({ hasText: 'Nav interneta. Rādām to, kas jau ielādēts.' });
  await context.setOffline(true);
  await expect(notice).toBeVisible();
  await expect(page.getByRole('switch').first()).toBeVisible();
  await context.setOffline(false);
  await expect(notice).toHaveCount(0);
});

test.describe('a session that has ended', () => {
  test('leads to the sign-up in a browser, once something is asked for', async ({ page, context, request }) => {
    await signInBrowser(page, request, ANNA);
    await page.goto('/main');
    await expect(heading(page, 'Izvēlne')).toBeVisible();
    // What is still being read would notice before the person does.
    await page.waitForLoadState('networkidle');
    await context.clearCookies();
    await page.getByRole('link', { name: 'Plāni' }).first().click();
    await expect(page).toHaveURL('/signup');
    await expect(heading(page, 'Ienāc ar Telegram')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  });

  test('is begun anew inside Telegram, and the page goes on', async ({ page, request }) => {
    await openNative(page, request, ANNA, { path: '/main' });
    await expect(heading(page, 'Izvēlne')).toBeVisible();
    const calls = watchCalls(page);
    await refuseOnce(page, '/api/plans', { status: 401, code: 'auth.sessionExpired', message: 'Sesija ir beigusies.' });
    await page.getByRole('link', { name: 'Plāni' }).click();
    await expect(page.getByRole('listitem').first()).toBeVisible();
    await expect(page).toHaveURL('/plans');
    expect(calls.filter((call) => call === 'GET /api/auth/status')).toHaveLength(1);
  });
});

test('on a slow network outlines stand in, and nothing is asked for twice', async ({ page, request }) => {
  const person = await newPerson(request);
  await signUp(request, person);
  await saveFilter(request, person.id, { filterName: 'Lēnais' });
  const calls = watchCalls(page);
  const filters = await holdBack(page, '/filters/get/filters');
  await openNative(page, request, person.id);
  await expect(page.getByRole('status').filter({ hasText: 'Ielādē…' })).toBeAttached();
  await expect.poll(() => filters.count).toBe(1);
  filters.letGo();
  await expect(page.getByRole('switch', { name: 'Lēnais' })).toBeVisible();
  await expect(page).toHaveURL('/filters');
  await page.waitForLoadState('networkidle');
  expect(calls.filter((call, place) => calls.indexOf(call) !== place)).toEqual([]);
});

test.describe('the way back', () => {
  test('of the client leads one level up, and is not offered where the app begins', async ({ page, request }) => {
    const client = await openNative(page, request, ANNA, { path: '/main' });
    await expect(heading(page, 'Izvēlne')).toBeVisible();
    expect(await client.latest('web_app_setup_back_button')).not.toEqual({ is_visible: true });
    for (const [path, parent] of [
      ['/filters', '/main'],
      ['/filters/new', '/filters'],
      ['/filters/update/999999999', '/filters'],
      ['/profile', '/main'],
      ['/alerts', '/profile'],
      ['/report-problem', '/main'],
      ['/how-it-works', '/main'],
      ['/contact', '/main'],
      ['/privacy', '/main'],
    ] as const) {
      await page.locator('h1').evaluate((old) => old.setAttribute('data-old', ''));
      await walkTo(page, path);
      await expect(page.locator('h1:not([data-old])'), path).toBeVisible();
      await expect.poll(() => client.latest('web_app_setup_back_button'), path).toEqual({ is_visible: true });
      await client.press('back');
      await expect(page, path).toHaveURL(parent);
    }
    await walkTo(page, '/main');
    await expect.poll(() => client.latest('web_app_setup_back_button')).toEqual({ is_visible: false });
  });

  test('from the plans leads to where they were asked for, else to the profile', async ({ page, request }) => {
    const client = await openNative(page, request, ANNA, { path: '/plans' });
    await expect(heading(page, 'Plāni')).toBeVisible();
    await client.press('back');
    await expect(page).toHaveURL('/profile');
    await expect(heading(page)).toBeVisible();
    await client.press('back');
    await page.getByRole('link', { name: 'Plāni' }).first().click();
    await expect(heading(page, 'Plāni')).toBeVisible();
    await client.press('back');
    await expect(page).toHaveURL('/main');
  });

  test('of the browser leads through the pages that were seen', async ({ page, request }) => {
    const { body } = await callAs(request, ANNA, 'GET', '/filters/get/filters');
    const walk = ['/main', '/filters', `/filters/update/${Object.keys(body)[0]}`, '/filters', '/main', '/profile'];
    await openNative(page, request, ANNA, { path: '/main', version: '6.0' });
    for (const path of [...walk.slice(1), '/alerts', '/plans', '/privacy']) await walkTo(page, path);
    for (const path of ['/plans', '/alerts', ...walk.toReversed()]) {
      await page.goBack();
      await expect(page).toHaveURL(path);
      await expect(heading(page)).toBeVisible();
    }
    await page.goForward();
    await expect(page).toHaveURL('/filters');
  });
});
