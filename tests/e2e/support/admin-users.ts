import { type APIRequestContext, expect, type Locator, type Page } from 'playwright/test';
import type { AdminUser, UsersResponse } from '#core/contracts/admin-users.ts';
import type { Role } from '#core/contracts/user.ts';
import type { Language } from './accounts.ts';
import { callAsAdmin, signInAdmin } from './admin.ts';
import { DEEDS, type Deed } from './admin-deeds.ts';
import { newReader } from './people.ts';
import { SIZES } from './screens.ts';
import { callAs, saveFilter } from './world.ts';

const INTERNAL = {
  lv: 'Iekšēja servera kļūda.',
  en: 'Internal server error.',
  ru: 'Внутренняя ошибка сервера.',
} as const;

export const CONSOLE = '/admin/console';
const USERS = '/admin/get/users';
/** Any call for a page of users. */
export const USERS_CALL = `**${USERS}?*`;
/** Any deed with a user. */
export const DEED_CALL = /\/admin\/(promote|demote|delete\/user)\//;

export interface Person {
  readonly id: number;
  readonly telegramId: number;
  readonly name: string;
}

interface Wanted {
  readonly firstName?: string;
  readonly role?: Exclude<Role, 'admin'>;
  readonly language?: Language;
  readonly filters?: readonly object[];
}

const WAYS = { user: 'demote/user', basic: null, advanced: 'promote/advanced' } as const;

/**
 * Somebody whom the bot may write to, with a name that nobody else has.
 * @param admin requests with the session of an administrator
 */
export async function newUser(
  request: APIRequestContext,
  admin: APIRequestContext,
  { firstName = 'Zelma', role = 'basic', language = 'en', filters = [] }: Wanted = {},
): Promise<Person> {
  const name = uniqueName(firstName);
  const telegramId = await newReader(request, { firstName: name, language });
  const { id } = (await callAs(request, telegramId, 'GET', '/api/get/user')).body;
  if (WAYS[role] !== null) await change(admin, WAYS[role], id);
  for (const filter of filters) await saveFilter(request, telegramId, filter);
  return { id, telegramId, name };
}

/** Names with this in them, in the order of their names and IDs: those of a user, two basic ones and an advanced one. */
export async function newUsersOfEachRole(request: APIRequestContext, admin: APIRequestContext, group: string) {
  const names: string[] = [];
  for (const [letter, role] of [
    ['A', 'user'],
    ['B', 'basic'],
    ['C', 'basic'],
    ['D', 'advanced'],
  ] as const)
    names.push((await newUser(request, admin, { firstName: `${letter} ${group}`, role })).name);
  return names;
}

/** Has an administrator change a role behind the page. */
export async function change(admin: APIRequestContext, way: string, id: number): Promise<void> {
  expect((await callAsAdmin(admin, 'PUT', `/admin/${way}/${id}`)).status).toBe(200);
}

export const uniqueName = (firstName: string) => `${firstName}-${Math.random().toString(36).slice(2, 8)}q`;

/** What the server knows of the person; undefined: nothing any more. */
export async function storedUser(admin: APIRequestContext, { telegramId }: Person): Promise<AdminUser | undefined> {
  const { body } = await callAsAdmin(admin, 'GET', `${USERS}?search=${telegramId}`);
  return (body as UsersResponse).allUsers.find((user) => user.telegram_user_id === telegramId);
}

/** Signs in as the administrator of the language, on a screen with room for the table. */
export async function arrive(page: Page, language: Language = 'en', theme: 'light' | 'dark' = 'light'): Promise<void> {
  await page.setViewportSize(SIZES.desktop);
  await signInAdmin(page, language, theme);
}

/** Opens the console; most often with a search for people that nobody else has to do with. */
export async function openConsole(page: Page, query: Readonly<Record<string, string>> = {}): Promise<void> {
  await page.goto(`${CONSOLE}?${new URLSearchParams(query)}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** The row of the person; a card on a phone. */
export const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').or(page.getByRole('main').getByRole('listitem')).filter({ hasText: name });

/** The names in the table, in their order. */
export const namesIn = (page: Page): Locator => page.locator('tbody .user-name__text');

export const menuButtonOf = (page: Page, name: string): Locator =>
  rowOf(page, name).getByRole('button', { name, exact: false });

const PAGING = { lv: ['Lapas', 'Iepriekšējā', 'Nākamā'], en: ['Pages', 'Previous', 'Next'] } as const;

/** What stands below the table. */
export function pagingOf(page: Page, language: 'lv' | 'en') {
  const [pages, previous, next] = PAGING[language];
  const paging = page.getByRole('navigation', { name: pages });
  return {
    range: paging.getByRole('status'),
    previous: paging.getByRole('button', { name: previous }),
    next: paging.getByRole('button', { name: next }),
  };
}

/** The question of a deed. */
export const questionOf = (page: Page, language: Language, deed: Deed, name: string): Locator =>
  page.getByRole('alertdialog', { name: DEEDS[language][deed].question(name), exact: true });

/** Chooses the deed in the menu of the row; answers the dialog that asks about it. */
export async function askFor(page: Page, language: Language, deed: Deed, name: string): Promise<Locator> {
  await menuButtonOf(page, name).click();
  await page.getByRole('menuitem', { name: DEEDS[language][deed].choice, exact: true }).click();
  const question = questionOf(page, language, deed, name);
  await expect(question).toBeVisible();
  return question;
}

/** The button of the dialog that does it. */
export const verbOf = (question: Locator, language: Language, deed: Deed): Locator =>
  question.getByRole('button', { name: DEEDS[language][deed].choice, exact: true });

/** Goes through a deed up to its news. */
export async function doDeed(page: Page, language: Language, deed: Deed, name: string): Promise<void> {
  const question = await askFor(page, language, deed, name);
  await expect(question).toContainText(name);
  const asked = page.waitForRequest(USERS_CALL);
  await verbOf(question, language, deed).click();
  await expect(newsOf(page, DEEDS[language][deed].done(name))).toBeVisible();
  await expect(question).toHaveCount(0);
  await asked;
}

/** The banner with just this text. */
export const newsOf = (page: Page, text: string): Locator => page.getByRole('status').getByText(text, { exact: true });

/** The banner, or the notice, that says that something failed. */
export const failureOf = (page: Page, text: string): Locator => page.getByRole('alert').filter({ hasText: text });

/** Somebody for a list that is made up. */
export const madeUpUser = (id: number, role: Role, firstName: string, active = 0): AdminUser => ({
  id,
  telegram_user_id: 880_000 + id,
  first_name: firstName,
  role,
  activeFilters: active,
  filterLimit: { user: 0, basic: 5, advanced: 10, admin: 20 }[role],
});

/** Answers every question for users with just these, as many on a page as the page asks for. */
export async function showUsers(page: Page, users: readonly AdminUser[]): Promise<void> {
  const counted = (role: Role) => users.filter((user) => user.role === role).length;
  const limits = { user: 0, basic: 5, advanced: 10, admin: 20 };
  const byRole = {
    user: counted('user'),
    basic: counted('basic'),
    advanced: counted('advanced'),
    admin: counted('admin'),
  };
  await page.route(USERS_CALL, (route) => {
    const asked = new URL(route.request().url()).searchParams;
    const from = Number(asked.get('cursor') ?? 0);
    const to = from + Number(asked.get('limit'));
    const nextCursor = to < users.length ? String(to) : null;
    return route.fulfill({
      json: { allUsers: users.slice(from, to), total: users.length, byRole, limits, nextCursor },
    });
  });
}

const EACH_ROLE: readonly AdminUser[] = [
  madeUpUser(3, 'user', 'Uldis'),
  madeUpUser(2, 'basic', 'Baiba'),
  madeUpUser(1, 'advanced', 'Aivars'),
  madeUpUser(4, 'admin', 'Gunta'),
];

const CHOICES: Readonly<Record<string, readonly Deed[]>> = {
  Uldis: ['promoteBasic', 'promoteAdvanced', 'delete'],
  Baiba: ['promoteAdvanced', 'demoteUser', 'delete'],
  Aivars: ['demoteBasic', 'demoteUser', 'delete'],
};

const LIST_WORDS = {
  lv: { notFetched: 'Neizdevās ielādēt lietotājus.', retry: 'Mēģināt vēlreiz', noActions: 'Maina komandrindā' },
  en: { notFetched: 'Failed to fetch users.', retry: 'Try again', noActions: 'Set by command line' },
  ru: { notFetched: 'Не удалось загрузить пользователей.', retry: 'Повторить', noActions: 'Через командную строку' },
} as const;

/** Opens the console while its list fails twice, and tries again until it is there: somebody of each role. */
export async function openAfterFailures(page: Page, language: Language): Promise<void> {
  const { notFetched, retry } = LIST_WORDS[language];
  await arrive(page, language, 'dark');
  await showUsers(page, EACH_ROLE);
  let failures = 2;
  await page.route(USERS_CALL, (route) => {
    failures -= 1;
    // The page tries by itself what an error of the server may have spoilt, but not what was refused.
    const refusal = { status: 429, json: { code: 'request.tooMany', message: '' } };
    return failures < 0 ? route.fallback() : route.fulfill(refusal);
  });
  await openConsole(page);
  const failure = failureOf(page, notFetched);
  await expect(failure).toContainText(`${notFetched} ${INTERNAL[language]}`);
  await expect(page.getByRole('table')).toHaveCount(0);
  const answered = page.waitForResponse(USERS_CALL);
  await page.getByRole('button', { name: retry }).click();
  await answered;
  await expect(failure).toBeVisible();
  await page.getByRole('button', { name: retry }).click();
  await expect(namesIn(page)).toHaveText(EACH_ROLE.map((user) => user.first_name));
  await expect(failure).toHaveCount(0);
}

/** What may be done with somebody of each role, in the list of `openAfterFailures`. */
export async function expectChoices(page: Page, language: Language): Promise<void> {
  for (const [name, deeds] of Object.entries(CHOICES)) {
    await menuButtonOf(page, name).click();
    await expect(page.getByRole('menuitem')).toHaveText(deeds.map((deed) => DEEDS[language][deed].choice));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menuitem')).toHaveCount(0);
    await expect(menuButtonOf(page, name)).toBeFocused();
  }
  await expect(rowOf(page, 'Gunta').getByRole('button')).toHaveCount(0);
  await expect(rowOf(page, 'Gunta')).toContainText(LIST_WORDS[language].noActions);
}

/** Lets every deed fail in that list, and reads what is said then. */
export async function expectFailureTexts(page: Page, language: Language): Promise<void> {
  const refusal = { status: 500, json: { code: 'service.internal', message: '' } };
  await page.route(DEED_CALL, (route) => route.fulfill(refusal));
  for (const [deed, name] of REFUSED) {
    const question = await askFor(page, language, deed, name);
    const asked = page.waitForRequest(USERS_CALL);
    await verbOf(question, language, deed).click();
    const told = `${DEEDS[language][deed].failed(name)} ${INTERNAL[language]}`;
    await expect(failureOf(page, told)).toHaveText(told);
    await expect(question).toHaveCount(0);
    await asked;
  }
}

const REFUSED: readonly (readonly [Deed, string])[] = [
  ['promoteBasic', 'Uldis'],
  ['promoteAdvanced', 'Baiba'],
  ['demoteBasic', 'Aivars'],
  ['demoteUser', 'Baiba'],
  ['delete', 'Aivars'],
];
