import { expect, type Page } from 'playwright/test';
import { callAsAdmin, signInAdmin } from './support/admin.ts';
import { newWriter, PROBLEMS, PROBLEMS_PAGE, problemCards, report, reportsOf } from './support/admin-letters.ts';
import { refuseOnce } from './support/faults.ts';
import { test } from './support/watched-test.ts';

const banner = (page: Page) => page.getByRole('status').filter({ hasText: /\p{L}/u });

/** Counts how often the list is asked for from now on. */
function watchLists(page: Page): { count: number } {
  const lists = { count: 0 };
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === PROBLEMS) lists.count += 1;
  });
  return lists;
}

test('a card shows the name and 100 characters of the report, and all of it on demand', async ({ page, request }) => {
  const writer = await newWriter(request);
  const family = '👨‍👩‍👧';
  const beginning = `<b>Cena</b> &amp; gads 🚗 ${'ā'.repeat(74)}${family}`;
  const whole = `${beginning} <img src=x onerror=alert(1)>\nOtrā rinda`;
  await report(request, writer, whole);
  await report(request, writer, 'x'.repeat(100));
  await signInAdmin(page);
  await page.goto(PROBLEMS_PAGE);
  const [short, long] = [problemCards(page, writer.first_name).first(), problemCards(page, writer.first_name).last()];
  await expect(short.getByRole('paragraph')).toHaveText('x'.repeat(100));
  await expect(long.getByRole('paragraph')).toHaveText(`${beginning}…`);
  await expect(long.getByRole('time')).toHaveText(/^tikko\s*\d\d\.\d\d\.\d{4}, \d\d:\d\d$/);
  const read = long.getByRole('button', { name: `Lasīt vairāk ${writer.first_name}` });
  await read.click();
  const reader = page.getByRole('dialog', { name: writer.first_name });
  expect(await reader.getByRole('region', { name: 'Teksts' }).textContent()).toBe(whole);
  await expect(reader.getByText(/^Iesniegts tikko\s*\d\d\.\d\d\.\d{4}, \d\d:\d\d$/)).toBeVisible();
  await expect(page.locator('main :is(b, img)')).toHaveCount(0);
  await reader.getByRole('button', { name: 'Aizvērt' }).click();
  await expect(reader).toBeHidden();
  await expect(read).toBeFocused();
});

test('a report is deleted after a confirmation, which is told for four seconds', async ({ page, request }) => {
  const writer = await newWriter(request);
  await report(request, writer, 'Ziņas pienāk divreiz.');
  await signInAdmin(page, 'lv', 'dark');
  await page.clock.install();
  await page.goto(PROBLEMS_PAGE);
  const card = problemCards(page, writer.first_name);
  await card.getByRole('button', { name: /^Dzēst/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Dzēst šo ziņojumu?' });
  await expect(question).toContainText(writer.first_name);
  await expect(question.getByRole('button', { name: 'Atcelt' })).toBeFocused();
  await question.getByRole('button', { name: 'Atcelt' }).click();
  await expect(question).toBeHidden();
  await refuseOnce(page, '/admin/delete/reported-problem/*', { method: 'DELETE', status: 500 });
  await card.getByRole('button', { name: /^Dzēst/ }).click();
  await question.getByRole('button', { name: 'Dzēst ziņojumu' }).click();
  const failure = page.getByText(/^Neizdevās dzēst ziņojumu\./);
  await expect(failure).toBeVisible();
  await expect(card).toBeFocused();
  await card.getByRole('button', { name: /^Lasīt/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Dzēst' }).click();
  const lists = watchLists(page);
  await question.getByRole('button', { name: 'Dzēst ziņojumu' }).dblclick();
  await expect(banner(page)).toHaveText('Ziņojums veiksmīgi izdzēsts.');
  await expect(failure).toHaveCount(0);
  await expect(card).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => lists.count).toBe(1);
  expect(await reportsOf(page, writer)).toEqual([]);
  await page.clock.fastForward(2500);
  await expect(page.getByText('Ziņojums veiksmīgi izdzēsts.')).toBeVisible();
  await page.clock.fastForward(1500);
  await expect(banner(page)).toHaveCount(0);
});

test('a list that could not be read says why, and is read again', async ({ page, request }) => {
  const writer = await newWriter(request);
  await report(request, writer, 'Nevaru atvērt filtru.');
  await signInAdmin(page);
  await refuseOnce(page, `${PROBLEMS}*`, { message: 'Par daudz pieprasījumu.' });
  await page.goto(PROBLEMS_PAGE);
  const alert = page.getByRole('alert').filter({ hasText: 'Neizdevās ielādēt Par daudz pieprasījumu.' });
  await alert.getByRole('button', { name: 'Mēģināt vēlreiz' }).click();
  await expect(problemCards(page, writer.first_name)).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test('what somebody else has deleted meanwhile leaves the list, too', async ({ page, request }) => {
  const writer = await newWriter(request);
  await report(request, writer, 'Karte nerāda adresi.');
  await signInAdmin(page);
  await page.goto(PROBLEMS_PAGE);
  const card = problemCards(page, writer.first_name);
  await card.getByRole('button', { name: /^Dzēst/ }).click();
  const [problem] = await reportsOf(page, writer);
  const deleted = await callAsAdmin(page.request, 'DELETE', `/admin/delete/reported-problem/${problem?.id}`);
  expect(deleted.status).toBe(200);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Dzēst ziņojumu' }).click();
  await expect(banner(page)).toHaveText('Šī ziņojuma vairs nav.');
  await expect(card).toHaveCount(0);
});
