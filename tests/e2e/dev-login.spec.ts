import { expect, type Page } from 'playwright/test';
import { DEV_LOGIN_SECRET } from '#tests/support/developers.ts';
import { noteSecret } from '#tests/support/noted-secrets.ts';
import { DEMO_ADMIN } from '#tools/dev-env/demo-user.ts';
import { fault, visitIn } from './support/account-forms.ts';
import { isSignedIn } from './support/doors.ts';
import { holdBack } from './support/faults.ts';
import { test } from './support/watched-test.ts';
import { ANNA } from './support/world.ts';

test.beforeAll(() => noteSecret(DEV_LOGIN_SECRET));

const LABELS = {
  lv: ['Vārds', 'Telegram ID', 'Slepenā atslēga'],
  en: ['Name', 'Telegram ID', 'Secret'],
  ru: ['Имя', 'Telegram ID', 'Секретный ключ'],
} as const;

const fieldsOf = (page: Page, language: keyof typeof LABELS) =>
  LABELS[language].map((label) => page.getByLabel(label, { exact: true }));

/** Fills in the fields in their order. */
async function fill(page: Page, language: keyof typeof LABELS, ...texts: readonly string[]): Promise<void> {
  for (const [place, field] of fieldsOf(page, language).entries()) await field.fill(texts[place] ?? '');
}

const send = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });

test('an administrator who knows the secret lands on the administrators’ page', async ({ page }) => {
  await page.goto('/dev-login');
  for (const masked of fieldsOf(page, 'lv').slice(1)) await expect(masked).toHaveAttribute('type', 'password');
  await fill(page, 'lv', DEMO_ADMIN.first_name, String(DEMO_ADMIN.id), DEV_LOGIN_SECRET);
  const call = await holdBack(page, '/auth/dev-login', 'POST');
  await send(page, 'Ienākt').dblclick();
  await expect(send(page, 'Ienākam…')).toBeDisabled();
  call.letGo();
  await expect(page).toHaveURL('/admin');
  expect(call.count).toBe(1);
  await expect(page.getByText('Šī sadaļa ir pieejama tikai administratoriem.')).toHaveCount(0);
  expect(await (await page.request.get('/api/get/user')).json()).toMatchObject({ role: 'admin', first_name: 'Ilze' });
});

test('all others are refused in the words of the server, whatever is wrong', async ({ page }) => {
  await visitIn(page, 'en', 'dark');
  await page.goto('/dev-login');
  await send(page, 'Log in').click();
  for (const words of ['Please enter the name.', 'Please enter the ID.', 'Please enter the secret.'])
    await expect(fault(page, words)).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  for (const [id, secret] of [
    [String(DEMO_ADMIN.id), 'some other secret'],
    [String(ANNA), DEV_LOGIN_SECRET],
    ['77', DEV_LOGIN_SECRET],
    ['not a number', DEV_LOGIN_SECRET],
  ] as const) {
    await fill(page, 'en', 'Ilze', id, secret);
    const answered = page.waitForResponse('**/auth/dev-login');
    await page.keyboard.press('Enter');
    await answered;
    await expect(fault(page, 'Failed to login. Please check your details and try again.')).toBeVisible();
    await expect(page).toHaveURL('/dev-login');
  }
  expect(await isSignedIn(page)).toBe(false);
});

test('where the operator has set no secret there is no such page', async ({ page }) => {
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), devLogin: false } });
  });
  await visitIn(page, 'ru');
  await page.goto('/dev-login');
  await expect(page.getByRole('heading', { level: 1, name: 'Такой страницы нет' })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
});
