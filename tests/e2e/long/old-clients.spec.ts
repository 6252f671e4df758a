import { expect, test } from 'playwright/test';
import { openNative } from '../support/app.ts';
import { expectAccessibleInBothThemes, FULL, openEditor, ownerOf } from '../support/editor.ts';
import { flip, PATH, switchOf } from '../support/filter-list.ts';
import { newReader, numberedFilters } from '../support/people.ts';
import { expectAccessible } from '../support/screens.ts';

/** What a client of version 6.0 lacks, the pages draw themselves. */
const OFF = { filterName: 'Sixth', active: 0 };

test('the editor draws the button for deleting and its question', async ({ page, request }) => {
  const owner = await ownerOf([{ filterName: 'Vecais' }], 'lv');
  await openEditor(page, request, owner, { place: 0, version: '6.0' });
  const button = page.getByRole('button', { name: 'Dzēst filtru' });
  await button.click();
  const question = page.getByRole('alertdialog', { name: 'Dzēst filtru?' });
  await expect(question.getByRole('button', { name: 'Atcelt' })).toBeFocused();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await button.click();
  await question.getByRole('button', { name: 'Dzēst', exact: true }).click();
  await expect(page).toHaveURL(/\/filters$/);
  await expect(page.getByRole('switch')).toHaveCount(0);
});

test('the editor draws the question about unsaved changes', async ({ page, request }) => {
  await openEditor(page, request, await ownerOf([], 'ru'), { version: '6.0' });
  const back = page.getByRole('button', { name: 'Назад' });
  await page.getByRole('switch').click({ force: true });
  await back.click();
  const question = page.getByRole('alertdialog', { name: 'Выйти без сохранения?' });
  await expect(question.getByRole('button', { name: 'Остаться' })).toBeFocused();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('switch')).not.toBeChecked();
  await back.click();
  await question.getByRole('button', { name: 'Не сохранять' }).click();
  await expect(page).toHaveURL(/\/filters$/);
});

test('the editor draws the refusal at the limit', async ({ page, request }) => {
  const owner = await ownerOf([...FULL, OFF]);
  await openEditor(page, request, owner, { place: 5, version: '6.0' });
  await page.getByRole('switch').focus();
  await page.keyboard.press('Space');
  const refusal = page.getByRole('alertdialog', { name: 'Cannot Activate Filter' });
  await expect(refusal).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(refusal).toHaveCount(0);
  await page.getByRole('switch').press('Space');
  await refusal.getByRole('button', { name: 'See plans' }).click();
  await expect(page).toHaveURL(/\/plans$/);
});

test('the list draws the refusal at the limit', async ({ page, request }) => {
  const userId = await newReader(request, { language: 'ru', filters: numberedFilters(6, 5) });
  await openNative(page, request, userId, { ...PATH, version: '6.0' });
  await flip(page, 'Auto 6');
  const dialog = page.getByRole('alertdialog', { name: 'Нельзя включить фильтр' });
  await expect(dialog).toContainText('Достигнут лимит активных фильтров.');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(switchOf(page, 'Auto 6')).not.toBeChecked();
  await flip(page, 'Auto 6');
  await dialog.getByRole('button', { name: 'Посмотреть планы' }).click();
  await expect(page).toHaveURL(/\/plans$/);
});

test('the list and the editor draw the way back', async ({ page, request }) => {
  const userId = await newReader(request, { filters: numberedFilters(1) });
  const client = await openNative(page, request, userId, { ...PATH, version: '6.0', platform: 'android' });
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(1);
  await client.press('main');
  await expect(page).toHaveURL(/\/filters\/new$/);
  await page.getByRole('button', { name: 'Atpakaļ' }).click();
  await expect(page).toHaveURL(/\/filters$/);
  await page.getByRole('button', { name: 'Atpakaļ' }).click();
  await expect(page).toHaveURL(/\/main$/);
});
