import { expect, test } from 'playwright/test';
import { callsTo, FULL, nameOf, openEditor, ownerOf } from '../support/editor.ts';
import { callAs } from '../support/world.ts';

const OFF = { filterName: 'Sixth', active: 0 };

for (const [language, title, message, plans] of [
  ['en', 'Cannot Activate Filter', /^Maximum active filter limit reached\. Disable another filter/, /plans/],
  ['lv', 'Filtru nevar ieslēgt', /^Sasniegts aktīvo filtru limits\./, /plānus/],
  ['ru', 'Нельзя включить фильтр', /^Достигнут лимит активных фильтров\./, /планы/],
] as const)
  test(`at the limit, an inactive filter is not switched on: ${language}`, async ({ page, request }) => {
    const owner = await ownerOf([...FULL, OFF], language);
    const client = await openEditor(page, request, owner, { place: 5 });
    const sent = callsTo(page, 'PUT', '/filters/update/');
    await page.getByRole('switch').click({ force: true });
    const popup = await client.answerPopup('ok');
    expect(popup).toMatchObject({ title, message: expect.stringMatching(message) });
    expect(popup.buttons).toMatchObject([{ id: 'ok' }, { id: 'plans', text: expect.stringMatching(plans) }]);
    await expect(page.getByRole('switch')).not.toBeChecked();
    await page.getByRole('switch').click({ force: true });
    await client.answerPopup('plans');
    await expect(page).toHaveURL(/\/plans$/);
    expect(sent).toEqual([]);
  });

test('an active filter may be switched off and on again at the limit', async ({ page, request }) => {
  const client = await openEditor(page, request, await ownerOf(FULL), { place: 0 });
  await page.getByRole('switch').click({ force: true });
  await expect(page.getByRole('switch')).not.toBeChecked();
  await expect(page.getByText('Off', { exact: true })).toBeVisible();
  await page.getByRole('switch').click({ force: true });
  await expect(page.getByRole('switch')).toBeChecked();
  expect(await client.count('web_app_open_popup')).toBe(0);
});

test('a new filter at the limit is stored inactive, and the page says so', async ({ page, request }) => {
  const owner = await ownerOf(FULL);
  const client = await openEditor(page, request, owner);
  await client.press('main');
  const notice = page.getByText('New filter created as inactive. Maximum active filter limit reached.');
  await expect(notice).toBeVisible();
  await expect(page).toHaveURL(/\/filters\/update\/\d+$/);
  await expect(page.getByRole('switch')).not.toBeChecked();
  await expect(page).toHaveURL(/\/filters$/);
  await expect(page.getByRole('switch', { name: 'Filter Name' })).not.toBeChecked();
  await expect(page.getByRole('switch', { checked: true })).toHaveCount(5);
});

test('the server’s own refusal opens the dialog, and the switch follows what is stored', async ({ page, request }) => {
  const owner = await ownerOf([...FULL.slice(1), OFF], 'lv');
  const client = await openEditor(page, request, owner, { place: 4 });
  await nameOf(page).getByRole('button').click();
  await page.keyboard.type('Sestais');
  await page.getByRole('switch').click({ force: true });
  await expect(page.getByRole('switch')).toBeChecked();
  const filters = { filterName: 'Elsewhere', active: 1 };
  expect((await callAs(request, owner.id, 'POST', '/filters/new', { filters })).status).toBe(201);
  await client.press('main');
  expect(await client.answerPopup('ok')).toMatchObject({ title: 'Filtru nevar ieslēgt' });
  await expect(page.getByRole('switch')).not.toBeChecked();
  await expect(nameOf(page)).toHaveText('Sestais');
  await client.press('main');
  await expect(page.getByRole('switch', { name: 'Sestais' })).not.toBeChecked();
});
