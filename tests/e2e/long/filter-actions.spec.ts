import { expect, type Page, test } from 'playwright/test';
import { openNative } from '../support/app.ts';
import { holdBack, refuseOnce } from '../support/faults.ts';
import { flip, PATH, rowOf, switchOf } from '../support/filter-list.ts';
import { newReader, numberedFilters } from '../support/people.ts';
import { callAs } from '../support/world.ts';

const names = (page: Page) => page.getByRole('heading', { level: 3 });
const GOLF = { filterName: 'Golf', carBrand: 'volkswagen', carModel: ['golf'], priceMax: 8000 };
const UPDATE = '/filters/update/*';

test('the switch acts at once, asks the server once, and what it did stays', async ({ page, request }) => {
  const userId = await newReader(request, { filters: numberedFilters(2) });
  const call = await holdBack(page, UPDATE, 'PUT');
  const client = await openNative(page, request, userId, PATH);
  await expect(switchOf(page, 'Auto 1')).toBeChecked();
  await switchOf(page, 'Auto 1').dblclick({ force: true });
  await expect(switchOf(page, 'Auto 1')).not.toBeChecked();
  expect(await client.latest('web_app_trigger_haptic_feedback')).toMatchObject({ type: 'impact' });
  call.letGo();
  await expect(page.getByRole('region', { name: 'Neaktīvie 1' })).toContainText('Auto 1');
  await expect(page.getByRole('status').filter({ hasText: 'Filtrs „Auto 1” izslēgts.' })).toBeAttached();
  expect(call.count).toBe(1);
  await page.reload();
  await expect(switchOf(page, 'Auto 1')).not.toBeChecked();
});

test('the switch is worked by keyboard, and the focus stays with it in its new section', async ({ page, request }) => {
  const userId = await newReader(request, { filters: numberedFilters(2) });
  await openNative(page, request, userId, PATH);
  await switchOf(page, 'Auto 2').focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('region', { name: 'Neaktīvie 1' })).toContainText('Auto 2');
  await expect(switchOf(page, 'Auto 2')).toBeFocused();
});

test('the switch goes back when the limit is reached, and the dialog leads to the plans', async ({ page, request }) => {
  const userId = await newReader(request, { language: 'en', filters: numberedFilters(6, 5) });
  const client = await openNative(page, request, userId, PATH);
  await flip(page, 'Auto 6');
  const popup = await client.answerPopup('ok');
  expect(popup).toMatchObject({
    title: 'Cannot Activate Filter',
    message: 'Maximum active filter limit reached. Disable another filter or upgrade your plan.',
  });
  await expect(switchOf(page, 'Auto 6')).not.toBeChecked();
  await expect(page.getByRole('heading', { name: 'Active 5 of 5' })).toBeVisible();
  await flip(page, 'Auto 6');
  await client.answerPopup('plans');
  await expect(page).toHaveURL(/\/plans$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Plans' })).toBeVisible();
  await client.press('back');
  await expect(page).toHaveURL(/\/filters$/);
});

test('the switch goes back and says why when the server fails or is away, and works again after that', async ({
  page,
  request,
}) => {
  const userId = await newReader(request, { filters: numberedFilters(1) });
  await openNative(page, request, userId, PATH);
  await refuseOnce(page, UPDATE, { method: 'PUT', status: 500, message: 'Iekšēja servera kļūda.' });
  await flip(page, 'Auto 1');
  const row = rowOf(page, 'Auto 1');
  await expect(row.getByRole('alert')).toHaveText('Iekšēja servera kļūda.');
  await expect(switchOf(page, 'Auto 1')).toBeChecked();
  await page.context().setOffline(true);
  await flip(page, 'Auto 1');
  await expect(row.getByRole('alert')).toContainText('Nav interneta savienojuma.');
  await expect(switchOf(page, 'Auto 1')).toBeChecked();
  await page.context().setOffline(false);
  await flip(page, 'Auto 1');
  await expect(page.getByRole('region', { name: 'Neaktīvie 1' })).toContainText('Auto 1');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a filter is copied at a tap, with the next free name, and the copy is undone', async ({ page, request }) => {
  const userId = await newReader(request, { language: 'en', filters: [GOLF] });
  const client = await openNative(page, request, userId, PATH);
  await page.getByRole('button', { name: 'Copy filter “Golf”' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Filter copied as “Golf 2”.' })).toBeAttached();
  await expect(switchOf(page, 'Golf 2')).toBeChecked();
  await expect(rowOf(page, 'Golf 2')).toContainText('Volkswagen Golf · up to 8 000 €');
  await expect(page.getByRole('heading', { name: 'Active 2 of 5' })).toBeVisible();
  expect(await client.latest('web_app_setup_main_button')).toMatchObject({ text: 'New filter', is_visible: true });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The copy “Golf 2” is deleted.' })).toBeAttached();
  await expect(names(page)).toHaveText(['Golf']);
  const { body } = await callAs(request, userId, 'GET', '/filters/get/filters');
  expect(Object.keys(body)).toHaveLength(1);
});

test('a copy that the limit leaves off says so, and one that failed can be tried again', async ({ page, request }) => {
  const userId = await newReader(request, { language: 'en', filters: numberedFilters(5) });
  await openNative(page, request, userId, { ...PATH, version: '6.0' });
  await refuseOnce(page, '/filters/new', { method: 'POST', status: 500, message: 'Internal server error.' });
  const copy = page.getByRole('button', { name: 'Copy filter “Auto 3”' });
  await copy.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Internal server error.' })).toBeVisible();
  await expect(names(page)).toHaveCount(5);
  await copy.dblclick();
  const told = page.getByText('New filter created as inactive. Maximum active filter limit reached.');
  await expect(told.filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Inactive 1' })).toContainText('Auto 3 2');
  await expect(names(page)).toHaveCount(6);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

/** The address changes before the page does, and the list names the filter, too. */
async function expectEditor(page: Page, filterName: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Filtri', exact: true })).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText(filterName);
}

test('the list leads to a new filter, to each filter and back to the menu', async ({ page, request }) => {
  const userId = await newReader(request, { filters: numberedFilters(2) });
  const client = await openNative(page, request, userId, PATH);
  await page.getByRole('link', { name: 'Auto 2' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/filters\/update\/\d+$/);
  await expectEditor(page, 'Auto 2');
  await client.press('back');
  // The summary is part of the row, too.
  await rowOf(page, 'Auto 1').getByText('Visas markas').click({ force: true });
  await expectEditor(page, 'Auto 1');
  await client.press('back');
  await expect(names(page)).toHaveCount(2);
  await client.press('main');
  await expect(page).toHaveURL(/\/filters\/new$/);
  await expectEditor(page, 'Mans filtrs');
  await client.press('back');
  await expect(names(page)).toHaveCount(2);
  await client.press('back');
  await expect(page).toHaveURL(/\/main$/);
});

test('fifty filters stay usable, and a fifty-first is refused in words', async ({ page, request }) => {
  const userId = await newReader(request, { language: 'en', filters: numberedFilters(50, 4) });
  await openNative(page, request, userId, PATH);
  await expect(names(page)).toHaveCount(50);
  await expect(page.getByRole('heading', { name: 'Inactive 46' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Name' });
  await expect(names(page).last()).toHaveText('Auto 50');
  await page.getByRole('button', { name: 'Copy filter “Auto 50”' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'No more than 50 filters' })).toBeInViewport();
  await flip(page, 'Auto 50');
  await expect(page.getByRole('region', { name: 'Active 5 of 5' })).toContainText('Auto 50');
});
