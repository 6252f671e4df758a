import { expect, type Page } from 'playwright/test';
import { DEMO_ADMIN } from '#tools/dev-env/demo-user.ts';
import { callAsAdmin, signInAdmin } from '../support/admin.ts';
import {
  buttonsOf,
  messageNow,
  newWriter,
  openRequestsOf,
  PROBLEMS,
  PROBLEMS_PAGE,
  planRequestRow,
  pressInChat,
  problemCards,
  report,
  reportsOf,
} from '../support/admin-letters.ts';
import { refuseOnce } from '../support/faults.ts';
import { inTelegram, waitForMessage } from '../support/people.ts';
import { expectAccessible, SIZES } from '../support/screens.ts';
import { test } from '../support/watched-test.ts';
import { callAs } from '../support/world.ts';

const banner = (page: Page) => page.getByRole('status').filter({ hasText: /\p{L}/u });

const MADE_UP = {
  id: 1,
  first_name: 'Анна Ķekava',
  problem_description: 'Filtrā redzu mašīnas bez nobraukuma.',
  created_at: '2026-01-15T10:00:00.000Z',
};

for (const { language, theme, size, failed, deleted, empty } of [
  {
    language: 'lv',
    theme: 'light',
    size: 'phone',
    failed: 'Neizdevās dzēst ziņojumu.',
    deleted: 'Ziņojums veiksmīgi izdzēsts.',
    empty: 'Nav ziņotu problēmu.',
  },
  {
    language: 'en',
    theme: 'dark',
    size: 'desktop',
    failed: 'Failed to delete the report.',
    deleted: 'Report deleted successfully.',
    empty: 'No reported problems found.',
  },
  {
    language: 'ru',
    theme: 'light',
    size: 'phone',
    failed: 'Не удалось удалить сообщение.',
    deleted: 'Сообщение успешно удалено.',
    empty: 'Сообщений о проблемах нет.',
  },
] as const) {
  test(`a failure and an empty list are told: ${language}`, async ({ page }) => {
    await page.setViewportSize(SIZES[size]);
    await signInAdmin(page, language, theme);
    const problems: object[] = [MADE_UP];
    await page.route(`**${PROBLEMS}*`, (route) =>
      route.fulfill({ json: { problems, total: problems.length, nextCursor: null } }),
    );
    await page.route('**/admin/delete/reported-problem/1', (route) => route.fulfill({ json: {} }));
    const failing = { method: 'DELETE', status: 500, code: 'service.internal', message: '' };
    await refuseOnce(page, '/admin/delete/reported-problem/1', failing);
    await page.goto(PROBLEMS_PAGE);
    const deleting = page.getByRole('button', { name: /^(Dzēst|Delete|Удалить) Анна Ķekava$/ });
    const confirm = page.getByRole('alertdialog').getByRole('button').last();
    await deleting.click();
    await confirm.click();
    await expect(page.getByRole('alert').filter({ hasText: failed })).toBeVisible();
    await expect(problemCards(page, MADE_UP.first_name)).toBeFocused();
    await expectAccessible(page);
    await deleting.click();
    problems.length = 0;
    await confirm.click();
    await expect(banner(page)).toHaveText(deleted);
    await expect(page.getByRole('alert').filter({ hasText: failed })).toHaveCount(0);
    await expect(page.getByText(empty, { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
}

test('a report is read and deleted by keys alone', async ({ page, request }) => {
  const writer = await newWriter(request);
  await report(request, writer, 'Ar taustiņiem netieku klāt.');
  await signInAdmin(page);
  await page.goto(PROBLEMS_PAGE);
  const card = problemCards(page, writer.first_name);
  const read = card.getByRole('button', { name: /^Lasīt/ });
  await expect(read).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(read).toBeFocused({ timeout: 20 });
  }).toPass({ intervals: [0] });
  await page.keyboard.press('Enter');
  const reader = page.getByRole('dialog', { name: writer.first_name });
  await expect(reader).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(reader).toBeHidden();
  await expect(read).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  const question = page.getByRole('alertdialog', { name: 'Dzēst šo ziņojumu?' });
  await expect(question.getByRole('button', { name: 'Atcelt' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(card.getByRole('button', { name: /^Dzēst/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(banner(page)).toHaveText('Ziņojums veiksmīgi izdzēsts.');
  await expect(page.locator(':focus')).toHaveCount(1);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toMatch(/^(LI|H1)$/);
});

test('the report of somebody whose account is gone stays, without a name', async ({ page, request }) => {
  const writer = await newWriter(request);
  const text = `Konts jādzēš, jo ${writer.first_name} tik raksta.`;
  await report(request, writer, text);
  expect(await callAs(request, writer.id, 'DELETE', '/api/user/delete-account')).toMatchObject({ status: 200 });
  await signInAdmin(page, 'ru', 'dark');
  await page.goto(PROBLEMS_PAGE);
  const card = problemCards(page, 'Удалённый аккаунт').filter({ hasText: text });
  await card.getByRole('button', { name: 'Читать полностью' }).click();
  await expect(page.getByRole('dialog', { name: 'Удалённый аккаунт' })).toContainText(text);
});

test('a long list comes page by page, and who asks for more goes on where it came', async ({ page }) => {
  const pages = [0, 1].map((part) =>
    Array.from({ length: 20 }, (_, row) => ({ ...MADE_UP, id: part * 20 + row + 1, first_name: `N${part}-${row}` })),
  );
  await signInAdmin(page, 'en');
  await page.route(`**${PROBLEMS}*`, (route) => {
    const isFirst = new URL(route.request().url()).searchParams.get('cursor') === null;
    const json = { problems: pages[isFirst ? 0 : 1], total: 40, nextCursor: isFirst ? 'next' : null };
    return route.fulfill({ json });
  });
  await page.goto(PROBLEMS_PAGE);
  const cards = page.getByRole('main').getByRole('listitem');
  const more = page.getByRole('button', { name: 'Load more' });
  await expect(cards).toHaveCount(20);
  await refuseOnce(page, `${PROBLEMS}*cursor=next*`, { message: 'Too many requests.' });
  await more.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Too many requests.' })).toBeVisible();
  await expect(cards).toHaveCount(20);
  await more.dblclick();
  await expect(cards).toHaveCount(40);
  await expect(cards.nth(20)).toBeFocused();
  await expect(more).toHaveCount(0);
});

test('a request for a plan that was answered meanwhile leaves the hub', async ({ page, request }) => {
  const person = await newWriter(request);
  await callAs(request, person.id, 'POST', '/api/plans/request', { plan: 'advanced' });
  await signInAdmin(page, 'ru');
  await page.goto('/admin');
  const row = await planRequestRow(page, person);
  await row.getByRole('button', { name: /^Отклонить/ }).click();
  const [open] = await openRequestsOf(page, person);
  const granted = await callAsAdmin(page.request, 'PUT', `/admin/grant/plan-request/${open?.id}`, { plan: 'advanced' });
  expect(granted.status).toBe(200);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Отклонить' }).click();
  await expect(page.getByText('На этот запрос уже ответили.')).toBeVisible();
  await expect(row).toHaveCount(0);
  expect((await callAs(request, person.id, 'GET', '/api/get/user')).body.role).toBe('advanced');
});

test('an answer to a request that fails is told, and can be given again', async ({ page, request }) => {
  const person = await newWriter(request);
  await callAs(request, person.id, 'POST', '/api/plans/request', { plan: 'advanced' });
  await signInAdmin(page, 'lv', 'dark');
  await refuseOnce(page, '/admin/grant/plan-request/*', {
    method: 'PUT',
    status: 500,
    message: 'Iekšēja servera kļūda.',
  });
  await page.goto('/admin');
  const row = await planRequestRow(page, person);
  const grant = row.getByRole('button', { name: /^Piešķirt „Paplašinātais”/ });
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Piešķirt „Paplašinātais”' });
  await grant.click();
  await expectAccessible(page);
  await confirm.click();
  await expect(page.getByText('Plānu neizdevās piešķirt. Iekšēja servera kļūda.')).toBeVisible();
  await grant.click();
  await confirm.click();
  await expect(page.getByText(`${person.first_name}: plāns „Paplašinātais” piešķirts.`)).toBeVisible();
});

test.describe('in the chat', () => {
  test('an administrator reads a report and ends it, and the page shows it no more', async ({ page, request }) => {
    await inTelegram(request, 'start', { userId: DEMO_ADMIN.id });
    const writer = await newWriter(request);
    const whole = `Filtrs <b>neder</b> & _cik_ ${'garš teksts '.repeat(30)}beigas ${writer.first_name}`;
    await report(request, writer, whole);
    await page.clock.install();
    await signInAdmin(page);
    await page.goto(PROBLEMS_PAGE);
    const card = problemCards(page, writer.first_name);
    await expect(card).toBeVisible();
    const [problem] = await reportsOf(page, writer);
    const title = `Problēma nr. ${problem?.id} · ${writer.first_name}`;
    const notice = await waitForMessage(request, DEMO_ADMIN.id, title);
    expect(notice.text).toMatch(/^Problēma .*\n\nFiltrs <b>neder<\/b> & _cik_ garš.*…$/);
    expect(buttonsOf(notice)).toEqual(['Rādīt visu', 'Atzīmēt kā atrisinātu']);
    await pressInChat(request, notice, 'Rādīt visu');
    expect(await messageNow(request, notice)).toMatchObject({ text: `${title}\n\n${whole}` });
    await pressInChat(request, notice, 'Atzīmēt kā atrisinātu');
    expect(buttonsOf(await messageNow(request, notice))).toEqual(['Dzēst ziņojumu', 'Paturēt']);
    await pressInChat(request, notice, 'Dzēst ziņojumu');
    await expect
      .poll(() => messageNow(request, notice))
      .toMatchObject({ text: `Problēma nr. ${problem?.id} ir atrisināta.`, buttons: [] });
    await page.clock.fastForward(15_000);
    await expect(card).toHaveCount(0);
  });

  test('an administrator gives a plan that was asked for, and the hub lists it no more', async ({ page, request }) => {
    await inTelegram(request, 'start', { userId: DEMO_ADMIN.id });
    const person = await newWriter(request, { name: 'Emma', language: 'en' });
    await inTelegram(request, 'allow-write-access', { userId: person.id });
    await callAs(request, person.id, 'POST', '/api/plans/request', { plan: 'advanced' });
    await page.clock.install();
    await signInAdmin(page);
    await page.goto('/admin');
    const row = await planRequestRow(page, person);
    const notice = await waitForMessage(request, DEMO_ADMIN.id, person.first_name);
    expect(notice.text).toContain(`Telegram ID ${person.id}) prasa plānu „Paplašinātais”. Tagad: „Pamata”.`);
    expect(buttonsOf(notice)).toEqual(['Piešķirt „Paplašinātais”', 'Atteikt']);
    await pressInChat(request, notice, 'Piešķirt „Paplašinātais”');
    await expect
      .poll(async () => (await messageNow(request, notice)).text)
      .toContain(`Plāns „Paplašinātais” piešķirts: ${person.first_name}`);
    await waitForMessage(request, person.id, 'Your plan is now “Advanced”. Active filter limit: 10.');
    await page.clock.fastForward(15_000);
    await expect(row).toHaveCount(0);
    expect(await openRequestsOf(page, person)).toEqual([]);
  });
});
