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

test('turning a filter off by its button is shown in place and can be taken back', async ({ page, request }) => {
  await openChat(page);
  const slug = await addAd(request, wanted);
  await expect(page.locator(`a[href*="${slug}"]`).first()).toBeVisible({ timeout: 15_000 });
  await page.getByRole('button', { name: 'Izslēgt filtru' }).last().click();
  const undo = page.getByRole('button', { name: /Ieslēgt/ }).last();
  await expect(undo).toBeVisible();
  await undo.click();
  await expect(page.getByRole('button', { name: 'Izslēgt filtru' }).last()).toBeVisible();
});
