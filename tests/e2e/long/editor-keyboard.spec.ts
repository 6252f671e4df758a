import { expect, type Locator, type Page, test } from 'playwright/test';
import { openInFrame } from '../support/app.ts';
import {
  chipsOf,
  expectAccessibleInBothThemes,
  openDetails,
  openEditor,
  openSheet,
  ownerOf,
} from '../support/editor.ts';
import { TELEGRAM } from '../support/world.ts';

/** More stops than any page has on the way. */
const MAX_STOPS = 60;

/** Presses Tab until this has the focus, which has to be seen. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    if (await hasFocus(target)) return expectFocusShown(target);
  }
  throw new Error(`The Tab key does not lead to ${target}.`);
}

const hasFocus = async (target: Locator) =>
  (await target.count()) === 1 &&
  (await target.evaluate((element) => element.ownerDocument.hasFocus() && element.matches(':focus')));

/** By a ring around the element itself or around what stands for it. */
async function expectFocusShown(target: Locator): Promise<void> {
  const isShown = await target.evaluate((element) => {
    const near = [element, element.nextElementSibling, element.parentElement, element.parentElement?.parentElement];
    return near.some((candidate) => {
      if (!candidate) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(candidate);
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    });
  });
  expect(isShown, `the focus on ${target} is seen`).toBe(true);
}

test('a filter is made by keyboard alone in a client that can do nothing optional', async ({ page, request }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { id } = await ownerOf();
  await request.post(`${TELEGRAM}/control/start`, { data: { userId: id } });
  const app = await openInFrame(page, id, '&version=6.0&platform=tdesktop');
  const sheet = app.getByRole('dialog');
  const { keyboard } = page;
  await expect(app.getByRole('heading', { level: 1 })).toHaveText('Filter Name');
  await tabTo(page, app.getByRole('button', { name: 'Filter Name' }));
  await keyboard.press('Enter');
  await keyboard.type('By keyboard');
  await keyboard.press('Enter');
  await tabTo(page, app.getByRole('button', { name: /^Brand/ }));
  await keyboard.press('Enter');
  await tabTo(page, sheet.getByRole('searchbox'));
  await keyboard.type('volvo');
  await tabTo(page, sheet.getByRole('radio', { name: 'Volvo' }));
  await keyboard.press('Space');
  await keyboard.press('Enter');
  await expect(app.getByRole('button', { name: 'Brand Volvo' })).toBeFocused();
  await tabTo(page, app.getByRole('button', { name: /^Model/ }));
  await keyboard.press('Space');
  await tabTo(page, sheet.getByRole('searchbox'));
  await keyboard.type('v60');
  await tabTo(page, sheet.getByRole('checkbox', { name: 'V60', exact: true }));
  await keyboard.press('Space');
  await keyboard.press('Escape');
  await tabTo(page, app.getByRole('textbox', { name: /^Price to/ }));
  await keyboard.type('15000');
  await tabTo(page, app.getByRole('button', { name: /^More conditions/ }));
  await keyboard.press('Enter');
  await tabTo(page, app.getByRole('group', { name: 'Gearbox' }).getByRole('radio', { name: 'Any' }));
  await keyboard.press('ArrowRight');
  await expect(app.getByRole('radio', { name: 'Automatic' })).toBeChecked();
  await tabTo(page, page.getByRole('button', { name: 'Save', exact: true }));
  await keyboard.press('Enter');
  await expect(app.getByText('Filter saved.')).toBeVisible();
  const row = app.getByRole('listitem').filter({ hasText: 'By keyboard' });
  await expect(row).toContainText(/Volvo V60 · up to 15\s000\s€ · automatic/i);
});

test('arrow keys only move a choice: Escape leaves it, Enter takes it', async ({ page, request }) => {
  const owner = await ownerOf([{ filterName: 'Bmw', carBrand: 'bmw', carModel: ['320'] }]);
  await openEditor(page, request, owner, { place: 0 });
  const brand = page.getByRole('button', { name: 'Brand BMW' });
  const sheet = page.getByRole('dialog', { name: 'Brand' });
  await brand.press('Enter');
  await tabTo(page, sheet.getByRole('radio', { name: 'BMW' }).first());
  await page.keyboard.press('ArrowDown');
  await expect(sheet.getByRole('radio', { name: 'BMW' }).first()).not.toBeChecked();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(brand).toBeFocused();
  await expect(chipsOf(page, 'Model')).toHaveText(['320']);
  await brand.press('Enter');
  await tabTo(page, sheet.getByRole('radio', { name: 'BMW' }).first());
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(brand).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Brand/ })).toBeFocused();
  await expect(chipsOf(page, 'Model')).toHaveCount(0);
});

for (const labels of [
  ['Brand', 'Model'],
  ['Colour', 'Inspection'],
])
  test(`sheets are accessible in both themes: ${labels.join(', ')}`, async ({ page, request }) => {
    const owner = await ownerOf([{ filterName: 'Bmw', carBrand: 'bmw', carModel: ['3-series'], color: ['red'] }]);
    await openEditor(page, request, owner, { place: 0 });
    await openDetails(page);
    for (const label of labels) {
      await openSheet(page, label);
      await expectAccessibleInBothThemes(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByRole('button', { name: new RegExp(`^${label}`) })).toBeFocused();
    }
  });
