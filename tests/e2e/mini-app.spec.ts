import { type APIRequestContext, expect, type Page } from 'playwright/test';
import { openInFrame } from './support/app.ts';
import { inTelegram, waitForMessage } from './support/people.ts';
import { test } from './support/watched-test.ts';
import { addAd, launchUrl, newPerson, saveFilter, TELEGRAM } from './support/world.ts';

/** The frame of the mini app in the chat page, as Telegram Web shows it. */
const frameOf = (page: Page) => page.frameLocator('iframe[title="Mini app"]');
const client = (page: Page) => page.getByRole('dialog', { name: /mini app/ });

/** Somebody who has begun the chat with the bot and has one filter. */
async function personWithFilter(request: APIRequestContext, filter: object): Promise<number> {
  const { id } = await newPerson(request);
  await inTelegram(request, 'start', { userId: id });
  await waitForMessage(request, id, '');
  await saveFilter(request, id, filter);
  return id;
}

test('in the frame of a web client the filters are listed and switched, and kept', async ({ page, request }) => {
  const id = await personWithFilter(request, { filterName: 'Rāmī' });
  const app = await openInFrame(page, id, '&theme=dark&platform=android');
  const filter = app.getByRole('switch', { name: 'Rāmī' });
  await expect(filter).toBeChecked();
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'dark');
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await filter.click({ force: true });
  await expect(filter).not.toBeChecked();
  await saved;
  const again = (await openInFrame(page, id)).getByRole('switch', { name: 'Rāmī' });
  await expect(again).not.toBeChecked();
});

test('a web client without any optional method shows the same', async ({ page, request }) => {
  const id = await personWithFilter(request, { filterName: 'Vecā' });
  const app = await openInFrame(page, id, '&version=6.0');
  await expect(app.getByRole('switch', { name: 'Vecā' })).toBeChecked();
  await app.getByRole('button', { name: 'Atpakaļ' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Izvēlne' })).toBeVisible();
});

test('the button of an alert opens the editor of its filter; the client’s back leads to the list', async ({
  page,
  request,
}) => {
  const price = 700_000 + Math.floor(Math.random() * 99_999);
  const id = await personWithFilter(request, { filterName: 'Trāpījums', priceMin: price, priceMax: price });
  await page.goto(`${TELEGRAM}/?user=${id}`);
  await addAd(request, { brand: 'Bmw', model: '320', year: 2017, price, dealType: 'sell' });
  await page.getByRole('button', { name: 'Labot filtru' }).last().click({ timeout: 15_000 });
  const app = frameOf(page);
  await expect(app.getByRole('heading', { level: 1 })).toContainText('Trāpījums');
  await client(page).getByRole('button', { name: 'Back' }).click();
  await expect(app.getByRole('switch', { name: 'Trāpījums' })).toBeVisible();
});

test('the client asks in its own popup, and draws the main button below the frame', async ({ page, request }) => {
  const id = await personWithFilter(request, { filterName: 'Jautājums' });
  const app = await openInFrame(page, id);
  await client(page).getByRole('button', { name: 'Back' }).click();
  await app.getByRole('link', { name: 'Ziņot par problēmu' }).click();
  const text = app.getByRole('textbox');
  await text.fill('Nestrādā meklētājs.');
  const back = client(page).getByRole('button', { name: 'Back' });
  await back.click();
  const popup = page.getByRole('alertdialog', { name: /\S/ });
  await popup.getByRole('button', { name: 'Turpināt rakstīt' }).click();
  await expect(popup).toHaveCount(0);
  await expect(text).toHaveValue('Nestrādā meklētājs.');
  await page.getByRole('button', { name: 'Nosūtīt' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Paldies, ziņojums nosūtīts!' })).toBeVisible();
  await client(page).getByRole('button', { name: 'Settings' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Jānis' })).toBeVisible();
});

test('a launch address in a plain tab, where no client listens, is a visit of a browser', async ({ page, request }) => {
  const id = await personWithFilter(request, { filterName: 'Cilne' });
  await page.goto(await launchUrl(request, id, { path: '/' }));
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: /^Labs auto/ })).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
});
