import { expect } from 'playwright/test';
import { OTHER_PASSWORD } from '#tests/support/passwords.ts';
import {
  askForAnother,
  codeField,
  fault,
  fieldOf,
  fillStep,
  LAST_STEP,
  logIn,
  openRegistration,
  openReset,
  press,
  statusWith,
  typeCode,
  WORDS,
  walkSteps,
} from '../support/account-forms.ts';
import {
  newAccount,
  openChat,
  readCode,
  registeredAccount,
  said,
  startFromPage,
  wrongCodes,
} from '../support/accounts.ts';
import { refuse } from '../support/network.ts';
import { expectAccessible } from '../support/screens.ts';
import { test } from '../support/watched-test.ts';

const { firstName, create } = WORDS.en;

test('in Russian: a wrong code and one of an earlier round; after five of them only a new beginning', async ({
  page,
  request,
}) => {
  const account = await newAccount(request, 'ru');
  await openRegistration(page, 'ru');
  await walkSteps(page, account);
  const chat = await startFromPage(page, account.telegramId);
  const first = await readCode(chat);
  await chat.getByRole('button', { name: WORDS.ru.newCode }).click();
  const second = await readCode(chat, first);
  await chat.close();
  const tries = [...wrongCodes(first, second).slice(0, 4), first];
  for (const code of tries) {
    expect(await typeCode(page, account, code)).toBe(400);
    await expect(fault(page, WORDS.ru.codeInvalid)).toBeVisible();
    await expect(codeField(page, account)).toBeFocused();
  }
  await expectAccessible(page);
  expect(await typeCode(page, account, second)).toBe(429);
  await expect(statusWith(page, WORDS.ru.tooManyTries)).toBeVisible();
  await expect(codeField(page, account)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Открыть бота' })).toHaveCount(0);

  await press(page, WORDS.ru.restart);
  await expect(fieldOf(page, WORDS.ru.firstName)).toHaveValue(account.firstName);
  await press(page, WORDS.ru.create);
  const again = await startFromPage(page, account.telegramId);
  expect(await typeCode(page, account, await readCode(again, second))).toBe(200);
  await expect(page).toHaveURL('/login');
  await logIn(page, account);
  await expect(page).toHaveURL('/main');
});

test('a code whose time has run out is said to be over', async ({ page, request }) => {
  await page.clock.install();
  const account = await newAccount(request, 'ru');
  await openRegistration(page, 'ru');
  await walkSteps(page, account);
  await page.clock.fastForward('09:00');
  await expect(codeField(page, account)).toBeVisible();
  await page.clock.fastForward('01:05');
  await expect(statusWith(page, WORDS.ru.timeOver)).toBeVisible();
  await expect(codeField(page, account)).toHaveCount(0);
  await press(page, WORDS.ru.restart);
  await expect(fieldOf(page, WORDS.ru.firstName)).toHaveValue(account.firstName);
});

test('what cannot be sent is told and goes by another try: no network, no bot, no server', async ({
  page,
  context,
  request,
}) => {
  const account = await newAccount(request, 'en');
  await openRegistration(page, 'en');
  await walkSteps(page, account, LAST_STEP - 1);
  await fillStep(page, LAST_STEP, account);
  await context.setOffline(true);
  await press(page, create);
  await expect(fault(page, 'Registration failed. Please try again. You are offline.')).toBeVisible();
  await context.setOffline(false);
  await refuse(page, '**/auth/register', 503, 'service.botAway', 'The bot is not available right now.');
  await press(page, 'Try again');
  await expect(fault(page, 'The bot is not available right now.')).toBeVisible();
  await expect(fieldOf(page, firstName)).toHaveValue(account.firstName);
  await page.unroute('**/auth/register');
  await press(page, 'Try again');
  await expect(codeField(page, account)).toBeVisible();

  const code = await readCode(await startFromPage(page, account.telegramId));
  await refuse(page, '**/auth/verify', 500, 'service.internal', 'Internal server error.');
  expect(await typeCode(page, account, code)).toBe(500);
  await expect(fault(page, 'The code could not be checked. Please try again.')).toBeVisible();
  await expect(codeField(page, account)).toHaveValue(code);
  await page.unroute('**/auth/verify');
  await press(page, 'Try again');
  await expect(page).toHaveURL('/login');
});

test('who missed the message gets a code by opening the bot, and nobody else does', async ({ page, request }) => {
  const account = await registeredAccount(request, 'lv');
  const stranger = await newAccount(request, 'lv');
  await openReset(page, account.language);
  await askForAnother(page, account);
  const strange = await startFromPage(page, stranger.telegramId);
  await expect(said(strange).last()).toContainText(WORDS.lv.linkOver);
  await strange.close();
  const unasked = await openChat(page, account.telegramId);
  const first = await readCode(unasked);
  await unasked.close();
  const chat = await startFromPage(page, account.telegramId);
  const second = await readCode(chat, first);
  await chat.close();
  expect(await typeCode(page, account, first)).toBe(400);
  await expect(fault(page, WORDS.lv.codeInvalid)).toBeVisible();
  expect(await typeCode(page, account, second)).toBe(200);
  await expect(statusWith(page, WORDS.lv.passwordChanged)).toBeVisible();
  await logIn(page, account, OTHER_PASSWORD);
  await expect(page).toHaveURL('/main');
});

test('a username that nobody has looks the same, and opens nothing', async ({ page, request }) => {
  const known = await registeredAccount(request, 'ru');
  const stranger = await newAccount(request, 'ru');
  await openReset(page, known.language);
  await askForAnother(page, known);
  const shown = await page.getByRole('main').innerText();
  await openReset(page, stranger.language);
  await askForAnother(page, stranger);
  expect(await page.getByRole('main').innerText()).toBe(shown);
  await expectAccessible(page);
  const chat = await startFromPage(page, stranger.telegramId);
  await expect(said(chat).last()).toContainText(WORDS.ru.linkOver);
  await chat.close();
  expect(await typeCode(page, stranger, '000000')).toBe(400);
  await expect(fault(page, WORDS.ru.codeInvalid)).toBeVisible();
});
