import { expect, test } from 'playwright/test';
import errors from '#core/i18n/locales/en/errors.json' with { type: 'json' };
import {
  callsTo,
  chipsOf,
  chooseBrand,
  closeSheet,
  countOf,
  openDetails,
  openEditor,
  openSheet,
  ownerOf,
  PREVIEW,
  rangeOf,
} from '../support/editor.ts';

test('a make is found by its name, without accents and by what people call it', async ({ page, request }) => {
  await openEditor(page, request, await ownerOf());
  const sheet = await openSheet(page, 'Brand');
  await expect(sheet.getByRole('group', { name: 'Popular' }).getByRole('radio', { name: 'BMW' })).toBeVisible();
  await expect(sheet.getByRole('radio', { name: 'All brands' })).toBeChecked();
  const search = sheet.getByRole('searchbox', { name: 'Search brands' });
  await search.fill('skod');
  await expect(sheet.getByRole('radio')).toHaveCount(1);
  await expect(sheet.getByRole('radio', { name: /koda/ })).toBeVisible();
  await search.fill('no such make');
  await expect(sheet.getByRole('status').filter({ hasText: 'Nothing matches “no such make”.' })).toBeVisible();
  await search.fill('vw');
  await sheet.getByRole('radio', { name: 'Volkswagen' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Brand Volkswagen' })).toBeFocused();
});

test('models are chips; another make clears them, and all makes have none', async ({ page, request }) => {
  await openEditor(page, request, await ownerOf(), { theme: 'dark' });
  await expect(page.getByRole('button', { name: /^Model/ })).toHaveCount(0);
  await chooseBrand(page, 'Volvo');
  await expect(page.getByRole('button', { name: 'Model All models Add' })).toBeVisible();
  const sheet = await openSheet(page, 'Model');
  await sheet.getByRole('searchbox', { name: 'Search models' }).fill('v60');
  await sheet.getByRole('checkbox', { name: 'V60', exact: true }).check();
  await sheet.getByRole('searchbox').fill('xc');
  await sheet.getByRole('checkbox', { name: 'XC 90', exact: true }).check();
  await closeSheet(page);
  await expect(chipsOf(page, 'Model')).toHaveText(['V60', 'XC 90']);
  await page.getByRole('button', { name: 'Remove: V60' }).click();
  await expect(chipsOf(page, 'Model')).toHaveText(['XC 90']);
  await expect(page.getByRole('button', { name: 'Remove: XC 90' })).toBeFocused();
  await chooseBrand(page, 'Volvo');
  await expect(chipsOf(page, 'Model')).toHaveText(['XC 90']);
  await chooseBrand(page, 'Toyota');
  await expect(chipsOf(page, 'Model')).toHaveCount(0);
  await openSheet(page, 'Brand');
  await sheet.getByRole('radio', { name: 'All brands' }).click();
  await expect(page.getByRole('button', { name: /^Model/ })).toHaveCount(0);
});

test('a whole series stands in the place of its models, and none twice', async ({ page, request }) => {
  await openEditor(page, request, await ownerOf(), { platform: 'android' });
  await chooseBrand(page, 'BMW');
  const sheet = await openSheet(page, 'Model');
  const series = sheet.getByRole('group', { name: '3 Series' });
  const whole = series.getByRole('button', { name: 'Whole series, 3 Series' });
  await series.getByRole('checkbox', { name: '320', exact: true }).check();
  await whole.click();
  await expect(whole).toHaveAttribute('aria-pressed', 'true');
  for (const member of await series.getByRole('checkbox').all()) await expect(member).toBeChecked();
  await closeSheet(page);
  await expect(chipsOf(page, 'Model')).toHaveText(['3 Series']);
  await openSheet(page, 'Model');
  const members = await series.getByRole('checkbox').count();
  await series.getByRole('checkbox', { name: '320', exact: true }).uncheck();
  await expect(whole).toHaveAttribute('aria-pressed', 'false');
  await closeSheet(page);
  await expect(chipsOf(page, 'Model')).toHaveCount(members - 1);
  await expect(chipsOf(page, 'Model').filter({ hasText: /^(320|3 Series)$/ })).toHaveCount(0);
  await openSheet(page, 'Model');
  await sheet.getByRole('checkbox', { name: 'All models' }).click();
  await expect(whole).toHaveAttribute('aria-pressed', 'false');
  await closeSheet(page);
  await expect(chipsOf(page, 'Model')).toHaveCount(0);
});

test('prices are grouped once they are left, and an empty bound asks nothing', async ({ page, request }) => {
  const asked = callsTo(page, 'POST', PREVIEW);
  await openEditor(page, request, await ownerOf());
  const { from, to } = rangeOf(page, 'Price');
  await to.fill('15000');
  await to.blur();
  await expect(to).toHaveValue(/^15\s000$/);
  await from.fill('5.000 €');
  await from.blur();
  await expect(from).toHaveValue(/^5\s000$/);
  await expect.poll(() => asked.at(-1)?.filters).toMatchObject({ priceMin: 5000, priceMax: 15_000 });
  await from.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.type('20000');
  await expect(to).toHaveValue('20000');
  await to.fill('');
  await expect.poll(() => asked.at(-1)?.filters).toMatchObject({ priceMin: 5000, priceMax: null });
});

test('what a range cannot be is said beside it, and nothing is sent', async ({ page, request }) => {
  const client = await openEditor(page, request, await ownerOf());
  await openDetails(page);
  const sent = callsTo(page, 'POST', '/filters/new');
  const nextYear = String(new Date().getFullYear() + 1);
  const rounds = [
    [
      ['Price', '9000', '5000', 'priceReversed'],
      ['Year', '2015', '2010', 'yearReversed'],
      ['Engine volume', '3', '2.9', 'volumeReversed'],
      ['Mileage', '200000', '100000', 'runReversed'],
    ],
    [
      ['Price', '-1', '', 'negative'],
      ['Year', '1899', '', 'yearOutOfRange'],
      ['Engine volume', '0', '', 'volumeZero'],
      ['Mileage', '', '0', 'runZero'],
    ],
    [
      ['Price', 'cheap', '', 'priceOutOfRange'],
      ['Year', '', nextYear, 'yearOutOfRange'],
      ['Engine volume', '1.65', '', 'volumeOutOfRange'],
      ['Mileage', '-5', '', 'negative'],
    ],
  ] as const;
  for (const round of rounds) {
    for (const [label, from, to] of round) {
      await rangeOf(page, label).from.fill(from);
      await rangeOf(page, label).to.fill(to);
    }
    for (const [label, , , code] of round) await expect(rangeOf(page, label).fault).toHaveText(errors.filter[code]);
    await expect(countOf(page)).toHaveText(errors.filter[round[0][3]]);
    for (const [label] of round) {
      await rangeOf(page, label).from.fill('');
      await rangeOf(page, label).to.fill('');
      await expect(rangeOf(page, label).fault).toHaveText('');
    }
  }
  const { from, fault } = rangeOf(page, 'Price');
  await from.fill('-1');
  await rangeOf(page, 'Mileage').from.scrollIntoViewIfNeeded();
  await client.press('main');
  await expect(fault).toBeInViewport();
  await expect(from).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveURL(/\/filters\/new$/);
  expect(sent).toEqual([]);
});

test('the bounds themselves are allowed: 0 €, 1900, this year, 0,1 l and 1 km', async ({ page, request }) => {
  const asked = callsTo(page, 'POST', PREVIEW);
  await openEditor(page, request, await ownerOf([], 'lv'));
  await page.getByRole('button', { name: /^Papildu nosacījumi/ }).click();
  const year = new Date().getFullYear();
  await rangeOf(page, 'Cena').from.fill('0');
  await rangeOf(page, 'Gads').from.fill('1900');
  await rangeOf(page, 'Gads').to.fill(String(year));
  await rangeOf(page, 'Nobraukums').from.fill('1');
  const { from } = rangeOf(page, 'Dzinēja tilpums');
  await from.fill('0.1');
  await from.blur();
  await expect(from).toHaveValue('0,1');
  const filters = { priceMin: 0, yearMin: 1900, yearMax: year, runMin: 1, volumeMin: 0.1 };
  await expect.poll(() => asked.at(-1)?.filters).toMatchObject(filters);
  for (const label of ['Cena', 'Gads', 'Nobraukums', 'Dzinēja tilpums'])
    await expect(rangeOf(page, label).fault).toHaveText('');
});

test('the engine volume is asked unless the engine is exactly electric', async ({ page, request }) => {
  const asked = callsTo(page, 'POST', PREVIEW);
  await openEditor(page, request, await ownerOf());
  await openDetails(page);
  const volume = rangeOf(page, 'Engine volume');
  await volume.from.fill('1.6');
  await expect.poll(() => asked.at(-1)?.filters).toMatchObject({ volumeMin: 1.6 });
  const sheet = await openSheet(page, 'Engine');
  await sheet.getByRole('checkbox', { name: 'Electric' }).check();
  await closeSheet(page);
  await expect(volume.group).toHaveCount(0);
  await expect.poll(() => asked.at(-1)?.filters).toMatchObject({ engine: ['electric'], volumeMin: null });
  await openSheet(page, 'Engine');
  await sheet.getByRole('checkbox', { name: 'Hybrid' }).check();
  await closeSheet(page);
  await expect(volume.from).toHaveValue('1.6');
  await expect.poll(() => asked.at(-1)?.filters).toMatchObject({ engine: ['electric', 'hybrid'], volumeMin: 1.6 });
});

test('gearbox, deal type and one of 26 months are one choice each, in Russian', async ({ page, request }) => {
  const asked = callsTo(page, 'POST', PREVIEW);
  await openEditor(page, request, await ownerOf([], 'ru'), { theme: 'dark' });
  await page.getByRole('button', { name: /^Дополнительные условия/ }).click();
  const gearbox = page.getByRole('group', { name: 'Коробка передач' });
  await expect(gearbox.getByRole('radio', { name: 'Любая' })).toBeChecked();
  await gearbox.getByRole('radio', { name: 'Автомат' }).check();
  const deals = await openSheet(page, 'Вид сделки');
  await expect(deals.getByRole('radio')).toHaveCount(5);
  await deals.getByRole('radio', { name: 'Обмен' }).click();
  await expect(page.getByRole('button', { name: 'Вид сделки Обмен' })).toBeVisible();
  const months = await openSheet(page, 'Техосмотр');
  await expect(months.getByRole('radio')).toHaveCount(27);
  const [first, last] = await months.getByRole('radio').evaluateAll((radios) => {
    const values = radios.map((radio) => (radio as HTMLInputElement).value);
    return [values[1], values[26]];
  });
  const now = new Date();
  const month = String(now.getMonth() + 1).padStart(2, '0');
  expect(first).toBe(`${month}.${now.getFullYear()}`);
  const end = new Date(now.getFullYear(), now.getMonth() + 25);
  expect(last).toBe(`${String(end.getMonth() + 1).padStart(2, '0')}.${end.getFullYear()}`);
  await months.getByRole('radio', { name: String(last) }).click();
  await expect(page.getByRole('button', { name: `Техосмотр минимум до ${last}` })).toBeVisible();
  const filters = { gearBox: 'automatic', dealType: 'change', checkup: last };
  await expect.poll(() => asked.at(-1)?.filters).toMatchObject(filters);
});

test('colours and areas: a sheet with search, Clear and All, and chips of which none stands twice', async ({
  page,
  request,
}) => {
  const asked = callsTo(page, 'POST', PREVIEW);
  await openEditor(page, request, await ownerOf());
  const sheet = await openSheet(page, 'Colour');
  const box = (name: string) => sheet.getByRole('checkbox', { name, exact: true });
  await box('White').check();
  await sheet.getByRole('searchbox', { name: 'Search colours' }).fill('bl');
  await expect(sheet.getByRole('checkbox')).toHaveCount(2);
  await box('Black').check();
  await closeSheet(page);
  await expect(chipsOf(page, 'Colour')).toHaveText(['Black', 'White']);
  await openSheet(page, 'Colour');
  await box('Black').uncheck();
  await box('Black').check();
  await expect.poll(() => asked.at(-1)?.filters).toMatchObject({ color: ['black', 'white'] });
  await box('Any').click();
  await expect(box('Any')).toBeChecked();
  await expect(box('White')).not.toBeChecked();
  await closeSheet(page);
  await expect(page.getByRole('button', { name: 'Colour Any Add' })).toBeVisible();
  await openSheet(page, 'Area');
  await sheet.getByRole('searchbox', { name: 'Search places' }).fill('jurm');
  await box('Jūrmala').check();
  await sheet.getByRole('button', { name: 'Clear' }).click();
  await expect(box('Jūrmala')).not.toBeChecked();
  await box('Jūrmala').check();
  await closeSheet(page);
  await page.getByRole('button', { name: 'Remove: Jūrmala' }).click();
  await expect(page.getByRole('button', { name: 'Area Any Add' })).toBeFocused();
});
