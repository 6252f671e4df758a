import { expect, test } from 'playwright/test';
import { callsTo, openEditor, ownerOf } from '../support/editor.ts';

test('a filter is deleted after a question, and the list comes back without it', async ({ page, request }) => {
  const owner = await ownerOf([{ filterName: 'Kept' }, { filterName: 'Unwanted' }]);
  const client = await openEditor(page, request, owner, { place: 1 });
  const sent = callsTo(page, 'DELETE', `/filters/delete/${owner.filterIds[1]}`);
  await client.press('secondary');
  const popup = await client.answerPopup('keep');
  expect(popup).toMatchObject({ title: 'Delete the filter?', message: expect.stringContaining('“Unwanted”') });
  expect(popup.buttons).toMatchObject([{ text: 'Cancel' }, { type: 'destructive', text: 'Delete' }]);
  await client.press('secondary');
  await client.answerPopup(null);
  expect(sent).toHaveLength(0);
  await client.press('secondary');
  await client.answerPopup('delete');
  await expect(page.getByRole('status').filter({ hasText: 'Filter deleted.' })).toBeVisible();
  await expect(page).toHaveURL(/\/filters$/);
  await expect(page.getByRole('switch', { name: 'Kept' })).toBeVisible();
  await expect(page.getByRole('switch')).toHaveCount(1);
  expect(sent).toHaveLength(1);
});

test('a filter that could not be deleted is still there, and it is told', async ({ page, request }) => {
  const owner = await ownerOf([{ filterName: 'Stubborn' }], 'lv');
  const client = await openEditor(page, request, owner, { place: 0, theme: 'dark' });
  await page.route('**/filters/delete/*', (route) =>
    route.fulfill({ status: 500, json: { code: 'service.internal' } }),
  );
  await client.press('secondary');
  await client.answerPopup('delete');
  await expect(page.getByRole('alert').filter({ hasText: 'Filtru neizdevās izdzēst.' })).toBeInViewport();
  await expect(page).toHaveURL(/\/filters\/update\//);
  await page.unroute('**/filters/delete/*');
  await client.press('secondary');
  await client.answerPopup('delete');
  await expect(page).toHaveURL(/\/filters$/);
  await expect(page.getByRole('switch')).toHaveCount(0);
});

test('a new filter cannot be deleted', async ({ page, request }) => {
  const client = await openEditor(page, request, await ownerOf(), { version: '6.0' });
  await expect(page.getByRole('button', { name: 'Delete filter' })).toHaveCount(0);
  expect(await client.count('web_app_setup_secondary_button')).toBe(0);
});
