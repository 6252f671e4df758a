import { expect, type Page, test } from 'playwright/test';
import { openInFrame, signInBrowser } from '../support/app.ts';
import { holdBack } from '../support/faults.ts';
import { inTelegram, newReader, waitForMessage } from '../support/people.ts';
import { expectAccessible } from '../support/screens.ts';
import { APP, callAs, newPerson, TELEGRAM } from '../support/world.ts';

const PASSWORD = 'melna-vārna-7';
const row = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const sheet = (page: Page) => page.getByRole('dialog');
const code = (page: Page) => sheet(page).getByLabel('Type the code here');
const username = (userId: number) => `u${userId}`;

/** A signed-in browser on the profile of somebody who speaks English. */
async function openProfile(page: Page, userId: number): Promise<void> {
  await page.addInitScript(() => window === window.top && localStorage.setItem('language', 'en'));
  await signInBrowser(page, page.request, userId);
  await page.goto(`${APP}/profile`);
}

/** Opens the link of the page in the chat of this person, presses Start, and answers the code that comes. */
async function codeInChat(page: Page, userId: number): Promise<string> {
  const link = await sheet(page).getByRole('link', { name: 'Open the bot', exact: true }).getAttribute('href');
  const chat = await page.context().newPage();
  await chat.goto(`${link}&user=${userId}`);
  await chat.getByRole('button', { name: /^(Start|Restart bot)$/ }).click();
  const shown = chat.getByRole('log').getByText(/\b\d{6}\b/);
  const text = await shown.last().innerText();
  await chat.close();
  return /\b\d{6}\b/.exec(text)?.[0] ?? '';
}

async function setPassword(page: Page, userId: number): Promise<void> {
  await sheet(page).getByLabel('Username', { exact: true }).fill(username(userId));
  await sheet(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await sheet(page).getByLabel('Password once more', { exact: true }).fill(PASSWORD);
  await sheet(page).getByRole('button', { name: 'Continue' }).click();
  await code(page).fill(await codeInChat(page, userId));
}

test('a first password is set by a code from the chat, also when the sheet was left for it', async ({
  page,
  request,
}) => {
  const userId = await newReader(request, { language: 'en' });
  await openProfile(page, userId);
  await row(page, /^Set up a log-in with a password/).click();
  await sheet(page).getByRole('button', { name: 'Continue' }).click();
  await expect(sheet(page).getByLabel('Username', { exact: true })).toBeFocused();
  await expectAccessible(page);
  await sheet(page).getByLabel('Username', { exact: true }).fill(username(userId));
  await sheet(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await sheet(page).getByLabel('Password once more', { exact: true }).fill(PASSWORD);
  const begun = await holdBack(page, '/auth/forgot-password', 'POST');
  begun.letGo();
  await sheet(page).getByRole('button', { name: 'Continue' }).dblclick();
  await expect(code(page)).toBeVisible();
  expect(begun.count).toBe(1);
  const digits = await codeInChat(page, userId);
  await page.reload();
  await row(page, /^Set up a log-in with a password/).click();
  await code(page).fill(digits);
  await expect(sheet(page).getByRole('heading', { name: 'The password is set' })).toBeVisible();
  await sheet(page).getByRole('button', { name: 'Done' }).click();
  await expect(row(page, /^Username/)).toContainText(username(userId));
});

test('what waits for its code can begin anew, and a right code counts although the sheet was closed', async ({
  page,
  request,
}) => {
  const userId = await newReader(request, { language: 'en' });
  await openProfile(page, userId);
  await row(page, /^Set up a log-in/).click();
  const name = sheet(page).getByLabel('Username', { exact: true });
  await name.fill('mistaken');
  await sheet(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await sheet(page).getByLabel('Password once more', { exact: true }).fill(PASSWORD);
  await sheet(page).getByRole('button', { name: 'Continue' }).click();
  await sheet(page).getByRole('button', { name: 'Start again' }).click();
  await expect(name).toHaveValue('mistaken');
  await name.fill(username(userId));
  await sheet(page).getByRole('button', { name: 'Continue' }).click();
  const digits = await codeInChat(page, userId);
  const verified = await holdBack(page, '/auth/verify', 'POST');
  await code(page).fill(digits);
  await expect.poll(() => verified.count).toBe(1);
  await sheet(page).getByRole('button', { name: 'Cancel' }).click();
  verified.letGo();
  await expect(row(page, /^Username/)).toContainText(username(userId));
});

test('username and password change by the current password, whose fault is told at its field', async ({
  page,
  request,
}) => {
  const userId = await newReader(request, { language: 'en' });
  await openProfile(page, userId);
  await row(page, /^Set up a log-in/).click();
  await setPassword(page, userId);
  await sheet(page).getByRole('button', { name: 'Done' }).click();
  await row(page, /^Username/).click();
  const current = sheet(page).getByLabel('Current password', { exact: true });
  await sheet(page).getByLabel('Username', { exact: true }).fill(`n${userId}`);
  await current.fill('not-the-one');
  await sheet(page).getByRole('button', { name: 'Change username' }).click();
  await expect(sheet(page).getByText('The current password is not right.')).toBeVisible();
  await expect(current).toBeFocused();
  await expect(sheet(page).getByLabel('Username', { exact: true })).toHaveValue(`n${userId}`);
  await current.fill(PASSWORD);
  await sheet(page).getByRole('button', { name: 'Change username' }).click();
  await expect(sheet(page).getByText(`From now on you log in as “n${userId}”.`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row(page, /^Username/)).toBeFocused();
  await row(page, /^Password/).click();
  await current.fill(PASSWORD);
  await sheet(page).getByLabel('New password', { exact: true }).fill('balta-vārna-8');
  await sheet(page).getByLabel('Password once more', { exact: true }).fill('balta-vārna-8');
  await sheet(page).getByRole('button', { name: 'Change password' }).click();
  await expect(sheet(page).getByText('You are logged out on all other devices.')).toBeVisible();
});

test('an account moves to another account of Telegram, and the old one is not signed up again', async ({
  page,
  request,
}) => {
  const userId = await newReader(request, { language: 'en' });
  const other = await newPerson(request, { firstName: 'Other', language: 'en' });
  await openProfile(page, userId);
  await row(page, /^Telegram account/).click();
  await sheet(page).getByRole('button', { name: 'Set a password' }).click();
  await setPassword(page, userId);
  await sheet(page).getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await sheet(page).getByRole('button', { name: 'Continue' }).click();
  await code(page).fill(await codeInChat(page, other.id));
  await expect(sheet(page).getByRole('heading', { name: 'Telegram account changed' })).toBeVisible();
  await sheet(page).getByRole('button', { name: 'Done' }).click();
  await expect(row(page, /^Username/)).toContainText(username(userId));
  const { status, body } = await callAs(request, other.id, 'GET', '/api/get/user');
  expect([status, body.username]).toEqual([200, username(userId)]);
  expect((await callAs(request, userId, 'GET', '/api/get/user')).status).toBe(401);
});

test('inside Telegram the account that was left can only close the app', async ({ page, request }) => {
  const userId = await newReader(request, { language: 'en' });
  const other = await newPerson(request, { firstName: 'Other', language: 'en' });
  const app = await openInFrame(page, userId, '&theme=dark');
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await app.getByRole('button', { name: /^Telegram account/ }).click();
  await app.getByRole('button', { name: 'Set a password' }).click();
  await app.getByLabel('Username', { exact: true }).fill(username(userId));
  await app.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await app.getByLabel('Password once more', { exact: true }).fill(PASSWORD);
  await app.getByRole('button', { name: 'Continue' }).click();
  const link = app.getByRole('link', { name: 'Open the bot', exact: true });
  const start = async (id: number) => {
    const payload = new URL((await link.getAttribute('href')) ?? '').searchParams.get('start');
    await inTelegram(request, 'start', { userId: id, payload });
    const { text } = await waitForMessage(request, id, 'Asked for in');
    await app.getByLabel('Type the code here').fill(/\b\d{6}\b/.exec(text)?.[0] ?? '');
  };
  await start(userId);
  await app.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await app.getByRole('button', { name: 'Continue' }).click();
  await expect(app.getByRole('button', { name: 'Copy the link' })).toBeVisible();
  await start(other.id);
  await expect(app.getByText('Vanags now lives in the other Telegram account')).toBeVisible();
  await app.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await expect(page.locator('iframe[title="Mini app"]')).toHaveCount(0);
});

test('other devices are listed, and signed out after a question', async ({ page, browser, request }) => {
  const userId = await newReader(request, { language: 'en' });
  await openProfile(page, userId);
  const elsewhere = await browser.newPage();
  await openProfile(elsewhere, userId);
  await row(page, /device/i).click();
  // The third one is that of signing up.
  await expect(sheet(page).getByRole('listitem')).toHaveCount(3);
  await expect(sheet(page).getByRole('listitem').first()).toContainText('This device');
  await expectAccessible(page);
  await sheet(page).getByRole('button', { name: 'Log out on all other devices' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await expect(sheet(page).getByRole('status')).toHaveText('You are logged out on all other devices.');
  await expect(sheet(page).getByRole('listitem')).toHaveCount(1);
  await elsewhere.reload();
  await expect(elsewhere).not.toHaveURL(/profile/);
  await page.reload();
  await expect(row(page, 'Logged in on 1 device')).toBeVisible();
  await elsewhere.close();
});

test('a link to the bot opens its chat with a Start button, which sends the payload once', async ({
  page,
  request,
}) => {
  const userId = await newReader(request, { language: 'en' });
  await page.goto(`${TELEGRAM}/vanags_bot?start=login_abc&user=${userId}`);
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeHidden();
  await page.getByRole('button', { name: 'Start' }).dblclick();
  await expect(page.getByRole('log')).toContainText('/start login_abc');
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await expect(page.getByText('/start login_abc')).toHaveCount(1);
});
