import { type APIRequestContext, expect, type Page } from 'playwright/test';
import { signInBrowser } from './app.ts';
import { newPerson, signUp } from './world.ts';

/** What the browser keeps under this name. */
export const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
export const bar = (page: Page) => page.getByRole('banner');
export const account = (page: Page) => bar(page).getByRole('button', { name: 'Zane' });
export const item = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name });
export const choice = (page: Page, name: string | RegExp) => page.getByRole('menuitemradio', { name });

/** Opens a page as a fresh person who is signed in in a browser. */
export async function openAsMember(page: Page, request: APIRequestContext, path = '/main'): Promise<void> {
  const person = await newPerson(request, { firstName: 'Zane' });
  await signUp(request, person);
  await signInBrowser(page, request, person.id);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** The dialog about something that the server did not do; goes away when it is read. */
export async function expectFailureTold(page: Page, title: string): Promise<void> {
  const told = page.getByRole('alertdialog', { name: title });
  await expect(told).toContainText('Iekšēja servera kļūda.');
  await told.getByRole('button').click();
  await expect(told).toBeHidden();
}
