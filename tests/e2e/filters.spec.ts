import { expect, type Page, test } from 'playwright/test';
import { openNative } from './support/app.ts';
import { holdBack, refuseOnce } from './support/faults.ts';
import { flip, PATH, rowOf } from './support/filter-list.ts';
import { withRealTelegram } from './support/network.ts';
import { blockBot, newReader, numberedFilters, settingsOf, waitForMessage } from './support/people.ts';
import { expectAccessible, SIZES, watchErrors } from './support/screens.ts';
import { addAd, callAs } from './support/world.ts';

const LIST = '/filters/get/filters';
const names = (page: Page) => page.getByRole('heading', { level: 3 });

const FILTERS = [
  {
    filterName: 'Family',
    carBrand: 'bmw',
    carModel: ['320', '330'],
    priceMax: 15_000,
    yearMin: 2015,
    engine: ['diesel'],
  },
  { filterName: 'Ranges', priceMin: 5000, priceMax: 9000, yearMin: 2015, yearMax: 2018, volumeMin: 1.6, volumeMax: 2 },
  { filterName: 'Anything' },
  { filterName: 'Places', active: 0, area: ['riga', 'jelgava', 'ogre', 'cesis'], runMax: 180_000 },
];

const WORDED = [
  {
    language: 'lv',
    look: { theme: 'light' },
    size: 'phone',
    headings: ['Aktīvie 3 no 5', 'Neaktīvie 1'],
    summaries: [
      'BMW 320, 330 · līdz 15 000 € · no 2015 · dīzelis',
      'Visas markas · 5 000–9 000 € · 2015–2018 · 1,6–2,0 l',
      'Visas markas',
      'Visas markas · līdz 180 000 km · Rīga, Jelgava, Ogre +1',
    ],
    alerts: [
      '21 ziņa šonedēļ · pirms 2 stundām',
      '2 ziņas šonedēļ · pirms 2 dienām',
      'Šonedēļ ziņu nav · pēdējā pirms 9 dienām',
      'Izslēgts',
    ],
  },
  {
    language: 'en',
    look: { theme: 'dark', platform: 'tdesktop' },
    size: 'desktop',
    headings: ['Active 3 of 5', 'Inactive 1'],
    summaries: [
      'BMW 320, 330 · up to 15 000 € · from 2015 · diesel',
      'All brands · 5 000–9 000 € · 2015–2018 · 1.6–2.0 l',
      'All brands',
      'All brands · up to 180 000 km · Riga, Jelgava, Ogre +1',
    ],
    alerts: [
      '21 alerts this week · 2 hours ago',
      '2 alerts this week · 2 days ago',
      'No alerts this week · last one 9 days ago',
      'Off',
    ],
  },
  {
    language: 'ru',
    look: { theme: 'dark', version: '6.0' },
    size: 'phone',
    headings: ['Активные 3 из 5', 'Неактивные 1'],
    summaries: [
      'BMW 320, 330 · до 15 000 € · с 2015 · дизель',
      'Все марки · 5 000–9 000 € · 2015–2018 · 1,6–2,0 л',
      'Все марки',
      'Все марки · до 180 000 км · Рига, Елгава, Огре +1',
    ],
    alerts: [
      '21 сообщение за неделю · 2 часа назад',
      '2 сообщения за неделю · 2 дня назад',
      'За неделю сообщений нет · последнее 9 дней назад',
      'Выключен',
    ],
  },
] as const;

for (const { language, look, size, headings, summaries, alerts } of WORDED) {
  test(`two sections with their counts; each filter and its alerts in words: ${language}`, async ({
    page,
    request,
  }) => {
    const errors = watchErrors(page);
    await page.setViewportSize(SIZES[size]);
    const userId = await newReader(request, { language, filters: FILTERS });
    await pretendAlerts(page, BUSY);
    await openNative(page, request, userId, { ...PATH, ...look });
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([...headings]);
    for (const [place, { filterName }] of FILTERS.entries()) {
      const section = page.getByRole('region', { name: headings[filterName === 'Places' ? 1 : 0] });
      const row = section.getByRole('listitem').filter({ hasText: filterName });
      const words = `${summaries[place]} ${alerts[place]}`;
      await expect(row.getByRole('link')).toHaveAccessibleDescription(asPattern(words));
    }
    await expectAccessible(page);
    expect(errors).toEqual([]);
  });
}

const HOUR_MS = 3_600_000;
const BUSY = [
  { alertsThisWeek: 21, hoursAgo: 2 },
  { alertsThisWeek: 2, hoursAgo: 49 },
  { alertsThisWeek: 0, hoursAgo: 24 * 9 },
  { alertsThisWeek: 3, hoursAgo: 1 },
];

interface Busy {
  readonly filterName?: string;
  readonly alertsThisWeek?: number;
  readonly hoursAgo: number | null;
}

/** Lets the stored filters, in their order, have caught what would take weeks to come. */
async function pretendAlerts(page: Page, busy: readonly Busy[]): Promise<void> {
  await page.route(`**${LIST}`, async (route) => {
    const stored = Object.entries<object[]>(await (await route.fetch()).json());
    const filters = stored.map(([id, [filter]], place) => {
      const { hoursAgo, ...pretended } = busy[place] ?? { hoursAgo: null };
      const lastAlertAt = hoursAgo === null ? null : new Date(Date.now() - hoursAgo * HOUR_MS).toISOString();
      return [id, [{ ...filter, ...pretended, lastAlertAt }]];
    });
    await route.fulfill({ json: Object.fromEntries(filters) });
  });
}

/** A blank may be one that never breaks. */
function asPattern(words: string): RegExp {
  return new RegExp(`^${words.replace(/[+.]/g, '\\$&').replaceAll(' ', '\\s')}$`);
}

test('an empty section says why it is empty', async ({ page, request }) => {
  const userId = await newReader(request, { filters: numberedFilters(1) });
  await openNative(page, request, userId, PATH);
  const inactive = page.getByRole('region', { name: 'Neaktīvie 0' });
  await expect(inactive).toContainText('Visi filtri ir ieslēgti.');
  await flip(page, 'Auto 1');
  await expect(page.getByRole('region', { name: 'Aktīvie 0 no 5' })).toContainText('Neviens filtrs nav ieslēgts');
});

test('an empty list shows a worked example, which the editor begins with', async ({ page, request }) => {
  const userId = await newReader(request, { language: 'en' });
  await refuseOnce(page, '/api/filters/preview', { method: 'POST' });
  const client = await openNative(page, request, userId, PATH);
  await expect(page.getByRole('heading', { name: 'No filters yet' })).toBeVisible();
  const example = page.getByRole('region', { name: 'Example' });
  await expect(example).toContainText('Volkswagen Golf ·');
  await expect(example.getByRole('alert')).toContainText('Could not count.');
  await example.getByRole('button', { name: 'Try again' }).click();
  await expect(example).toContainText(/\d+ cars? match(es)? now|There are none right now/);
  await example.getByRole('link', { name: 'Start with this example' }).click();
  await expect(page).toHaveURL(/\/filters\/new$/);
  await expect(page.getByRole('main')).toContainText(/City Golf.*Volkswagen.*Golf/s);
  await client.press('main');
  await expect(page).toHaveURL(/\/filters$/);
  await expect(rowOf(page, 'City Golf')).toContainText(/Volkswagen Golf.*up to 8.000.€.*from 2012/);
});

test('a plan without filters is told, and the main button leads to the plans', async ({ page, request }) => {
  const userId = await newReader(request, { language: 'en', filters: numberedFilters(1, 0) });
  await page.route('**/filters/get/filter-limit', (route) => route.fulfill({ json: { role: 'user', limit: 0 } }));
  const client = await openNative(page, request, userId, PATH);
  await expect(page.getByText('Your plan does not allow adding filters or switching them on.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Active 0 of 0' })).toBeVisible();
  expect(await client.latest('web_app_setup_main_button')).toMatchObject({ text: 'See plans', is_visible: true });
  await client.press('main');
  await expect(page).toHaveURL(/\/plans$/);
});

test('the latest alert comes first, unless another order is chosen, which is kept', async ({ page, request }) => {
  const userId = await newReader(request, { language: 'en', filters: numberedFilters(4) });
  await pretendAlerts(page, [
    { filterName: 'alpha', hoursAgo: 49 },
    { filterName: 'Beta', hoursAgo: 2 },
    { filterName: '', hoursAgo: 200 },
    { filterName: 'Gamma', hoursAgo: null },
  ]);
  await openNative(page, request, userId, PATH);
  await expect(names(page)).toHaveText(['Beta', 'alpha', 'Unnamed filter', 'Gamma']);
  const order = page.getByRole('combobox', { name: 'Sort by' });
  await order.selectOption({ label: 'Newest' });
  await expect(names(page)).toHaveText(['Gamma', 'Unnamed filter', 'Beta', 'alpha']);
  await order.selectOption({ label: 'Name' });
  await expect(names(page)).toHaveText([/.*/, 'alpha', 'Beta', 'Gamma']);
  await page.reload();
  await expect(order).toHaveValue('name');
  await expect(names(page).last()).toHaveText('Gamma');
});

test('an alert that was sent is counted with its time', async ({ page, request }) => {
  const wish = { carBrand: 'subaru', carModel: ['forester'], priceMin: 7_771, priceMax: 7_771 };
  const userId = await newReader(request, { filters: [{ filterName: 'Mežā', ...wish }] });
  await addAd(request, { brand: 'Subaru', model: 'Forester', price: 7_771, dealType: 'sell' });
  await waitForMessage(request, userId, 'Forester');
  await openNative(page, request, userId, PATH);
  await expect(rowOf(page, 'Mežā')).toContainText(/1 ziņa šonedēļ · (tikko|pirms 1 min)/);
});

test('outlines stand in for filters that are slow to come', async ({ page, request }) => {
  const userId = await newReader(request, { filters: numberedFilters(1) });
  const call = await holdBack(page, LIST);
  await openNative(page, request, userId, PATH);
  await expect(page.getByRole('heading', { level: 1, name: 'Filtri' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Ielādē…' })).toBeAttached();
  call.letGo();
  await expect(names(page)).toHaveText(['Auto 1']);
  await expect(page.getByText('Ielādē…')).toHaveCount(0);
});

test('filters that could not be loaded are told, and loaded at another try', async ({ page, request }) => {
  const userId = await newReader(request, { language: 'ru', filters: numberedFilters(1) });
  await refuseOnce(page, LIST, { message: 'Слишком много запросов.' });
  await openNative(page, request, userId, { ...PATH, theme: 'dark' });
  await expect(page.getByRole('alert')).toContainText('Слишком много запросов.');
  await page.getByRole('button', { name: 'Повторить' }).click();
  await expect(names(page)).toHaveText(['Auto 1']);
});

test('a blocked bot is told with the way to the chat, and pausing with the way out of it', async ({
  page,
  request,
}) => {
  const userId = await newReader(request, { filters: numberedFilters(1) });
  await callAs(request, userId, 'PUT', '/api/user/settings', { alerts: false });
  await withRealTelegram(page);
  const client = await openNative(page, request, userId, PATH);
  await refuseOnce(page, '/api/user/settings', { method: 'PUT', message: 'Pagaidi.' });
  const resume = page.getByRole('button', { name: 'Atsākt' });
  await expect(page.getByText('Ziņas ir apturētas')).toBeVisible();
  await resume.click();
  await expect(page.getByRole('alert')).toHaveText('Ziņas neizdevās atsākt. Pagaidi.');
  await resume.click();
  await expect(page.getByRole('status').filter({ hasText: 'Ziņas atkal pienāk.' })).toBeVisible();
  expect((await settingsOf(request, userId)).alerts).toBe(true);
  await blockBot(request, userId);
  await page.reload();
  await expect(page.getByText('Ziņas nepienāk: bots ir bloķēts')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Atvērt čatu' }).click();
  expect(await client.latest('web_app_open_tg_link')).toMatchObject({ path_full: expect.stringMatching(/bot$/i) });
});
