import { expect } from 'playwright/test';
import {
  arrive,
  CONSOLE,
  madeUpUser,
  namesIn,
  newUser,
  newUsersOfEachRole,
  openConsole,
  pagingOf,
  rowOf,
  showUsers,
  uniqueName,
} from '../support/admin-users.ts';
import { test } from '../support/watched-test.ts';

test('users are searched by a part of the name, by the user ID and by the messaging ID', async ({ page, request }) => {
  await arrive(page);
  const { name, id, telegramId } = await newUser(request, page.request, { firstName: 'Šķūtiņš' });
  await openConsole(page);
  const search = page.getByRole('searchbox', { name: 'Search users' });
  for (const wanted of [name.slice(2).toUpperCase(), String(id), String(telegramId)]) {
    await search.fill(`  ${wanted} `);
    await expect(page).toHaveURL(`${CONSOLE}?${new URLSearchParams({ search: wanted })}`);
    await expect(rowOf(page, name)).toBeVisible();
  }
  await expect(namesIn(page)).toHaveText([name]);
  await page.reload();
  await expect(search).toHaveValue(String(telegramId));
  await expect(namesIn(page)).toHaveText([name]);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('');
  await expect(page).toHaveURL(CONSOLE);
  await expect(namesIn(page).nth(1)).toBeVisible();
});

test('users who are not there are told of, with the way back to everybody', async ({ page }) => {
  await arrive(page, 'en', 'dark');
  await openConsole(page, { search: 'nobody%at_all', role: 'basic' });
  await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible();
  await expect(page.getByText('Searched for “nobody%at_all” · Role: Basic')).toBeVisible();
  await page.getByRole('button', { name: 'Show all users' }).click();
  await expect(page).toHaveURL(CONSOLE);
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(page.getByRole('table')).toBeVisible();
});

test('users are narrowed by role and sorted by a column, which the address keeps', async ({ page, request }) => {
  await arrive(page);
  const group = uniqueName('Rolands');
  const names = await newUsersOfEachRole(request, page.request, group);
  const [, second = '', third = ''] = names;
  await openConsole(page, { search: group });
  const tabs = page.getByRole('group', { name: 'Role' });
  await expect(tabs.getByRole('button')).toHaveText(['All 4', 'User 1', 'Basic 2', 'Advanced 1', 'Administrator 0']);
  await expect(tabs.getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'true');
  await expect(namesIn(page)).toHaveText(names.toReversed());
  const head = page.getByRole('columnheader', { name: 'First name' });
  for (const [direction, sort, order] of [
    ['ascending', 'first_name', names],
    ['descending', '-first_name', names.toReversed()],
  ] as const) {
    await head.getByRole('button').click();
    await expect(head).toHaveAttribute('aria-sort', direction);
    await expect(page.locator('[aria-sort]')).toHaveCount(1);
    await expect(page).toHaveURL(`${CONSOLE}?search=${group}&sort=${sort}`);
    await expect(namesIn(page)).toHaveText(order);
  }
  await tabs.getByRole('button', { name: 'Basic' }).click();
  await expect(page).toHaveURL(`${CONSOLE}?search=${group}&role=basic&sort=-first_name`);
  await expect(namesIn(page)).toHaveText([third, second]);
  await page.reload();
  await expect(namesIn(page)).toHaveText([third, second]);
  await expect(tabs.getByRole('button', { name: 'Basic' })).toHaveAttribute('aria-pressed', 'true');
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await page.goBack();
  await expect(namesIn(page)).toHaveText(names.toReversed());
  await page.goBack();
  await expect(namesIn(page)).toHaveText(names);
});

test('users are turned over page by page, which going back and reloading keep', async ({ page }) => {
  await arrive(page, 'lv');
  await showUsers(
    page,
    Array.from({ length: 120 }, (_, place) => madeUpUser(place + 1, 'basic', `Daudzis ${place + 1}`)),
  );
  await openConsole(page);
  const { range, previous, next } = pagingOf(page, 'lv');
  await expect(range).toHaveText('1–50 no 120');
  await expect(previous).toHaveAttribute('aria-disabled', 'true');
  await next.click();
  await expect(range).toHaveText('51–100 no 120');
  await next.click();
  await expect(range).toHaveText('101–120 no 120');
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await page.reload();
  await expect(range).toHaveText('101–120 no 120');
  await expect(namesIn(page).first()).toHaveText('Daudzis 101');
  await page.goBack();
  await expect(range).toHaveText('51–100 no 120');
  await previous.click();
  await expect(range).toHaveText('1–50 no 120');
  await expect(namesIn(page)).toHaveCount(50);
});
