import { expect, type Page } from 'playwright/test';
import { fault, visitIn } from './support/account-forms.ts';
import { said } from './support/accounts.ts';
import { askedLink, CHROME, isSignedIn, LINK_STATE, panelOf, startBy, waitingLink } from './support/doors.ts';
import { bar } from './support/nav-bar.ts';
import { hurryUntil } from './support/network.ts';
import { SIZES } from './support/screens.ts';
import { test } from './support/watched-test.ts';
import { APP, newPerson } from './support/world.ts';

test.use({ userAgent: CHROME });

const press = (chat: Page, name: string) => said(chat).last().getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test.describe('on a wide screen', () => {
  test.use({ viewport: SIZES.desktop });

  test('in Latvian: what the chat confirms signs the waiting window in, somebody new, too', async ({
    page,
    request,
  }) => {
    const { id } = await newPerson(request, { firstName: 'Zane' });
    await page.goto('/login');
    const panel = panelOf(page);
    await expect(panel.getByRole('img', { name: 'QR kods, kas atver čatu ar botu Telegram' })).toBeVisible();
    await expect(panel.getByRole('link')).toHaveText('Atvērt Telegram šajā ierīcē');
    const link = await waitingLink(page);
    await page.evaluate(() => Object.assign(window, { isStillOpen: true }));

    const chat = await startBy(page, id, link);
    const question = said(chat).last();
    await expect(question).toContainText(`lapā redzams ${link.code}`);
    await expect(question).toContainText(`${new URL(APP).host} (Chrome · Windows)`);
    await expect(page).toHaveURL('/login');
    await press(chat, 'Apstiprināt');
    await expect(question).toContainText('Tu ienāci pārlūkā: Chrome · Windows.');
    await expect(question.getByRole('button')).toHaveCount(0);

    await expect(page).toHaveURL('/main');
    await expect(bar(page).getByRole('button', { name: 'Zane' })).toBeVisible();
    expect(await page.evaluate(() => 'isStillOpen' in window)).toBe(true);
    await page.reload();
    await expect(heading(page, 'Izvēlne')).toBeVisible();
    await page.goBack();
    await expect(page).not.toHaveURL('/login');
  });

  test('in English: what the chat refuses is over, and another code is to be had', async ({ page, request }) => {
    const { id } = await newPerson(request, { language: 'en' });
    await visitIn(page, 'en', 'dark');
    await page.goto('/login');
    const refused = await waitingLink(page);
    const chat = await startBy(page, id, refused);
    await expect(said(chat).last()).toContainText(`the page shows ${refused.code}`);
    await press(chat, 'Cancel');
    await expect(said(chat).last()).toContainText('Log-in refused.');
    const panel = panelOf(page);
    await expect(panel.getByRole('status')).toHaveText('The code has expired');
    await expect(panel.getByRole('img')).toHaveCount(0);

    await panel.getByRole('button', { name: 'New code' }).click();
    await expect(panel).toBeFocused();
    const { deepLink } = await waitingLink(page);
    expect(deepLink).not.toBe(refused.deepLink);
    await chat.close();
    const again = await startBy(page, id, refused);
    await expect(said(again).last()).toContainText('This log-in is over.');
    expect(await isSignedIn(page)).toBe(false);
  });
});

test('in Russian on a phone: a button leads to the chat; the code outlives a reload, and ends in time', async ({
  page,
}) => {
  await page.clock.install();
  await visitIn(page, 'ru');
  await page.goto('/login');
  const panel = panelOf(page);
  const button = panel.getByRole('link', { name: 'Открыть Telegram' });
  const link = await waitingLink(page);
  await expect(button).toHaveAttribute('href', link.deepLink);
  await expect(panel.getByRole('img')).toHaveCount(0);
  await expect(panel.getByRole('status')).toHaveText(/^Ждём вашего подтверждения в Telegram…/);
  await expect(panel.getByText(/^Действует до \d\d:\d\d\.$/)).toBeVisible();

  await page.reload();
  expect(await waitingLink(page)).toEqual(link);
  await page.route(LINK_STATE, (route) => route.fulfill({ json: { state: 'expired' } }));
  await hurryUntil(page, panel.getByText('Срок действия кода истёк'));
  await page.unroute(LINK_STATE);
  await panel.getByRole('button', { name: 'Новый код' }).click();
  expect((await waitingLink(page)).deepLink).not.toBe(link.deepLink);

  await page.clock.fastForward('06:00');
  const begun = page.waitForRequest('**/auth/link');
  await page.reload();
  await begun;
});

test('a link that somebody else was talked into opening signs nobody in', async ({ page, request, browser }) => {
  const victim = await newPerson(request, { firstName: 'Ilga', language: 'en' });
  await page.goto('/login');
  const link = await waitingLink(page);
  const own = await browser.newContext();
  const chat = await startBy(await own.newPage(), victim.id, link);
  await expect(said(chat).last()).toContainText('Confirm only if you have just asked for it yourself');
  const looked = await page.waitForResponse(LINK_STATE);
  expect(await looked.json()).toEqual({ state: 'pending' });
  expect(await isSignedIn(page)).toBe(false);
  // Nor does whoever only knows the number of the log-in get in where it is confirmed.
  const stranger = await own.request.get(looked.url());
  expect(stranger.status()).toBe(404);
  await own.close();
});

test.describe('a link that the bot was asked for', () => {
  test('leads in after one press, and its token leaves the address at once', async ({ page, request }) => {
    const { url } = await askedLink(request, 'Emma', 'en');
    await visitIn(page, 'en');
    const addresses: string[] = [];
    page.on('request', (one) => addresses.push(one.url(), one.headers().referer ?? ''));
    await page.goto(url);
    await expect(heading(page, 'Log in to Vanags in this browser?')).toBeVisible();
    await expect(page).toHaveURL(`${APP}/login`);
    expect(await isSignedIn(page)).toBe(false);
    const redeemed = page.waitForRequest('**/auth/link/redeem');
    await page.getByRole('button', { name: 'Log in' }).dblclick();
    const { token } = (await redeemed).postDataJSON();
    await expect(page).toHaveURL('/main');
    expect(await isSignedIn(page)).toBe(true);
    expect(addresses.filter((address) => address.includes(token) && !address.includes('#'))).toEqual([]);

    await page.goto(url);
    await expect(page.getByText('Emma is logged in here.')).toBeVisible();
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(fault(page, 'This link no longer works. Ask the bot for a new one: /login')).toBeVisible();
    expect(await isSignedIn(page)).toBe(true);
  });

  test('is of no more use to a second browser, which is told so and shown the other ways in', async ({
    page,
    request,
    browser,
  }) => {
    const { url } = await askedLink(request, 'Olga', 'ru');
    const first = await browser.newContext();
    const token = new URL(url).hash.replace('#token=', '');
    const used = await first.request.post(`${APP}/auth/link/redeem`, { data: { token }, headers: { origin: APP } });
    expect(used.ok()).toBe(true);
    await first.close();

    await visitIn(page, 'ru', 'dark');
    await page.goto(url);
    await page.getByRole('button', { name: 'Войти' }).click();
    await expect(fault(page, 'Эта ссылка больше не действует. Попросите у бота новую: /login')).toBeVisible();
    await expect(panelOf(page).getByRole('status')).toBeVisible();
    expect(await isSignedIn(page)).toBe(false);
  });
});
