import { expect, test } from 'playwright/test';
import { openNative } from '../support/app.ts';
import { ANNA, newPerson } from '../support/world.ts';

test('who never met the bot is asked to let it write once a filter is on', async ({ page, request }) => {
  const person = await newPerson(request);
  const client = await openNative(page, request, person.id, { path: '/filters/new' });
  await expect(page.getByRole('switch')).toBeChecked();
  expect(await client.count('web_app_request_write_access')).toBe(0);
  await client.press('main');
  await expect(page).toHaveURL(/\/filters$/);
  expect(await client.count('web_app_request_write_access')).toBe(1);
});

test('who talks to the bot already is not asked', async ({ page, request }) => {
  const client = await openNative(page, request, ANNA, { path: '/filters' });
  await page.getByRole('link', { name: /Volvo/ }).first().click();
  await expect(page).toHaveURL(/update/);
  await expect(page.getByRole('switch')).toBeVisible();
  await client.press('main');
  await expect(page).toHaveURL(/\/filters$/);
  expect(await client.count('web_app_request_write_access')).toBe(0);
});
