import { type APIRequestContext, expect, type Page, request as requests } from 'playwright/test';
import { themeParams } from '#tools/telegram-emulator/theme.ts';
import { openNative } from './app.ts';
import type { NativeClient } from './native-client.ts';
import { expectAccessible } from './screens.ts';
import { type Launch, newPerson, saveFilter, signUp } from './world.ts';

export interface Owner {
  readonly id: number;
  /** The ids of the filters that were asked for, in their order. */
  readonly filterIds: readonly number[];
}

/** Somebody new who has these filters, each active unless it says otherwise. */
export async function ownerOf(filters: readonly object[] = [], language = 'en'): Promise<Owner> {
  // The session that signing up begins belongs to nobody else of the same test.
  const request = await requests.newContext();
  const { id, ...person } = await newPerson(request, { language });
  await signUp(request, { id, ...person });
  const filterIds: number[] = [];
  for (const filter of filters) filterIds.push(await saveFilter(request, id, filter));
  await request.dispose();
  return { id, filterIds };
}

/** As many active filters as the role `basic` allows. */
export const FULL = [1, 2, 3, 4, 5].map((number) => ({ filterName: `Active ${number}` }));

/** Opens the editor: of the filter that the owner has at this place, of a new one where none is named. */
export async function openEditor(
  page: Page,
  request: APIRequestContext,
  owner: Owner,
  { place, ...launch }: Launch & { readonly place?: number } = {},
): Promise<NativeClient> {
  const path = place === undefined ? '/filters/new' : `/filters/update/${owner.filterIds[place]}`;
  const client = await openNative(page, request, owner.id, { path, ...launch });
  await expect(page.getByRole('switch')).toBeVisible();
  return client;
}

export type SentFilter = Readonly<Record<string, unknown>>;

/** The bodies of all calls of this method to this path from now on, as they are sent. */
export function callsTo(page: Page, method: 'POST' | 'PUT' | 'DELETE', path: string): { filters: SentFilter }[] {
  const bodies: { filters: SentFilter }[] = [];
  page.on('request', (request) => {
    const isMeant = request.method() === method && new URL(request.url()).pathname.startsWith(path);
    if (isMeant) bodies.push(request.postDataJSON());
  });
  return bodies;
}

export const PREVIEW = '/api/filters/preview';

/** The range with this label: its two bounds, and what is wrong with them. */
export function rangeOf(page: Page, label: string) {
  const group = page.getByRole('group', { name: label, exact: true });
  return {
    group,
    from: group.getByRole('textbox').first(),
    to: group.getByRole('textbox').last(),
    fault: group.getByRole('alert'),
  };
}

/** What is to be seen about the draft at the bottom of the page. */
export const countOf = (page: Page) => page.locator('.count-bar').locator('.count-words, .count-bar__trouble');

/** What is read out of it. */
export const spokenCountOf = (page: Page) => page.locator('.count-bar').getByRole('status');

/** The name of the filter, which is the heading of the page. */
export const nameOf = (page: Page) => page.getByRole('heading', { level: 1 });

export const chipsOf = (page: Page, label: string) =>
  page.getByRole('list', { name: label, exact: true }).getByRole('listitem');

/** Opens the sheet of a field by the row with its label. */
export async function openSheet(page: Page, label: string) {
  await page.getByRole('button', { name: new RegExp(`^${label}`) }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  return sheet;
}

export async function closeSheet(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Chooses the make by its sheet, which closes at once. */
export async function chooseBrand(page: Page, brand: string): Promise<void> {
  const sheet = await openSheet(page, 'Brand');
  await sheet.getByRole('searchbox').fill(brand);
  await sheet.getByRole('radio', { name: brand, exact: true }).click();
  await expect(sheet).toHaveCount(0);
}

export const openDetails = (page: Page) => page.getByRole('button', { name: /^More conditions/ }).click();

/** Lets time pass only by `page.clock.runFor` from now on; `page.clock.install` came before the page. */
export async function stopTime(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 2_000);
}

/** Axe finds nothing in the sheet or dialog that is open, in the light theme and, when the client has changed to it, in the dark one. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    const changed = { theme_params: themeParams[theme] };
    await page.evaluate((data) => window.Telegram?.WebView.receiveEvent('theme_changed', data), changed);
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await expectAccessible(page, 'dialog');
  }
}
