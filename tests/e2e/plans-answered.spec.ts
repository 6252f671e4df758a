import { expect, type Page } from 'playwright/test';
import { signInAdmin } from './support/admin.ts';
import { newWriter, planRequestRow } from './support/admin-letters.ts';
import { openNative } from './support/app.ts';
import { inTelegram, numberedFilters, waitForMessage } from './support/people.ts';
import { SIZES } from './support/screens.ts';
import { test } from './support/watched-test.ts';
import { callAs, saveFilter } from './support/world.ts';

const REQUEST = '/api/plans/request';

/** A window of its own, in which an administrator looks at the hub. */
async function openHub(page: Page, language: 'en' | 'lv'): Promise<Page> {
  const context = await page.context().browser()?.newContext({ viewport: SIZES.desktop });
  if (!context) throw new Error('The page has no browser.');
  const hub = await context.newPage();
  await signInAdmin(hub, language);
  await hub.goto('/admin');
  return hub;
}

test('who asks for a plan in the app and is given it hears of it, and may have more filters', async ({
  page,
  request,
}) => {
  const person = await newWriter(request, { name: 'Раиса', language: 'ru' });
  await inTelegram(request, 'allow-write-access', { userId: person.id });
  for (const filter of numberedFilters(5)) await saveFilter(request, person.id, filter);
  const client = await openNative(page, request, person.id, { path: '/plans' });
  await page.getByRole('button', { name: 'Запросить этот план' }).click();
  await client.answerPopup('ask');
  await expect(page.getByRole('listitem').last()).toContainText('Запрошен.');

  const hub = await openHub(page, 'en');
  const row = await planRequestRow(hub, person);
  await expect(row).toContainText(`Messaging ID ${person.id}`);
  await expect(row).toContainText(/Basic.*to.*Advanced/);
  await row.getByRole('button', { name: `Grant Advanced ${person.first_name}` }).click();
  const question = hub.getByRole('alertdialog', { name: 'Grant the plan “Advanced”?' });
  await expect(question).toContainText(person.first_name);
  await question.getByRole('button', { name: 'Grant Advanced' }).dblclick();
  await expect(hub.getByText(`${person.first_name}: the plan “Advanced” is granted.`)).toBeVisible();
  await expect(row).toHaveCount(0);

  await waitForMessage(request, person.id, 'Теперь ваш план — «Расширенный». Лимит активных фильтров: 10.');
  await openNative(page, request, person.id, { path: '/filters' });
  await expect(page.getByRole('region', { name: 'Активные 5 из 10' })).toBeVisible();
  const sixth = { filters: { ...numberedFilters(6)[5], active: 1 } };
  expect(await callAs(request, person.id, 'POST', '/filters/new', sixth)).toMatchObject({ body: { active: 1 } });
  await hub.context().close();
});

test('who asks for a plan and is refused hears of it, and may ask again', async ({ page, request }) => {
  const person = await newWriter(request);
  await inTelegram(request, 'allow-write-access', { userId: person.id });
  await callAs(request, person.id, 'POST', REQUEST, { plan: 'advanced' });
  const hub = await openHub(page, 'lv');
  const row = await planRequestRow(hub, person);
  await row.getByRole('button', { name: `Noraidīt ${person.first_name}` }).click();
  const question = hub.getByRole('alertdialog', { name: 'Noraidīt pieprasījumu?' });
  await question.getByRole('button', { name: 'Noraidīt' }).click();
  await expect(hub.getByText(`${person.first_name}: pieprasījums noraidīts.`)).toBeVisible();
  await expect(row).toHaveCount(0);
  await waitForMessage(request, person.id, 'Plāna „Paplašinātais” pieprasījums ir noraidīts.');
  const client = await openNative(page, request, person.id, { path: '/plans', theme: 'dark' });
  await page.getByRole('button', { name: 'Pieprasīt šo plānu' }).click();
  await client.answerPopup('ask');
  await expect(page.getByRole('listitem').last()).toContainText('Pieprasīts.');
  await hub.context().close();
});
