import { expect } from 'playwright/test';
import { visitIn } from '../support/account-forms.ts';
import { askedLink, isSignedIn, LINK_STATE, panelOf, waitingLink } from '../support/doors.ts';
import { hurryUntil } from '../support/network.ts';
import { test } from '../support/watched-test.ts';

test('without an answer of the server it goes on waiting, and says what is wrong', async ({ page }) => {
  await page.clock.install();
  await visitIn(page, 'en');
  await page.goto('/login');
  const link = await waitingLink(page);
  await page.route(LINK_STATE, (route) => route.abort());
  const trouble = panelOf(page).getByRole('alert');
  await hurryUntil(page, trouble);
  expect(await waitingLink(page)).toEqual(link);
  await page.unroute(LINK_STATE);
  await expect(async () => {
    await page.clock.fastForward(2000);
    await expect(trouble).toBeHidden({ timeout: 100 });
  }).toPass();
  expect(await waitingLink(page)).toEqual(link);
});

test('a link that the bot was asked for need not be followed', async ({ page, request }) => {
  const { url } = await askedLink(request, 'Juta', 'lv');
  await page.goto(url);
  await page.getByRole('button', { name: 'Ne tagad' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ienākt' })).toBeVisible();
  expect(await isSignedIn(page)).toBe(false);
});
