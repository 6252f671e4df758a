import { type APIRequestContext, expect, type Page } from 'playwright/test';
import { DEV_LOGIN_SECRET } from '#tests/support/developers.ts';
import { noteSecret } from '#tests/support/noted-secrets.ts';
import { DEMO_ADMINS } from '#tools/dev-env/demo-user.ts';
import { visitIn } from './account-forms.ts';
import type { Language } from './accounts.ts';
import { APP } from './world.ts';

/** Signs the browser in as the administrator who reads this language, and shows it the pages in it. */
export async function signInAdmin(page: Page, language: Language = 'lv', theme: 'light' | 'dark' = 'light') {
  noteSecret(DEV_LOGIN_SECRET);
  await logInAdmin(page.request, language);
  await visitIn(page, language, theme);
}

/** Gives these requests the session of an administrator. */
export async function logInAdmin(request: APIRequestContext, language: Language = 'lv'): Promise<void> {
  const { id, first_name } = DEMO_ADMINS[language];
  const data = { first_name, telegram_user_id: id, secret: DEV_LOGIN_SECRET };
  const answer = await request.post(`${APP}/auth/dev-login`, { data, headers: { origin: APP } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Calls the API with the session of these requests. */
export async function callAsAdmin(
  request: APIRequestContext,
  method: 'GET' | 'PUT' | 'DELETE',
  path: string,
  data?: unknown,
) {
  const answer = await request.fetch(APP + path, { method, data, headers: { origin: APP, 'accept-language': 'en' } });
  return { status: answer.status(), body: await answer.json() };
}
