import { type APIRequestContext, expect } from 'playwright/test';
import { callAsAdmin } from '../support/admin.ts';
import { DEEDS, NEW_PLAN, ROLE_NAMES } from '../support/admin-deeds.ts';
import {
  arrive,
  askFor,
  CONSOLE,
  DEED_CALL,
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
  pagingOf,
  rowOf,
  showUsers,
  storedUser,
  uniqueName,
  verbOf,
} from '../support/admin-users.ts';
import { waitForMessage } from '../support/people.ts';
import { expectAccessible, SIZES } from '../support/screens.ts';
import { test } from '../support/watched-test.ts';
import { newPerson, signUp } from '../support/world.ts';

for (const language of ['lv', 'ru'] as const) {
  test.describe(`in ${language}`, () => {
    test('somebody goes through every deed, and the bot tells them of each', async ({ page, request }) => {
      await arrive(page, language);
      const person = await newUser(request, page.request, { role: 'user', language });
      const { name, telegramId } = person;
      await openConsole(page, { search: name });
      for (const [deed, role, limit] of [
        ['promoteBasic', 'basic', 5],
        ['promoteAdvanced', 'advanced', 10],
        ['demoteBasic', 'basic', 5],
        ['demoteUser', 'user', 0],
      ] as const) {
        await doDeed(page, language, deed, name);
        await expect(rowOf(page, name).getByText(ROLE_NAMES[language][role], { exact: true })).toBeVisible();
        expect(await storedUser(page.request, person)).toMatchObject({ role, filterLimit: limit });
        await waitForMessage(request, telegramId, NEW_PLAN[language](ROLE_NAMES[language][role], limit));
      }
      await doDeed(page, language, 'delete', name);
      await expect(namesIn(page)).toHaveCount(0);
      expect(await storedUser(page.request, person)).toBeUndefined();
    });

    test('what fails is told in words of its own', async ({ page }) => {
      await openAfterFailures(page, language);
      await expectChoices(page, language);
      await expectFailureTexts(page, language);
    });
  });
}

test('a deed is done on the cards of a phone', async ({ page, request }) => {
  await arrive(page, 'ru', 'dark');
  await page.setViewportSize(SIZES.phone);
  const { name, id, telegramId } = await newUser(request, page.request, { role: 'advanced', language: 'ru' });
  await openConsole(page, { search: name });
  await expect(page.getByRole('table')).toHaveCount(0);
  const card = rowOf(page, name);
  for (const fact of ['Расширенный', '0 из 10', String(id), String(telegramId)])
    await expect(card.getByRole('definition').filter({ hasText: fact }).first()).toBeVisible();
  const sort = page.getByLabel('Сортировка');
  await sort.selectOption('role');
  await expect(page).toHaveURL(`${CONSOLE}?search=${name}&sort=role`);
  await doDeed(page, 'ru', 'demoteBasic', name);
  await expect(card.getByText('Базовый', { exact: true })).toBeVisible();
  await waitForMessage(request, telegramId, NEW_PLAN.ru('Базовый', 5));
  await page.setViewportSize(SIZES.desktop);
  await expect(rowOf(page, name).getByRole('cell')).toHaveCount(6);
});

test('the server leads through many people page by page, and out of a page that becomes empty', async ({
  page,
  request,
}) => {
  await arrive(page);
  const group = uniqueName('Daudzis');
  await signUpMany(request, group, 55);
  await openConsole(page, { search: group, sort: 'role' });
  const { range, previous, next } = pagingOf(page, 'en');
  await expect(range).toHaveText('1–50 of 55');
  const first = await namesIn(page).allInnerTexts();
  await next.click();
  await expect(range).toHaveText('51–55 of 55');
  await expect(namesIn(page)).toHaveCount(5);
  const rest = await namesIn(page).allInnerTexts();
  expect(new Set([...first, ...rest]).size).toBe(55);
  await page.reload();
  await expect(range).toHaveText('51–55 of 55');
  await expect(namesIn(page)).toHaveText(rest);
  await page.goBack();
  await expect(range).toHaveText('1–50 of 55');
  await expect(namesIn(page)).toHaveText(first);
  await page.goForward();
  await expect(range).toHaveText('51–55 of 55');
  const [kept = '', ...others] = rest;
  for (const name of others) await removeUser(page.request, name);
  await doDeed(page, 'en', 'delete', kept);
  await expect(range).toHaveText('1–50 of 50');
  await expect(namesIn(page)).toHaveText(first);
  await expect(previous).toHaveAttribute('aria-disabled', 'true');
  await expect(next).toHaveAttribute('aria-disabled', 'true');
});

test('who has no name goes by the number', async ({ page }) => {
  await arrive(page);
  await showUsers(page, [madeUpUser(42, 'basic', ' ')]);
  await openConsole(page);
  const name = 'User 42';
  for (const [deed, status, told] of [
    ['delete', 500, 'Failed to delete User 42. Internal server error.'],
    ['promoteAdvanced', 500, 'Failed to promote User 42 to Advanced. Internal server error.'],
    ['demoteUser', 200, 'User 42 demoted to User.'],
    ['promoteAdvanced', 200, 'User 42 promoted to Advanced.'],
    ['delete', 200, 'User 42 deleted successfully.'],
  ] as const) {
    const json = status === 200 ? {} : { code: 'service.internal', message: '' };
    await page.route(DEED_CALL, (route) => route.fulfill({ status, json }), { times: 1 });
    await verbOf(await askFor(page, 'en', deed, name), 'en', deed).click();
    await expect(status === 200 ? newsOf(page, told) : failureOf(page, told)).toHaveText(told);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  }
});

test('a name is only ever text', async ({ page }) => {
  const name = '<img src=x onerror=alert(1)> \u202Emoc';
  await arrive(page, 'lv');
  await showUsers(page, [madeUpUser(7, 'basic', name)]);
  await openConsole(page);
  await askFor(page, 'lv', 'delete', name);
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
});

test('a deed that gets no answer is told with what is amiss', async ({ page, context }) => {
  await arrive(page, 'lv');
  await showUsers(page, [madeUpUser(7, 'basic', 'Baiba')]);
  await openConsole(page);
  const { failed } = DEEDS.lv.demoteUser;
  await page.route(DEED_CALL, (route) => route.abort());
  await verbOf(await askFor(page, 'lv', 'demoteUser', 'Baiba'), 'lv', 'demoteUser').click();
  const unreachable = 'Savienojuma kļūda. Pārbaudi savienojumu un mēģini vēlreiz.';
  await expect(failureOf(page, failed('Baiba'))).toHaveText(`${failed('Baiba')} ${unreachable}`);
  const question = await askFor(page, 'lv', 'demoteUser', 'Baiba');
  await context.setOffline(true);
  await verbOf(question, 'lv', 'demoteUser').click();
  const offline = 'Nav interneta savienojuma. Pārbaudi to un mēģini vēlreiz.';
  await expect(failureOf(page, `${failed('Baiba')} ${offline}`)).toBeVisible();
  await context.setOffline(false);
});

for (const [language, theme, size] of [
  ['lv', 'light', 'phone'],
  ['ru', 'dark', 'desktop'],
] as const) {
  test(`menu, questions and news are accessible: ${language} ${theme} ${size}`, async ({ page }) => {
    // Four looks by axe.
    test.slow();
    await arrive(page, language, theme);
    await page.setViewportSize(SIZES[size]);
    await showUsers(page, [madeUpUser(1, 'advanced', 'Aleksandrs Konstantīns', 8)]);
    await page.route(DEED_CALL, (route) =>
      route.fulfill({ status: 500, json: { code: 'service.internal', message: '' } }),
    );
    await openConsole(page);
    const name = 'Aleksandrs Konstantīns';
    await menuButtonOf(page, name).click();
    await expect(page.getByRole('menuitem')).toHaveCount(3);
    await expectAccessible(page, '[role="menu"]');
    await page.keyboard.press('Escape');
    for (const deed of ['demoteBasic', 'delete'] as const) {
      const question = await askFor(page, language, deed, name);
      await expect(question.locator(':focus')).toHaveCount(1);
      // On a phone it comes in from below.
      await question.evaluate((dialog) => Promise.all(dialog.getAnimations().map(({ finished }) => finished)));
      for (const part of [question.getByRole('heading'), verbOf(question, language, deed)])
        await expect(part).toBeInViewport({ ratio: 1 });
      await expectAccessible(page, '[role="alertdialog"]');
      await page.keyboard.press('Escape');
    }
    await verbOf(await askFor(page, language, 'delete', name), language, 'delete').click();
    await expect(failureOf(page, DEEDS[language].delete.failed(name))).toBeVisible();
    await expectAccessible(page, '[data-tone="failure"]');
  });
}

async function removeUser(admin: APIRequestContext, name: string): Promise<void> {
  const { body } = await callAsAdmin(admin, 'GET', `/admin/get/users?search=${encodeURIComponent(name)}`);
  const found = body.allUsers.find((user: { first_name: string }) => user.first_name === name);
  expect((await callAsAdmin(admin, 'DELETE', `/admin/delete/user/${found.id}`)).status).toBe(200);
}

/** So many people whose names begin alike, a few of them at a time. */
async function signUpMany(request: APIRequestContext, group: string, count: number): Promise<void> {
  const places = Array.from({ length: count }, (_, place) => place);
  while (places.length > 0) {
    const some = places.splice(0, 11);
    const signed = some.map(async (place) =>
      signUp(request, await newPerson(request, { firstName: `${group} ${place}` })),
    );
    await Promise.all(signed);
  }
}
