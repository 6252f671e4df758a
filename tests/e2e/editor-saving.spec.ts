import { expect, type Page, test } from 'playwright/test';
import { callsTo, chipsOf, nameOf, openDetails, openEditor, ownerOf, rangeOf, stopTime } from './support/editor.ts';
import { expectAccessible } from './support/screens.ts';
import { callAs } from './support/world.ts';

const alertWith = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });
const statusWith = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

test('a new filter is stored, shown at its own address, and half a second later in the list', async ({
  page,
  request,
}) => {
  await page.clock.install();
  const owner = await ownerOf();
  const client = await openEditor(page, request, owner);
  const sent = callsTo(page, 'POST', '/filters/new');
  await rangeOf(page, 'Price').to.fill('12500');
  await expect(page.getByText(/^\d+ cars$/)).toBeVisible();
  await stopTime(page);
  await client.press('main');
  await expect(async () => {
    await page.clock.runFor(10);
    await expect(statusWith(page, 'Filter saved.')).toBeVisible({ timeout: 50 });
  }).toPass();
  await expect(page).toHaveURL(/\/filters\/update\/\d+$/);
  const filterId = new URL(page.url()).pathname.split('/').at(-1);
  await page.clock.runFor(350);
  await expect(page).toHaveURL(/\/filters\/update\/\d+$/);
  await page.clock.resume();
  await expect(page).toHaveURL(/\/filters$/);
  await expect(page.getByRole('switch', { name: 'Filter Name' })).toBeChecked();
  await expect(page.getByRole('listitem').filter({ hasText: /Filter Name.*up to 12\s500\s€/ })).toBeVisible();
  expect(sent).toHaveLength(1);
  const { body } = await callAs(request, owner.id, 'GET', '/filters/get/filters');
  expect(Object.keys(body)).toEqual([filterId]);
});

test('an edited filter shows what is stored and stores what is changed', async ({ page, request }) => {
  const stored = {
    filterName: 'Everything',
    active: 0,
    carBrand: 'bmw',
    carModel: ['3-series', '520'],
    priceMin: 1000,
    priceMax: 20_000,
    yearMin: 2010,
    volumeMin: 1.5,
    runMax: 250_000,
    engine: ['diesel', 'gasoline'],
    bodyType: ['universal'],
    color: ['black'],
    area: ['riga', 'ogre'],
    gearBox: 'automatic',
    dealType: 'sell',
  };
  const owner = await ownerOf([stored]);
  const client = await openEditor(page, request, owner, { place: 0, theme: 'dark', platform: 'android' });
  const sent = callsTo(page, 'PUT', '/filters/update/');
  await openDetails(page);
  await expect(nameOf(page)).toHaveText('Everything');
  await expect(page.getByRole('switch')).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Brand BMW' })).toBeVisible();
  await expect(chipsOf(page, 'Model')).toHaveText(['3 Series', '520']);
  await expect(chipsOf(page, 'Engine')).toHaveCount(2);
  await expect(chipsOf(page, 'Area')).toHaveText(['Riga', 'Ogre']);
  await expect(rangeOf(page, 'Price').from).toHaveValue(/^1\s000$/);
  await expect(rangeOf(page, 'Year').from).toHaveValue('2010');
  await expect(rangeOf(page, 'Engine volume').from).toHaveValue('1.5');
  await expect(rangeOf(page, 'Mileage').to).toHaveValue(/^250\s000$/);
  await expect(page.getByRole('radio', { name: 'Automatic' })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Deal type For sale' })).toBeVisible();
  await rangeOf(page, 'Price').to.fill('');
  await page.getByRole('switch').click({ force: true });
  await client.press('main');
  await expect(statusWith(page, 'Filter saved.')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Everything' })).toBeChecked();
  const filters = { ...stored, priceMax: null, active: 1, volumeMax: null, yearMax: '-', checkup: 'any' };
  expect(sent).toMatchObject([{ filters }]);
});

test('what the server refuses is told in its words, and all that was typed stays', async ({ page, request }) => {
  const owner = await ownerOf([], 'ru');
  const client = await openEditor(page, request, owner, { theme: 'dark' });
  await rangeOf(page, 'Цена').to.fill('4000');
  // From another device, while this page does not know of it.
  const filters = { filterName: 'Мой фильтр', active: 0 };
  expect((await callAs(request, owner.id, 'POST', '/filters/new', { filters })).status).toBe(201);
  const answer = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.status() === 400,
  );
  await client.press('main');
  const { message } = await (await answer).json();
  expect(message).toMatch(/^[А-я]/);
  await expect(alertWith(page, message).first()).toBeVisible();
  await expect(page).toHaveURL(/\/filters\/new$/);
  await expect(rangeOf(page, 'Цена').to).toHaveValue(/^4\s?000$/);
  await expectAccessible(page);
  await nameOf(page).getByRole('button').click();
  await page.keyboard.type('Другой');
  await client.press('main');
  await expect(page.getByRole('switch', { name: 'Другой' })).toBeChecked();
});

test('any other failure is told in general, nothing is lost, and another press saves', async ({ page, request }) => {
  const owner = await ownerOf([{ filterName: 'Unlucky', priceMax: 9000 }], 'lv');
  const client = await openEditor(page, request, owner, { place: 0 });
  await rangeOf(page, 'Cena').to.fill('8000');
  await page.route('**/filters/update/*', (route) =>
    route.fulfill({ status: 500, json: { code: 'service.internal' } }),
  );
  await client.press('main');
  const failure = alertWith(page, 'Filtru neizdevās saglabāt.');
  await expect(failure).toBeInViewport();
  await page.unroute('**/filters/update/*');
  await page.route('**/filters/update/*', (route) => route.abort());
  await client.press('main');
  await expect(failure).toBeInViewport();
  await expect(rangeOf(page, 'Cena').to).toHaveValue(/^8\s?000$/);
  expect(await client.latest('web_app_setup_main_button')).toMatchObject({ is_active: true });
  await page.unroute('**/filters/update/*');
  await client.press('main');
  await expect(statusWith(page, 'Filtrs saglabāts.')).toBeVisible();
  await expect(page).toHaveURL(/\/filters$/);
});

test('two presses save once, and the button shows that it is busy', async ({ page, request }) => {
  const owner = await ownerOf();
  const client = await openEditor(page, request, owner);
  const sent = callsTo(page, 'POST', '/filters/new');
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/filters/new', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await page.evaluate(() => {
    for (let press = 0; press < 2; press += 1) window.Telegram?.WebView.receiveEvent('main_button_pressed');
  });
  const busy = { text: 'Save', is_active: false, is_progress_visible: true };
  await expect.poll(() => client.latest('web_app_setup_main_button')).toMatchObject(busy);
  await client.press('main');
  letGo();
  await expect(page.getByRole('switch', { name: 'Filter Name' })).toBeChecked();
  expect(sent).toHaveLength(1);
  const { body } = await callAs(request, owner.id, 'GET', '/filters/get/filters');
  expect(Object.keys(body)).toHaveLength(1);
});
