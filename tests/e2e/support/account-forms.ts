import { expect, type Page } from 'playwright/test';
import { createI18n } from '#core/i18n/create-i18n.ts';
import { loadResources } from '#core/i18n/node-resources.ts';
import { OTHER_PASSWORD, PASSWORD } from '#tests/support/passwords.ts';
import type { Account, Language } from './accounts.ts';

/** What stands on the pages of accounts, as the catalogues have it in each language. */
export const WORDS = { lv: wordsIn('lv'), en: wordsIn('en'), ru: wordsIn('ru') } as const;

function wordsIn(language: Language) {
  const t = createI18n(loadResources()).getFixedT(language);
  return {
    open: t('signin:signup.byPassword'),
    username: t('register:username.label'),
    password: t('register:password.label'),
    repeat: t('register:password.repeat'),
    email: t('register:contact.email'),
    phone: t('register:contact.phone'),
    firstName: t('register:firstName.label'),
    next: t('register:next'),
    create: t('register:create'),
    code: t('register:verify.code'),
    codeInvalid: t('errors:verification.codeInvalid'),
    tooManyTries: t('errors:verification.tooManyTries'),
    timeOver: t('register:verify.over'),
    restart: t('register:verify.restart'),
    verified: t('register:verify.registered'),
    registered: t('signin:registered'),
    passwordChanged: t('signin:passwordChanged'),
    logIn: t('signin:submit'),
    forgotten: t('signin:password.forgotten'),
    linkOver: t('errors:verification.notFound'),
    newCode: t('bot:verification.newCode'),
  };
}

export type Theme = 'light' | 'dark';

export const LAST_STEP = 4;

/** Makes the page one of somebody who has chosen a language and a theme before; to be called before it goes anywhere. */
export async function visitIn(page: Page, language: Language, theme: Theme = 'light'): Promise<void> {
  await page.addInitScript(
    ([chosenLanguage, chosenTheme]) => {
      localStorage.setItem('language', chosenLanguage as string);
      localStorage.setItem('theme', chosenTheme as string);
    },
    [language, theme],
  );
}

/** Opens the registration from the door for who is new. */
export async function openRegistration(page: Page, language: Language, theme: Theme = 'light'): Promise<void> {
  await visitIn(page, language, theme);
  await page.goto('/signup');
  await page.getByRole('link', { name: WORDS[language].open }).click();
  await expect(fieldOf(page, WORDS[language].username)).toBeFocused();
}

export const fieldOf = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Presses the button that sends the form of the step. */
export const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();

/** What is said in passing: that something is done, or over. */
export const statusWith = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

/** What is wrong with a field, or why something could not be sent. */
export const fault = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

/** Fills one step in, counted from 1. */
export async function fillStep(page: Page, step: number, account: Account): Promise<void> {
  const words = WORDS[account.language];
  const fields = [
    { [words.username]: account.username },
    { [words.password]: PASSWORD, [words.repeat]: PASSWORD },
    { [words.email]: account.email, [words.phone]: account.phone },
    { [words.firstName]: account.firstName },
  ];
  for (const [label, text] of Object.entries(fields[step - 1] ?? {})) await fieldOf(page, label).fill(text);
}

/** Fills the steps in one after the other, from the first to the given one, and sends each. */
export async function walkSteps(page: Page, account: Account, last = LAST_STEP): Promise<void> {
  const { next, create } = WORDS[account.language];
  for (let step = 1; step <= last; step += 1) {
    await fillStep(page, step, account);
    await press(page, step === LAST_STEP ? create : next);
  }
  if (last === LAST_STEP) await expect(codeField(page, account)).toBeVisible();
}

export const codeField = (page: Page, { language }: Account) => fieldOf(page, WORDS[language].code);

/** Types a code, which is sent by itself; answers the status of the server's answer. */
export async function typeCode(page: Page, account: Account, code: string): Promise<number> {
  const answered = page.waitForResponse('**/auth/verify');
  await codeField(page, account).fill(code);
  return (await answered).status();
}

/** Fills the log-in with a password in and sends it. */
export async function logIn(page: Page, { language, username }: Account, password = PASSWORD): Promise<void> {
  const words = WORDS[language];
  await fieldOf(page, words.username).fill(username);
  await fieldOf(page, words.password).fill(password);
  await press(page, words.logIn);
}

/** Opens the form for a forgotten password from the log-in. */
export async function openReset(page: Page, language: Language, theme: Theme = 'light'): Promise<void> {
  await visitIn(page, language, theme);
  await page.goto('/login');
  await page.getByRole('link', { name: WORDS[language].forgotten }).click();
  await expect(fieldOf(page, WORDS[language].username)).toBeFocused();
}

/** Asks for `OTHER_PASSWORD` instead of the forgotten one, in the form that is open. */
export async function askForAnother(page: Page, { language, username }: Account): Promise<void> {
  const words = WORDS[language];
  await fieldOf(page, words.username).fill(username);
  await fieldOf(page, words.password).fill(OTHER_PASSWORD);
  await fieldOf(page, words.repeat).fill(OTHER_PASSWORD);
  await press(page, words.next);
  await expect(fieldOf(page, words.code)).toBeVisible();
}
