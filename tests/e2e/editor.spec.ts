import { expect, type Page, test } from 'playwright/test';
import { openInFrame, openNative } from './support/app.ts';
import { callsTo, nameOf, openDetails, openEditor, ownerOf, rangeOf } from './support/editor.ts';
import { watchErrors } from './support/screens.ts';
import { TELEGRAM } from './support/world.ts';

const nameField = (page: Page) => page.getByRole('textbox', { name: 'Filter name' });

for (const [language, name, add] of [
  ['lv', 'Mans filtrs', 'Jauns filtrs'],
  ['en', 'Filter Name', 'New filter'],
  ['ru', 'Мой фильтр', 'Новый фильтр'],
] as const)
  test(`a new filter has a name, the second one with a number: ${language}`, async ({ page, request }) => {
    const client = await openEditor(page, request, await ownerOf([], language));
    await expect(nameOf(page)).toHaveText(name);
    await expect(page.getByRole('switch')).toBeChecked();
    await client.press('main');
    await expect(page.getByRole('switch', { name })).toBeChecked();
    expect(await client.latest('web_app_setup_main_button')).toMatchObject({ text: add, is_visible: true });
    await client.press('main');
    await expect(nameOf(page)).toHaveText(`${name} 2`);
  });

test('a click on the name makes it a field; Enter and leaving it keep what was typed', async ({ page, request }) => {
  await openEditor(page, request, await ownerOf(), { theme: 'dark', platform: 'android' });
  await nameOf(page).getByRole('button').click();
  await expect(nameField(page)).toBeFocused();
  await nameField(page).fill('Winter car');
  await nameField(page).press('Enter');
  await expect(nameField(page)).toHaveCount(0);
  await expect(nameOf(page)).toHaveText('Winter car');
  await expect(nameOf(page).getByRole('button')).toBeFocused();
  await nameOf(page).getByRole('button').click();
  await nameField(page).fill('Summer car');
  await page.getByRole('heading', { name: 'Price and year' }).click();
  await expect(nameField(page)).toHaveCount(0);
  await expect(nameOf(page)).toHaveText('Summer car');
  await nameOf(page).getByRole('button').click();
  await nameField(page).fill('Never mind');
  await nameField(page).press('Escape');
  await expect(nameOf(page)).toHaveText('Summer car');
  await expect(nameOf(page).getByRole('button')).toHaveAccessibleDescription('Change the name');
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
});

test('a name has at most 15 characters as people count them, and none is the default one', async ({
  page,
  request,
}) => {
  await openEditor(page, request, await ownerOf());
  await nameOf(page).getByRole('button').click();
  await page.keyboard.type('A name that is much too long');
  await expect(nameField(page)).toHaveValue('A name that is ');
  await nameField(page).fill('👨‍👩‍👧'.repeat(16));
  await expect(nameField(page)).toHaveValue('👨‍👩‍👧'.repeat(15));
  await nameField(page).fill('   ');
  await nameField(page).blur();
  await expect(nameOf(page)).toHaveText('Filter Name');
});

test('a name that another filter has is refused before it is sent', async ({ page, request }) => {
  const owner = await ownerOf([{ filterName: 'Family car' }]);
  const client = await openEditor(page, request, owner);
  const sent = callsTo(page, 'POST', '/filters/new');
  await nameOf(page).getByRole('button').click();
  await nameField(page).fill('FAMILY CAR');
  await expect(page.getByRole('alert').filter({ hasText: 'Filter name must be unique.' })).toBeVisible();
  await expect(nameField(page)).toHaveAttribute('aria-invalid', 'true');
  await client.press('main');
  await expect(page).toHaveURL(/\/filters\/new$/);
  await nameField(page).fill('Family car 2');
  await expect(page.getByText('Filter name must be unique.')).toHaveCount(0);
  expect(sent).toEqual([]);
});

test('what fewer people ask for is folded, says what is set, and opens by keyboard', async ({ page, request }) => {
  const filter = { filterName: 'Detailed', engine: ['diesel'], gearBox: 'manual', runMax: 150_000 };
  await openEditor(page, request, await ownerOf([filter]), { place: 0 });
  const toggle = page.getByRole('button', { name: /^More conditions/ });
  const volume = rangeOf(page, 'Engine volume');
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(toggle).toContainText(/diesel · manual · up to 150\s000\skm/i);
  await expect(volume.group).toBeHidden();
  await toggle.focus();
  await page.keyboard.press('Enter');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(toggle).toContainText('3 set');
  await expect(volume.group).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /^Engine/ }).first()).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Space');
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(volume.group).toBeHidden();
  await expect(page.getByRole('button', { name: /^Engine/ })).toHaveCount(0);
});

test('a fault in the folded part opens it', async ({ page, request }) => {
  await openEditor(page, request, await ownerOf());
  await openDetails(page);
  await rangeOf(page, 'Mileage').to.fill('0');
  await openDetails(page);
  await page.getByRole('button', { name: /^More conditions/ }).click();
  await expect(rangeOf(page, 'Mileage').fault).toHaveText('Run distance cannot be 0.');
});

for (const [language, title, action] of [
  ['lv', 'Filtrs nav atrasts', 'Visi filtri'],
  ['en', 'Filter not found', 'All filters'],
  ['ru', 'Фильтр не найден', 'Все фильтры'],
] as const)
  test(`a filter that is not there, or not one’s own, says so: ${language}`, async ({ page, request }) => {
    const stranger = await ownerOf([{ filterName: 'Not yours' }]);
    const { id } = await ownerOf([], language);
    const path = `/filters/update/${stranger.filterIds[0]}`;
    await openNative(page, request, id, { path, theme: language === 'ru' ? 'dark' : 'light' });
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.getByRole('link', { name: action }).click();
    await expect(page).toHaveURL(/\/filters$/);
  });

test('the client draws Save and Delete where it can', async ({ page, request }) => {
  const owner = await ownerOf([{ filterName: 'Stored' }]);
  const client = await openEditor(page, request, owner, { place: 0 });
  const main = { text: 'Save', is_visible: true, is_active: true, is_progress_visible: false };
  expect(await client.latest('web_app_setup_main_button')).toMatchObject(main);
  const secondary = { text: 'Delete filter', is_visible: true, is_active: true };
  expect(await client.latest('web_app_setup_secondary_button')).toMatchObject(secondary);
  expect(await client.latest('web_app_setup_back_button')).toEqual({ is_visible: true });
  for (const name of ['Save', 'Delete filter', 'Back'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  await client.press('back');
  await expect(page).toHaveURL(/\/filters$/);
  await expect
    .poll(() => client.latest('web_app_setup_secondary_button'))
    .toMatchObject({ is_visible: false, is_progress_visible: false });
});

test('a client of version 6.0 shows the same, in its frame on a wide screen, too', async ({ page, request }) => {
  const errors = watchErrors(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const { id } = await ownerOf([{ filterName: 'Wide' }]);
  await request.post(`${TELEGRAM}/control/start`, { data: { userId: id } });
  const app = await openInFrame(page, id, '&version=6.0&theme=dark&platform=tdesktop');
  await app.getByRole('link', { name: /Wide/ }).click();
  await expect(app.getByRole('heading', { level: 1 })).toHaveText('Wide');
  await expect(app.getByRole('button', { name: 'Back', exact: true })).toBeVisible();
  await expect(app.getByRole('button', { name: 'Delete filter' })).toBeVisible();
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(app.getByText('Filter saved.')).toBeVisible();
  await expect(app.getByRole('switch', { name: /Wide/ })).toBeChecked();
  expect(errors).toEqual([]);
});
