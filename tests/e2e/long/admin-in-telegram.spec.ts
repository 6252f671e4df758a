import { expect } from 'playwright/test';
import { DEMO_ADMIN } from '#tools/dev-env/demo-user.ts';
import { openNative } from '../support/app.ts';
import { test } from '../support/watched-test.ts';

test('an administrator comes from the menu to the pages inside Telegram, and back', async ({ page, request }) => {
  const client = await openNative(page, request, DEMO_ADMIN.id, { path: '/main' });
  await page.getByRole('link', { name: 'Administrēšana' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pārskats' })).toBeVisible();
  await expect(page.getByText('Viss darbojas')).toBeVisible();
  await page.getByRole('link', { name: 'Lietotāji', exact: true }).click();
  await expect(page.getByRole('main').getByText(DEMO_ADMIN.first_name, { exact: true })).toBeVisible();
  await client.press('back');
  await expect(page).toHaveURL('/main');
});
