import { type APIRequestContext, expect, type Page } from 'playwright/test';
import { PASSWORD } from '#tests/support/passwords.ts';
import { fault, fieldOf, logIn, statusWith, visitIn, WORDS } from '../support/account-forms.ts';
import { type Account, logInByPassword, registeredAccount } from '../support/accounts.ts';
import {
  DOORS,
  expectNothingCut,
  isSignedIn,
  openDoor,
  panelOf,
  SMALL_PHONE,
  startBy,
  waitingLink,
} from '../support/doors.ts';
import { holdBack } from '../support/faults.ts';
import { walkTo } from '../support/network.ts';
import { test } from '../support/watched-test.ts';
import { APP } from '../support/world.ts';

const LOG_IN = '**/auth/password-login';
const EXPIRED = 'Session has expired. Log in again to go on.';
const form = (page: Page) =>
  page.getByRole('form', { name: /^(Ienākt ar paroli|Log in with a password|Вход по паролю)$/ });

test.describe('the log-in with a password', () => {
  test('refuses a wrong one, keeps what was typed, and lets in by the Enter key', async ({ page, request }) => {
    const account = await registeredAccount(request, 'en');
    await visitIn(page, 'en');
    await page.goto('/login');
    await logIn(page, account, 'brown herons fly');
    await expect(fault(page, 'Invalid credentials')).toBeVisible();
    const password = fieldOf(page, WORDS.en.password);
    await expect(password).toHaveValue('brown herons fly');
    await expect(fieldOf(page, WORDS.en.username)).toHaveValue(account.username);

    const show = page.getByRole('button', { name: 'Show: Password' });
    await expect(password).toHaveAttribute('type', 'password');
    await show.click();
    await expect(password).toHaveAttribute('type', 'text');
    await expect(show).toHaveAttribute('aria-pressed', 'true');
    await show.click();
    await expect(password).toHaveAttribute('type', 'password');

    await password.fill(PASSWORD);
    await password.press('Enter');
    await expect(page).toHaveURL('/main');
    expect(await isSignedIn(page)).toBe(true);
  });

  test('does not send what is empty, and sends once however often it is pressed', async ({ page }) => {
    await visitIn(page, 'lv', 'dark');
    await page.goto('/login');
    const sent = await holdBack(page, '/auth/password-login', 'POST');
    const button = form(page).getByRole('button', { name: 'Ienākt' });
    await button.click();
    await expect(fieldOf(page, WORDS.lv.username)).toBeFocused();
    await expect(fieldOf(page, WORDS.lv.username)).toHaveAccessibleDescription(/^Ievadi lietotājvārdu\./);
    await expect(fieldOf(page, WORDS.lv.password)).toHaveAccessibleDescription(/^Ievadi paroli\./);
    expect(sent.count).toBe(0);
    await fieldOf(page, WORDS.lv.username).fill('H-neviens');
    await fieldOf(page, WORDS.lv.password).fill('nezinama parole');
    await button.dblclick();
    await expect(form(page).getByRole('button', { name: 'Ienākam…' })).toBeDisabled();
    sent.letGo();
    await expect(fault(page, 'Nepareizs lietotājvārds vai parole')).toBeVisible();
    expect(sent.count).toBe(1);
    await expect(button).toBeEnabled();
  });

  test('says when the next try is worth it after too many', async ({ page }) => {
    await page.route(LOG_IN, (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '65' },
        json: { code: 'auth.tooManyAttempts', message: 'Слишком много попыток.' },
      }),
    );
    await visitIn(page, 'ru');
    await page.goto('/login');
    await fieldOf(page, WORDS.ru.username).fill('H-nikto');
    await fieldOf(page, WORDS.ru.password).fill('не тот пароль');
    await page.keyboard.press('Enter');
    await expect(fault(page, 'Слишком много попыток. Следующая попытка через 2 минуты.')).toBeVisible();
    await expect(fieldOf(page, WORDS.ru.password)).toHaveValue('не тот пароль');
  });
});

test.describe('a session that ends while a page is open', () => {
  async function openAs(page: Page, account: Account, path: string): Promise<void> {
    await visitIn(page, 'en');
    await logInByPassword(page, account);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
  }

  async function endOtherSessions(request: APIRequestContext, { username }: Account): Promise<void> {
    const headers = { origin: APP };
    const data = { username, password: PASSWORD };
    expect((await request.post(`${APP}/auth/password-login`, { data, headers })).ok()).toBe(true);
    expect((await request.delete(`${APP}/api/user/sessions`, { headers })).ok()).toBe(true);
  }

  test('leads to the door, and back with what was typed: with a password', async ({ page, request }) => {
    const account = await registeredAccount(request, 'en');
    await openAs(page, account, '/report-problem?from=menu#form');
    await endOtherSessions(request, account);
    const text = page.getByRole('textbox');
    await text.fill('The pictures do not load.');
    await page.getByRole('main').getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page).toHaveURL('/signup');
    await expect(statusWith(page, EXPIRED)).toBeVisible();
    await page.getByRole('link', { name: 'Log in', exact: true }).last().click();
    await expect(page).toHaveURL('/login');
    await expect(statusWith(page, EXPIRED)).toBeVisible();
    await logIn(page, account, 'a wrong password');
    await expect(fault(page, 'Invalid credentials')).toBeVisible();
    await logIn(page, account);
    await expect(page).toHaveURL('/report-problem?from=menu#form');
    await expect(text).toHaveValue('The pictures do not load.');
    await page.goBack();
    await expect(page).not.toHaveURL(/login|signup/);
  });

  test('leads to the door, and back: by the chat, to the page that was asked for next', async ({ page, request }) => {
    const account = await registeredAccount(request, 'en');
    await openAs(page, account, '/how-it-works');
    await endOtherSessions(request, account);
    await walkTo(page, '/alerts?page=2');
    await expect(page).toHaveURL('/signup');
    await expect(statusWith(page, EXPIRED)).toBeVisible();
    await page.reload();
    await expect(statusWith(page, EXPIRED)).toBeVisible();
    const chat = await startBy(page, account.telegramId, await waitingLink(page));
    await chat.getByRole('button', { name: 'Confirm' }).click();
    await expect(page).toHaveURL('/alerts?page=2');
    await expect(page.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible();
  });
});

test('who asks for a page of members comes to it by the chat, without a word of a session that ended', async ({
  page,
  request,
}) => {
  const { telegramId } = await registeredAccount(request, 'lv');
  await page.goto('/profile?from=chat');
  await expect(page).toHaveURL('/signup');
  await expect(page.getByText('Sesija ir beigusies')).toHaveCount(0);
  const link = await waitingLink(page);
  const chat = await startBy(page, telegramId, link);
  await chat.getByRole('button', { name: 'Apstiprināt' }).click();
  await expect(page).toHaveURL('/profile?from=chat');
});

test('nobody is led to another site after the log-in', async ({ page, request }) => {
  const foreign = '//evil.example/main';
  const account = await registeredAccount(request, 'en');
  await visitIn(page, 'en');
  await page.goto(`/login?returnTo=${encodeURIComponent(foreign)}`);
  await expect(panelOf(page)).toBeVisible();
  await page.evaluate((returnTo) => {
    const state = { usr: { returnTo, endedFor: 1 }, key: 'kept', idx: 0 };
    window.history.replaceState(state, '');
  }, foreign);
  await page.reload();
  await expect(page.getByText(EXPIRED)).toBeVisible();
  await logIn(page, account);
  await expect(page).toHaveURL(`${APP}/main`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('both doors tell what becomes of one’s data, and are still there afterwards', async ({ page }) => {
  for (const door of ['/login', '/signup']) {
    await page.goto(door);
    const link = await waitingLink(page);
    await page.getByRole('main').getByRole('link', { name: 'Privātums' }).click();
    await expect(page).toHaveURL('/privacy');
    await page.goBack();
    await expect(page).toHaveURL(door);
    expect(await waitingLink(page)).toEqual(link);
  }
});

test('every door fits on a small phone', async ({ page }) => {
  await page.setViewportSize(SMALL_PHONE);
  await visitIn(page, 'ru');
  for (const door of DOORS) {
    await openDoor(page, door);
    await expectNothingCut(page);
  }
});
