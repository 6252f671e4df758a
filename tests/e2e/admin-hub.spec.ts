import { expect, type Page } from 'playwright/test';
import type { FiguresResponse } from '#core/contracts/admin-figures.ts';
import { callAsAdmin, signInAdmin } from './support/admin.ts';
import { CALM_DAY, newWriter, report, serveFigures } from './support/admin-letters.ts';
import { openNative, signInBrowser } from './support/app.ts';
import { walkTo } from './support/network.ts';
import { expectAccessible, SIZES } from './support/screens.ts';
import { test } from './support/watched-test.ts';
import { callAs, newPerson, signUp } from './support/world.ts';

const HUB = '/admin';

const [SOURCE] = CALM_DAY.sources;
const BAD_DAY = {
  ...CALM_DAY,
  outbox: { waiting: 1240, oldestWaitingSeconds: 26 * 60, dead: 1021 },
  sources: [
    { ...SOURCE, id: 'ss', state: 'failing', lastSweepAt: null, lastSweepMinutes: null },
    { ...SOURCE, id: 'files', state: 'off' },
    { ...SOURCE, id: 'auto', state: 'silent', lastReadAt: null },
  ],
} as FiguresResponse;

test('each thing that goes wrong is named, with what to do about it', async ({ page }) => {
  await page.setViewportSize(SIZES.desktop);
  await signInAdmin(page, 'en');
  await serveFigures(page, () => BAD_DAY);
  await page.goto(HUB);
  await expect(page.getByRole('status').filter({ hasText: '4 things need attention' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Key figures' })).toContainText(
    'Oldest waiting alert26 min1 240 waiting',
  );
  await expect(page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem')).toContainText([
    'ss: the last try to read it failedVanags tries again by itself.',
    'auto: not read for too longCheck that the process that reads the ads is running.',
    'The oldest alert has been waiting for 26 minAlerts come faster than they go out.',
    '1 021 alerts given upVanags has stopped trying to send them. When the cause is mended, send them again: vanags outbox retry',
  ]);
  const sources = page.getByRole('region', { name: 'Sources' });
  await expect(sources).toContainText(/ssFailing.*Never yet.*filesOff.*autoSilent.*Never yet/);
  await expectAccessible(page);
});

const userCount = (page: Page) =>
  page.getByRole('region', { name: 'Galvenie rādītāji' }).getByRole('definition').first();
const withUsers = (total: number) => ({ ...CALM_DAY, users: { ...CALM_DAY.users, total } });

test('the figures are asked anew every 15 seconds, but not for whoever does nothing for ten minutes', async ({
  page,
}) => {
  await page.clock.install();
  await signInAdmin(page);
  const calls = await serveFigures(page, withUsers);
  const expectShown = (count: number) => expect(userCount(page)).toHaveText(String(count));
  await page.goto(HUB);
  await expectShown(1);
  await page.clock.fastForward(15_000);
  await expectShown(2);
  await page.clock.fastForward('10:00');
  await expect(page.getByText('apturēts: 10 minūtes neviens neko nav darījis')).toBeVisible();
  await expect(async () => expect(await userCount(page).textContent()).toBe(String(calls.count))).toPass();
  const asked = calls.count;
  for (let minute = 0; minute < 3; minute += 1) await page.clock.fastForward('01:00');
  await expectShown(asked);
  expect(calls.count).toBe(asked);
  await page.keyboard.press('Shift');
  await expectShown(asked + 1);
  await expect(page.getByText('apturēts')).toHaveCount(0);
  await page.clock.fastForward(15_000);
  await expectShown(asked + 2);
});

test('the hub leads to the users of a role and to the reports, and the navigation says where one is', async ({
  page,
  request,
}) => {
  await report(request, await newWriter(request), 'Nevaru atvērt karti.');
  await page.setViewportSize(SIZES.desktop);
  await signInAdmin(page, 'en');
  await page.goto(HUB);
  const here = page.getByRole('navigation', { name: 'Administration' }).locator('[aria-current="page"]');
  await expect(here).toHaveText('Hub');
  await page.getByRole('link', { name: /^Advanced/ }).click();
  await expect(page).toHaveURL('/admin/console?role=advanced');
  await expect(here).toHaveText('Users');
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeFocused();
  await page.goBack();
  await page.getByRole('link', { name: 'Console' }).click();
  await expect(page).toHaveURL('/admin/console');
  await page.goBack();
  await page.getByRole('link', { name: /^View all \d/ }).click();
  await expect(page).toHaveURL('/admin/reported-problems');
  await expect(here).toHaveText(/^Reported problems/);
  await page.getByRole('link', { name: 'Hub' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Hub' })).toBeVisible();
});

test.describe('what administrators see is not even asked for', () => {
  /** Goes to all pages of administrators and expects that none of them asks for anything. */
  async function expectNothingAsked(page: Page, landing: string | RegExp): Promise<void> {
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/admin/get/')) asked.push(pathname);
    });
    for (const path of ['/admin', '/admin/console', '/admin/reported-problems']) {
      if (page.url() === 'about:blank') await page.goto(path);
      else await walkTo(page, path);
      await expect(page.getByRole('heading', { level: 1, name: landing })).toBeVisible();
    }
    expect(asked).toEqual([]);
  }

  test('for a visitor', async ({ page }) => {
    await expectNothingAsked(page, 'Ienākt');
    expect(await callAsAdmin(page.request, 'GET', '/admin/get/figures')).toMatchObject({ status: 401 });
  });

  test('for somebody signed in', async ({ page, request }) => {
    const person = await newPerson(request);
    await signUp(request, person);
    await signInBrowser(page, request, person.id);
    await expectNothingAsked(page, /administratoriem/);
    const { status, body } = await callAsAdmin(page.request, 'GET', '/admin/get/users');
    expect([status, body.code]).toEqual([403, 'auth.notAdmin']);
  });

  test('inside Telegram', async ({ page, request }) => {
    const person = await newPerson(request, { language: 'ru' });
    await signUp(request, person);
    await openNative(page, request, person.id, { path: '/plans', version: '6.0' });
    await expect(page.getByRole('heading', { level: 1, name: 'Планы' })).toBeVisible();
    await expectNothingAsked(page, /администратор/);
    expect(await callAs(request, person.id, 'GET', '/admin/get/reported-problems')).toMatchObject({ status: 403 });
  });
});
