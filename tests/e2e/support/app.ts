import { type APIRequestContext, expect, type Page } from 'playwright/test';
import { MENU_BUTTON } from '#tools/browser/menu-button.ts';
import { type NativeClient, playNativeClient } from './native-client.ts';
import { type Launch, launchUrl, TELEGRAM } from './world.ts';

/** Opens the mini app at a path as a native client does. */
export async function openNative(
  page: Page,
  request: APIRequestContext,
  userId: number,
  launch: Launch = {},
): Promise<NativeClient> {
  const client = await playNativeClient(page);
  await page.goto(await launchUrl(request, userId, launch));
  return client;
}

/** Opens the chat of the emulated client and, from its menu, the mini app in its frame. */
export async function openInFrame(page: Page, userId: number, settings = '') {
  await page.goto(`${TELEGRAM}/?user=${userId}${settings}`);
  await page.getByRole('button', { name: MENU_BUTTON }).first().click();
  return page.frameLocator('iframe[title="Mini app"]');
}

/** Signs a plain browser in with the session of this person, without Telegram around it. */
export async function signInBrowser(page: Page, request: APIRequestContext, userId: number): Promise<void> {
  const { hash, origin } = new URL(await launchUrl(request, userId));
  const initData = new URLSearchParams(hash.slice(1)).get('tgWebAppData') ?? '';
  const data = { telegram_user_id: userId, initData };
  const answer = await page.request.post(`${origin}/auth/login`, { data });
  expect(answer.ok()).toBe(true);
}
