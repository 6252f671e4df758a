import { expect, type Page, test } from 'playwright/test';
import { nameOf, openEditor, ownerOf, rangeOf } from '../support/editor.ts';
import { expectAccessible } from '../support/screens.ts';

const closingGuard = 'web_app_setup_closing_behavior';
const savedPrice = (page: Page) => rangeOf(page, 'Price').to;

test('nothing changed: the way back asks nothing', async ({ page, request }) => {
  const client = await openEditor(page, request, await ownerOf([{ filterName: 'Calm' }]), { place: 0 });
  await client.press('back');
  await expect(page).toHaveURL(/\/filters$/);
  expect(await client.count('web_app_open_popup')).toBe(0);
});

test('unsaved changes: the client asks before it closes or goes back, and they may be kept or discarded', async ({
  page,
  request,
}) => {
  const owner = await ownerOf([{ filterName: 'Careful', priceMax: 9000 }]);
  const client = await openEditor(page, request, owner, { place: 0 });
  expect((await client.latest(closingGuard))?.need_confirmation ?? false).toBe(false);
  await savedPrice(page).fill('8000');
  await expect.poll(() => client.latest(closingGuard)).toEqual({ need_confirmation: true });
  await client.press('back');
  expect(await client.answerPopup('keep')).toMatchObject({
    title: 'Discard changes?',
    buttons: [
      { id: 'keep', type: 'default', text: 'Keep editing' },
      { id: 'discard', type: 'destructive', text: 'Discard' },
    ],
  });
  await expect(savedPrice(page)).toHaveValue(/^8\s?000$/);
  await client.press('back');
  await client.answerPopup(null);
  await expect(page).toHaveURL(/\/filters\/update\//);
  await client.press('back');
  await client.answerPopup('discard');
  await expect(page).toHaveURL(/\/filters$/);
  await expect.poll(() => client.latest(closingGuard)).toEqual({ need_confirmation: false });
  await page.getByRole('link', { name: /Careful/ }).click();
  await expect(savedPrice(page)).toHaveValue(/^9\s000$/);
  await expect(page.getByText('Unsaved changes restored')).toHaveCount(0);
});

test('what is changed back is no change', async ({ page, request }) => {
  const owner = await ownerOf([{ filterName: 'Undecided', priceMax: 9000 }]);
  const client = await openEditor(page, request, owner, { place: 0 });
  await savedPrice(page).fill('8000');
  await expect.poll(() => client.latest(closingGuard)).toEqual({ need_confirmation: true });
  await savedPrice(page).fill('9000');
  await expect.poll(() => client.latest(closingGuard)).toEqual({ need_confirmation: false });
});

test('a draft survives a reload and a closed app, and can be discarded', async ({ page, request }) => {
  const owner = await ownerOf([{ filterName: 'Stored', priceMax: 9000 }]);
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.accept();
  });
  await openEditor(page, request, owner, { place: 0 });
  await savedPrice(page).fill('7000');
  await savedPrice(page).blur();
  await page.reload();
  const notice = page.getByRole('status').filter({ hasText: 'Unsaved changes restored' });
  await expect(notice).toBeVisible();
  await expect(savedPrice(page)).toHaveValue(/^7\s000$/);
  expect(questions).toEqual(['beforeunload']);
  await page.goto('about:blank');
  await openEditor(page, request, owner, { place: 0, theme: 'dark' });
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await notice.getByRole('button', { name: 'Discard' }).click();
  await expect(notice).toHaveCount(0);
  await expect(savedPrice(page)).toHaveValue(/^9\s000$/);
});

test('the draft of a new filter is its own, and gone once the filter is saved', async ({ page, request }) => {
  const owner = await ownerOf([{ filterName: 'Other' }]);
  await openEditor(page, request, owner);
  await nameOf(page).getByRole('button').click();
  await page.keyboard.type('Half done');
  await page.goto('about:blank');
  await openEditor(page, request, owner, { place: 0 });
  await expect(nameOf(page)).toHaveText('Other');
  await page.goto('about:blank');
  const client = await openEditor(page, request, owner);
  await expect(nameOf(page)).toHaveText('Half done');
  await client.press('main');
  await expect(page.getByRole('switch', { name: 'Half done' })).toBeChecked();
  await client.press('main');
  await expect(nameOf(page)).toHaveText('Filter Name');
});
