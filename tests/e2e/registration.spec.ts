import { type APIRequestContext, expect, type Page } from 'playwright/test';
import { PASSWORD } from '#tests/support/passwords.ts';
import {
  codeField,
  fault,
  fieldOf,
  fillStep,
  LAST_STEP,
  logIn,
  openRegistration,
  press,
  statusWith,
  typeCode,
  WORDS,
  walkSteps,
} from './support/account-forms.ts';
import { accountOf, newAccount, readCode, registeredAccount, said, startFromPage } from './support/accounts.ts';
import { openNative } from './support/app.ts';
import { expectAccessible, SIZES } from './support/screens.ts';
import { test } from './support/watched-test.ts';
import { callAs, newPerson, saveFilter, signUp } from './support/world.ts';

const { username, password, repeat, email, phone, firstName, next, create } = WORDS.en;
const step = (page: Page, title: string) => page.getByRole('heading', { level: 2, name: title });
const FILTERS = '/filters/get/filters';

/** The browser's session and the mini app of this person show the same account with the same filters. */
async function expectOneAccount(page: Page, request: APIRequestContext, telegramId: number): Promise<void> {
  for (const path of ['/api/get/user', FILTERS]) {
    const inMiniApp = await callAs(request, telegramId, 'GET', path);
    expect(await (await page.request.get(path)).json()).toEqual(inMiniApp.body);
  }
}

test('in Latvian: from the door to the main menu, and on in the mini app as the same person', async ({
  page,
  browser,
  request,
}) => {
  const account = await newAccount(request, 'lv');
  await openRegistration(page, 'lv');
  await walkSteps(page, account);
  await expectAccessible(page);
  const chat = await startFromPage(page, account.telegramId);
  await expect(said(chat).last()).toContainText(`„${account.username}”`);
  const code = await readCode(chat);
  await chat.close();
  expect(await typeCode(page, account, code)).toBe(200);
  await expect(statusWith(page, WORDS.lv.verified)).toBeVisible();
  await expect(page).toHaveURL('/login');
  await expect(statusWith(page, WORDS.lv.registered)).toBeVisible();
  await logIn(page, account);
  await expect(page).toHaveURL('/main');
  await expect(page.getByRole('heading', { level: 1, name: 'Izvēlne' })).toBeVisible();

  const telegram = await browser.newContext();
  const miniApp = await telegram.newPage();
  const client = await openNative(miniApp, request, account.telegramId);
  await expect(miniApp).toHaveURL(/\/filters\/new$/);
  await expect(miniApp.getByRole('switch')).toBeVisible();
  await client.press('main');
  await expect(miniApp.getByRole('status').filter({ hasText: 'Filtrs saglabāts' })).toBeVisible();
  await expectOneAccount(page, request, account.telegramId);
  const filters = await (await page.request.get(FILTERS)).json();
  expect(Object.keys(filters)).toHaveLength(1);
  await telegram.close();
});

test.describe('on a wide screen', () => {
  test.use({ viewport: SIZES.desktop });

  test('in English: who came by Telegram keeps their account and their filters', async ({ page, request }) => {
    const person = await newPerson(request, { language: 'en', firstName: 'Ilze' });
    await signUp(request, person);
    await saveFilter(request, person.id, { filterName: 'Family car' });
    const before = await callAs(request, person.id, 'GET', '/api/get/user');
    expect(before.body).toMatchObject({ first_name: 'Ilze', username: null });
    const account = { ...accountOf(person, 'en'), firstName: 'Somebody else' };
    await openRegistration(page, 'en');
    await walkSteps(page, account);
    await expect(page.getByRole('img', { name: 'QR code that opens the bot' })).toBeVisible();
    const chat = await startFromPage(page, person.id);
    await expect(said(chat).last()).toContainText('Your filters stay');
    await typeCode(page, account, await readCode(chat));
    await expect(page).toHaveURL('/login');
    await logIn(page, account);
    await expect(page).toHaveURL('/main');
    await expectOneAccount(page, request, person.id);
    const after = await (await page.request.get('/api/get/user')).json();
    expect(after).toMatchObject({ id: before.body.id, first_name: 'Ilze', username: account.username });
  });
});

test('what the server refuses leads back to its step, with the reason at the field', async ({ page, request }) => {
  const other = await registeredAccount(request, 'en');
  const account = await newAccount(request, 'en');
  await openRegistration(page, 'en');
  await walkSteps(page, { ...account, username: 'mauka-1', email: other.email, phone: other.phone }, LAST_STEP - 1);
  await fillStep(page, LAST_STEP, account);
  for (const [label, told, better] of [
    [username, 'The username contains inappropriate words.', other.username.toLowerCase()],
    [username, 'Account with this Username already exists.', account.username],
    [email, 'Email already in use.', account.email],
    [phone, 'This phone number is already registered.', account.phone],
  ] as const) {
    await press(page, create);
    await expect(fault(page, told)).toBeVisible();
    await expect(fieldOf(page, label)).toBeFocused();
    await fieldOf(page, label).fill(better);
    await expect(fault(page, told)).toHaveCount(0);
    await press(page, next);
    await expect(fieldOf(page, firstName)).toHaveValue(account.firstName);
  }
  await press(page, create);
  await expect(codeField(page, account)).toBeVisible();
});

test('nobody gets past a password that is short, common or written in two ways', async ({ page, request }) => {
  const account = await newAccount(request, 'en');
  await openRegistration(page, 'en');
  await walkSteps(page, account, 1);
  await expect(step(page, 'Choose a password')).toBeVisible();
  for (const [written, again, told, label] of [
    ['', '', 'Please enter a password.', password],
    ['hawk', 'hawk', 'A password has at least 8 characters.', password],
    ['Password123', 'Password123', 'Too many people use this password. Please choose another one.', password],
    [PASSWORD, `${PASSWORD}!`, 'The passwords do not match.', repeat],
  ] as const) {
    await fieldOf(page, password).fill(written);
    await fieldOf(page, repeat).fill(again);
    await press(page, next);
    await expect(fault(page, told)).toBeVisible();
    await expect(fieldOf(page, label)).toBeFocused();
  }
  await expect(page.getByRole('status').filter({ hasText: /^(Good|Strong) password$/ })).toBeVisible();
  await page.getByRole('button', { name: `Show: ${repeat}` }).click();
  await expect(fieldOf(page, repeat)).toHaveAttribute('type', 'text');
  await fieldOf(page, repeat).fill(PASSWORD);
  await expect(fault(page, 'The passwords do not match.')).toHaveCount(0);
  await press(page, next);
  await expect(step(page, 'E-mail and phone')).toBeVisible();
});

test('a reload keeps what was typed but not the passwords, and the code that is waited for', async ({
  page,
  request,
}) => {
  const account = await newAccount(request, 'en');
  await openRegistration(page, 'en');
  await walkSteps(page, account, 2);
  await fillStep(page, 3, account);
  const kept = () => page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state]));
  expect(await kept()).toContain(account.email);
  expect(await kept()).not.toContain(PASSWORD);
  await page.reload();
  await expect(step(page, 'Choose a password')).toBeVisible();
  for (const label of [password, repeat]) await expect(fieldOf(page, label)).toHaveValue('');
  await fillStep(page, 2, account);
  await press(page, next);
  await expect(fieldOf(page, email)).toHaveValue(account.email);
  await expect(fieldOf(page, phone)).toHaveValue(/^\d\d \d{3} \d{3}$|^\d{8}$/);
  await press(page, next);
  await fillStep(page, LAST_STEP, account);
  await press(page, create);
  const door = page.getByRole('link', { name: 'Open the bot', exact: true });
  const link = await door.getAttribute('href');
  await page.reload();
  await expect(door).toHaveAttribute('href', link ?? '');
  expect(await kept()).not.toContain(PASSWORD);
});
