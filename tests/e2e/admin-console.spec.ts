import { type APIRequestContext, expect, type Locator, type Page } from 'playwright/test';
import { callAsAdmin, logInAdmin } from './support/admin.ts';
import { DEEDS, NEW_PLAN } from './support/admin-deeds.ts';
import {
  arrive,
  askFor,
  CONSOLE,
  change,
  doDeed,
  expectChoices,
  expectFailureTexts,
  failureOf,
  madeUpUser,
  menuButtonOf,
  namesIn,
  newsOf,
  newUser,
  openAfterFailures,
  openConsole,
  questionOf,
  rowOf,
  showUsers,
  storedUser,
  USERS_CALL,
  verbOf,
} from './support/admin-users.ts';
import { holdBack } from './support/faults.ts';
import { numberedFilters, waitForMessage } from './support/people.ts';
import { test } from './support/watched-test.ts';
import { callAs } from './support/world.ts';

test.describe('a deed', () => {
  test('promotes a user to Basic and on to Advanced, and the bot tells them', async ({ page, request }) => {
    await arrive(page);
    const person = await newUser(request, page.request, { role: 'user' });
    const { name, telegramId } = person;
    await openConsole(page, { search: name });
    await expect(rowOf(page, name).getByRole('cell')).toContainText([
      String(person.id),
      String(telegramId),
      name,
      'User',
      'None allowed',
    ]);
    await doDeed(page, 'en', 'promoteBasic', name);
    await expect(rowOf(page, name)).toContainText('0 of 5');
    expect(await storedUser(page.request, person)).toMatchObject({ role: 'basic', filterLimit: 5 });
    await waitForMessage(request, telegramId, NEW_PLAN.en('Basic', 5));
    await doDeed(page, 'en', 'promoteAdvanced', name);
    await expect(rowOf(page, name)).toContainText('0 of 10');
    expect(await storedUser(page.request, person)).toMatchObject({ role: 'advanced', filterLimit: 10 });
    await waitForMessage(request, telegramId, NEW_PLAN.en('Advanced', 10));
  });

  test('demotes, and says which filters it will switch off', async ({ page, request }) => {
    await arrive(page);
    const filters = numberedFilters(7);
    const person = await newUser(request, page.request, { role: 'advanced', language: 'lv', filters });
    const { name, telegramId } = person;
    await openConsole(page, { search: name });
    await expect(rowOf(page, name)).toContainText('7 of 10');
    await expect(await askFor(page, 'en', 'demoteBasic', name)).toContainText(
      `Basic allows 5 active filters. ${name} has 7, so the 2 least recently edited will be switched off. The bot will tell ${name}.`,
    );
    await page.getByRole('button', { name: 'Cancel' }).click();
    await doDeed(page, 'en', 'demoteBasic', name);
    await expect(rowOf(page, name)).toContainText('5 of 5');
    expect(await filtersThatAreOff(request, telegramId)).toEqual(['Auto 1', 'Auto 2']);
    await waitForMessage(request, telegramId, `${NEW_PLAN.lv('Pamata', 5)}\nTāpēc ir izslēgti 2 filtri.`);
    await expect(await askFor(page, 'en', 'demoteUser', name)).toContainText(
      `User allows no active filters. ${name} has 5, and all of them will be switched off.`,
    );
    await page.keyboard.press('Escape');
    await doDeed(page, 'en', 'demoteUser', name);
    expect(await storedUser(page.request, person)).toMatchObject({ role: 'user', activeFilters: 0 });
    expect(await filtersThatAreOff(request, telegramId)).toHaveLength(7);
    await waitForMessage(request, telegramId, `${NEW_PLAN.lv('Lietotājs', 0)}\nTāpēc ir izslēgti 5 filtri.`);
  });

  test('deletes the account, after it was left alone at first', async ({ page, request }) => {
    await arrive(page);
    const person = await newUser(request, page.request, { filters: numberedFilters(1) });
    const { name } = person;
    await openConsole(page, { search: name });
    const question = await askFor(page, 'en', 'delete', name);
    await expect(question).toContainText('This cannot be undone.');
    await expect(question).toContainText(`User ID ${person.id}`);
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question).toHaveCount(0);
    expect(await storedUser(page.request, person)).toBeDefined();
    await doDeed(page, 'en', 'delete', name);
    await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible();
    expect(await storedUser(page.request, person)).toBeUndefined();
    // The launch data of somebody unknown open no session.
    expect((await callAs(request, person.telegramId, 'GET', '/filters/get/filters')).status).toBe(401);
  });

  test('is called once for a double press, and its news goes after 3 s', async ({ page, request }) => {
    await page.clock.install();
    await arrive(page, 'en', 'dark');
    const { name, id } = await newUser(request, page.request);
    await openConsole(page, { search: name });
    const question = await askFor(page, 'en', 'promoteAdvanced', name);
    const call = await holdBack(page, `/admin/promote/advanced/${id}`, 'PUT');
    await page.clock.pauseAt(Date.now() + 60_000);
    await verbOf(question, 'en', 'promoteAdvanced').dblclick();
    await expect(verbOf(question, 'en', 'promoteAdvanced')).toHaveAttribute('aria-busy', 'true');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await expect(question).toBeVisible();
    const asked = page.waitForRequest(USERS_CALL);
    call.letGo();
    const news = newsOf(page, DEEDS.en.promoteAdvanced.done(name));
    await expect(news).toBeVisible();
    await asked;
    await page.clock.runFor(2900);
    await expect(news).toBeVisible();
    await page.clock.runFor(200);
    await expect(news).toHaveCount(0);
    expect(call.count).toBe(1);
  });

  test('that the role allows is offered; when it fails, that is told in words of its own', async ({ page }) => {
    await openAfterFailures(page, 'en');
    await expectChoices(page, 'en');
    await expectFailureTexts(page, 'en');
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(failureOf(page, 'Failed to')).toHaveCount(0);
  });

  test('is refused where another administrator was quicker', async ({ page, request, playwright }) => {
    const other = await playwright.request.newContext();
    await logInAdmin(other, 'lv');
    await arrive(page);
    const { name, id } = await newUser(request, page.request);
    await openConsole(page, { search: name });
    const question = await askFor(page, 'en', 'promoteAdvanced', name);
    await change(other, 'promote/advanced', id);
    await verbOf(question, 'en', 'promoteAdvanced').click();
    const told = `Failed to promote User ${name} to Advanced. The role cannot be changed in this way.`;
    await expect(failureOf(page, told)).toHaveText(told);
    await expect(rowOf(page, name).getByText('Advanced', { exact: true })).toBeVisible();
    expect((await callAsAdmin(other, 'DELETE', `/admin/delete/user/${id}`)).status).toBe(200);
    await verbOf(await askFor(page, 'en', 'delete', name), 'en', 'delete').click();
    await expect(failureOf(page, `Failed to delete User ${name}. User not found.`)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible();
    await other.dispose();
  });

  test('is done from the search to the news by keys alone', async ({ page, request }) => {
    await arrive(page, 'lv', 'dark');
    const { name } = await newUser(request, page.request);
    const { promoteAdvanced } = DEEDS.lv;
    await openConsole(page);
    await expect(page.getByRole('searchbox')).toHaveAttribute('aria-keyshortcuts', '/');
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Meklēt lietotājus' })).toBeFocused();
    await page.keyboard.type(name.toUpperCase());
    await page.keyboard.press('Enter');
    await expect(namesIn(page)).toHaveText([name]);
    const actions = menuButtonOf(page, name);
    await tabTo(page, actions);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: promoteAdvanced.choice })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('menuitem', { name: DEEDS.lv.delete.choice })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(questionOf(page, 'lv', 'delete', name)).toHaveCount(0);
    await expect(actions).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    const question = questionOf(page, 'lv', 'promoteAdvanced', name);
    await expect(verbOf(question, 'lv', 'promoteAdvanced')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(actions).not.toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(newsOf(page, promoteAdvanced.done(name))).toBeVisible();
    await expect(actions).toBeFocused();
    await expect(rowOf(page, name)).toContainText('0 no 10');
  });
});

test.describe('the page is closed', () => {
  const NOT_ADMIN = {
    status: 403,
    json: { code: 'auth.notAdmin', message: 'This section is for administrators only.' },
  };

  test('to whom the role was taken away meanwhile', async ({ page }) => {
    await arrive(page);
    await showUsers(page, [madeUpUser(2, 'basic', 'Baiba')]);
    await openConsole(page);
    const question = await askFor(page, 'en', 'promoteAdvanced', 'Baiba');
    await page.route('**/admin/**', (route) =>
      route.request().resourceType() === 'fetch' ? route.fulfill(NOT_ADMIN) : route.fallback(),
    );
    const json = { ...(await (await page.request.get('/api/get/user')).json()), role: 'basic' };
    await page.route('**/api/get/user', (route) => route.fulfill({ json }));
    await verbOf(question, 'en', 'promoteAdvanced').click();
    await expect(page.getByRole('heading', { level: 1, name: NOT_ADMIN.json.message })).toBeVisible();
    await expect(page.getByText('Baiba')).toHaveCount(0);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });

  test('to whose session has ended, and opens where it was once they are back', async ({ page }) => {
    await arrive(page);
    await showUsers(page, [madeUpUser(2, 'basic', 'Baiba')]);
    await openConsole(page, { search: 'ba', sort: 'role' });
    const question = await askFor(page, 'en', 'promoteAdvanced', 'Baiba');
    expect((await page.request.get('/api/auth/signout')).ok()).toBe(true);
    await verbOf(question, 'en', 'promoteAdvanced').click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Session has expired.')).toBeVisible();
    await expect(page.getByText('Baiba')).toHaveCount(0);
    await logInAdmin(page.request, 'en');
    await page.reload();
    await expect(page).toHaveURL(`${CONSOLE}?search=ba&sort=role`);
    await expect(namesIn(page)).toHaveText(['Baiba']);
  });
});

/** The names of the filters that are switched off, in their order. */
async function filtersThatAreOff(request: APIRequestContext, telegramId: number): Promise<string[]> {
  const { body } = await callAs(request, telegramId, 'GET', '/filters/get/filters');
  const filters = Object.values(body as Record<string, { filterName: string; active: number }[]>).flat();
  const names = filters.filter(({ active }) => active === 0).map(({ filterName }) => filterName);
  return names.sort();
}

/** Presses Tab, a few times at most, until this has the focus. */
async function tabTo(page: Page, goal: Locator): Promise<void> {
  const isThere = () => goal.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 20 && !(await isThere()); presses += 1) await page.keyboard.press('Tab');
  await expect(goal).toBeFocused();
}
