import { expect, type Page, test } from 'playwright/test';

const TELEGRAM = 'http://localhost:8181';
const ANNA = 5001;

/** Opens Anna's chat and, from its menu, the mini app. */
async function openApp(page: Page, settings = '') {
  await page.goto(`${TELEGRAM}/?user=${ANNA}${settings}`);
  await page.getByRole('button', { name: 'Filtri' }).first().click();
  return page.frameLocator('iframe');
}

test('the mini app lists the filters and switches one off and on', async ({ page }) => {
  const app = await openApp(page);
  const filter = app.getByRole('switch', { name: /Volvo ģimenei/ });
  await expect(filter).toBeChecked();
  await filter.click({ force: true });
  await expect(filter).not.toBeChecked();
  const again = (await openApp(page)).getByRole('switch', { name: /Volvo ģimenei/ });
  await expect(again).not.toBeChecked();
  await again.click({ force: true });
  await expect(again).toBeChecked();
});

test('a client without any optional method shows the same', async ({ page }) => {
  const app = await openApp(page, '&version=6.0');
  await expect(app.getByRole('switch', { name: /Ģimenes auto/ })).toBeChecked();
  await expect(app.getByRole('switch', { name: /Elektro/ })).not.toBeChecked();
});

test('the colours follow the client’s theme', async ({ page }) => {
  const app = await openApp(page, '&theme=dark');
  await expect(app.getByRole('switch').first()).toBeVisible();
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a browser outside Telegram gets the landing page, on the filters’ address, too', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/filters');
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('link', { name: /./ }).first()).toHaveAttribute('href', /^https:\/\/t\.me\//);
});

test('an address that is no page says so', async ({ page }) => {
  await page.goto('/no-such-page');
  await expect(page.getByRole('heading')).toBeVisible();
});
