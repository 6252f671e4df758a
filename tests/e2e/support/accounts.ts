import { type APIRequestContext, type APIResponse, expect, type Page, request as requests } from 'playwright/test';
import { codeIn } from '#tests/support/codes.ts';
import { noteSecret } from '#tests/support/noted-secrets.ts';
import { OTHER_PASSWORD, PASSWORD } from '#tests/support/passwords.ts';
import type { SimulatedUser } from '#tools/telegram-emulator/types.ts';
import { inTelegram, waitForMessage } from './people.ts';
import { APP, newPerson, TELEGRAM } from './world.ts';

export type Language = 'lv' | 'en' | 'ru';

/** What somebody writes into the registration, and the Telegram account that proves it. */
export interface Account {
  readonly telegramId: number;
  readonly language: Language;
  readonly username: string;
  readonly email: string;
  /** Without the code of the country, which is Latvia's. */
  readonly phone: string;
  readonly firstName: string;
}

/** Letters that make up no word in any language. */
const LETTERS = 'bdkmnrtv';
const MILLION = 1_000_000;

/** What this person registers with; nobody else has any of it. */
export function accountOf({ id, first_name }: SimulatedUser, language: Language): Account {
  for (const password of [PASSWORD, OTHER_PASSWORD]) noteSecret(password);
  const letters = [...id.toString(8)].map((digit) => LETTERS[Number(digit)]).join('');
  const millions = Math.floor(id / MILLION);
  return {
    telegramId: id,
    language,
    username: `H-${letters}`,
    email: `hawk${id}@nest.example`,
    phone: `2${6 + (millions % 4)}${String(id % MILLION).padStart(6, '0')}`,
    firstName: first_name,
  };
}

/** Somebody in Telegram whom the service does not know yet. */
export async function newAccount(request: APIRequestContext, language: Language, firstName = 'Zane'): Promise<Account> {
  return accountOf(await newPerson(request, { language, firstName }), language);
}

/** Somebody with a username and `PASSWORD`, registered by the calls of the page. */
export async function registeredAccount(
  request: APIRequestContext,
  language: Language,
  firstName?: string,
): Promise<Account> {
  const account = await newAccount(request, language, firstName);
  const { telegramId, username } = account;
  const headers = { origin: APP, 'accept-language': language };
  const browser = await requests.newContext({ baseURL: APP, extraHTTPHeaders: headers });
  const { verification } = await bodyOf(await browser.post('/auth/register', { data: formOf(account) }));
  const payload = new URL(verification.deepLink).searchParams.get('start');
  await inTelegram(request, 'start', { userId: telegramId, payload });
  const code = codeIn((await waitForMessage(request, telegramId, username)).text);
  await bodyOf(await browser.post('/auth/verify', { data: { verificationId: verification.id, code } }));
  await browser.dispose();
  return account;
}

/** Logs the browser of the page in, without a page of ours. */
export async function logInByPassword(page: Page, { username }: Account, password = PASSWORD): Promise<void> {
  const data = { username, password };
  await bodyOf(await page.request.post(`${APP}/auth/password-login`, { data, headers: { origin: APP } }));
}

/** The chat with the bot as this person sees it, in a window of its own; by a link to the bot where one is given. */
export async function openChat(page: Page, telegramId: number, link = TELEGRAM): Promise<Page> {
  const address = new URL(link);
  // The emulator shows the chat of somebody; in Telegram it is the owner of the phone.
  address.searchParams.set('user', String(telegramId));
  const chat = await page.context().newPage();
  await chat.goto(address.href);
  return chat;
}

/** Opens the bot by the link of the page as this person and presses the button of the chat; answers its window. */
export async function startFromPage(page: Page, telegramId: number): Promise<Page> {
  const door = page.getByRole('link', { name: /^(Atvērt botu|Open the bot|Открыть бота)$/ });
  const chat = await openChat(page, telegramId, (await door.getAttribute('href')) ?? '');
  const shown = await countSaid(page, telegramId);
  await chat.getByRole('button', { name: /^(Sākt|Start|Начать)$/ }).click();
  await expect(said(chat)).toHaveCount(shown + 1);
  return chat;
}

/** What the bot said in this window. */
export const said = (chat: Page) => chat.locator('article.bot');

/** The code in the latest of the bot's messages; waits until it is another one than `before`. */
export async function readCode(chat: Page, before = 'none'): Promise<string> {
  const latest = said(chat).last();
  await expect(latest).toContainText(/\d{6}/);
  await expect(latest).not.toContainText(before);
  return codeIn(await latest.innerText());
}

/** Codes of which none is one of the given. */
export function wrongCodes(...right: string[]): string[] {
  return Array.from({ length: 10 }, (_, digit) => String(digit).repeat(6)).filter((code) => !right.includes(code));
}

async function countSaid(page: Page, telegramId: number): Promise<number> {
  const messages = await bodyOf(await page.request.get(`${TELEGRAM}/control/messages?chat=${telegramId}`));
  return messages.filter(({ from }: { from: string }) => from === 'bot').length;
}

function formOf({ username, email, phone, firstName }: Account) {
  const passwords = { password: PASSWORD, confirmPassword: PASSWORD };
  return { username, ...passwords, email, phoneCountryCode: '+371', phoneNumber: phone, firstName };
}

async function bodyOf(answer: APIResponse) {
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}
