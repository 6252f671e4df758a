import { type APIRequestContext, expect, type Page, test } from 'playwright/test';

const TELEGRAM = 'http://localhost:8181';
const MARKET = 'http://localhost:8182';
const ANNA = 5001;

const wanted = { brand: 'Bmw', model: '320', year: 2017, price: 12_900, dealType: 'sell' };

/** Puts a car on the market; answers the letters at the end of its address. */
async function addAd(request: APIRequestContext, car: object): Promise<string> {
  const answer = await request.post(`${MARKET}/control/add`, { data: car });
  expect(answer.ok()).toBe(true);
  return (await answer.json()).slug;
}

const openChat = (page: Page) => page.goto(`${TELEGRAM}/?user=${ANNA}`);

test('an ad that a filter matches arrives in the chat', async ({ page, request }) => {
  await openChat(page);
  const slug = await addAd(request, wanted);
  const link = page.locator(`a[href*="${slug}"]`).first();
  await expect(link).toBeVisible({ timeout: 15_000 });
  await expect(link).toContainText('BMW 320 · 2017');
});

test('the mini app opens in the chat, lists the filters and switches one off and on', async ({ page }) => {
  await openChat(page);
  await page.getByRole('button', { name: 'Filtri' }).first().click();
  const app = page.frameLocator('iframe');
  const filter = app.getByRole('switch', { name: /Volvo ģimenei/ });
  await expect(filter).toBeChecked();
  await filter.click({ force: true });
  await expect(filter).not.toBeChecked();
  await page.reload();
  await page.getByRole('button', { name: 'Filtri' }).first().click();
  await expect(filter).not.toBeChecked();
  await filter.click({ force: true });
  await expect(filter).toBeChecked();
});
