import { type Browser, expect, type Page } from 'playwright/test';
import { OTHER_PASSWORD, PASSWORD } from '#tests/support/passwords.ts';
import { askForAnother, fault, logIn, openReset, statusWith, typeCode, visitIn } from './support/account-forms.ts';
import { type Account, logInByPassword, openChat, readCode, registeredAccount, said } from './support/accounts.ts';
import { test } from './support/watched-test.ts';

/** Another browser, in which this person is logged in and reads the main menu. */
async function elsewhere(browser: Browser, account: Account): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await visitIn(page, account.language);
  await logInByPassword(page, account);
  await page.goto('/main');
  await expect(page.getByRole('link', { name: 'Plans' }).first()).toBeVisible();
  // What is still being read would notice the end of the session before the person does.
  await page.waitForLoadState('networkidle');
  return page;
}

test('the code comes unasked; the new password holds, the old one and the other sessions do not', async ({
  page,
  browser,
  request,
}) => {
  const account = await registeredAccount(request, 'en');
  const other = await elsewhere(browser, account);
  await openReset(page, account.language);
  await askForAnother(page, account);
  const chat = await openChat(page, account.telegramId);
  await expect(said(chat).last()).toContainText(`Code to set a new password for the account “${account.username}”`);
  await expect(said(chat).last()).toContainText('If you did not ask for it, do nothing');
  const code = await readCode(chat);
  await chat.close();
  expect(await typeCode(page, account, code)).toBe(200);
  await expect(page).toHaveURL('/login');
  await expect(statusWith(page, 'Password changed. Log in.')).toBeVisible();
  await logIn(page, account, PASSWORD);
  await expect(fault(page, 'Invalid credentials')).toBeVisible();
  await logIn(page, account, OTHER_PASSWORD);
  await expect(page).toHaveURL('/main');

  await other.getByRole('link', { name: 'Plans' }).first().click();
  await expect(other).toHaveURL('/signup');
  await expect(statusWith(other, 'Session has expired.')).toBeVisible();
  await other.context().close();
});
