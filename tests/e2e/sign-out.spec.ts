import { expect } from 'playwright/test';
import { holdBack } from './support/faults.ts';
import { account, bar, expectFailureTold, item, openAsMember, stored } from './support/nav-bar.ts';
import { refuse, walkTo } from './support/network.ts';
import { SIZES } from './support/screens.ts';
import { test } from './support/watched-test.ts';

test.describe('in the wide bar', () => {
  test.use({ viewport: SIZES.desktop });

  test('signing out forgets the person and lands at the log-in of developers', async ({ page, request }) => {
    await openAsMember(page, request);
    expect(await stored(page, 'user')).toContain('Zane');
    await account(page).click();
    await item(page, 'Iziet').click();
    await expect(page).toHaveURL('/dev-login');
    await expect(bar(page).getByRole('link', { name: 'Ienākt' })).toBeVisible();
    expect(await stored(page, 'user')).toBeNull();
    await walkTo(page, '/profile');
    await expect(page).toHaveURL('/signup');
  });

  test('while it is not known who it is, a label says that it loads', async ({ page }) => {
    const status = await holdBack(page, '/api/auth/status');
    await page.goto('/how-it-works');
    await expect(bar(page).getByRole('status')).toHaveText('Ielādē…');
    await expect(bar(page).getByRole('link', { name: 'Ienākt' })).toHaveCount(0);
    status.letGo();
    await expect(bar(page).getByRole('link', { name: 'Ienākt' })).toBeVisible();
    await expect(bar(page).getByRole('status')).toHaveCount(0);
  });
});

test('a sign-out that fails leaves the person where they are', async ({ page, request }) => {
  await openAsMember(page, request, '/plans');
  await refuse(page, '**/api/auth/signout', 500, 'service.internal', 'Iekšēja servera kļūda.');
  await bar(page).getByRole('button', { name: 'Izvēlne' }).click();
  await bar(page).getByRole('button', { name: 'Iziet' }).click();
  await expectFailureTold(page, 'Neizdevās iziet');
  await expect(page).toHaveURL('/plans');
  expect(await stored(page, 'user')).toContain('Zane');
  await expect(bar(page).getByRole('button', { name: 'Iziet' })).toBeFocused();
  await page.unroute('**/api/auth/signout');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dev-login');
  expect(await stored(page, 'user')).toBeNull();
});
