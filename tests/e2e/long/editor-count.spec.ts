import { expect, type Page, test } from 'playwright/test';
import { formatWhole } from '#core/i18n/formats.ts';
import { openNative } from '../support/app.ts';
import { recordCount } from '../support/count-recorder.ts';
import {
  callsTo,
  chooseBrand,
  countOf,
  expectAccessibleInBothThemes,
  nameOf,
  openEditor,
  ownerOf,
  PREVIEW,
  rangeOf,
  spokenCountOf,
  stopTime,
} from '../support/editor.ts';
import { expectAccessible } from '../support/screens.ts';

const HISTOGRAM = '/api/market/histogram';

/** Answers each count with the price that is asked for; the answer to this one comes when it is let go. */
async function answerLate(page: Page, heldPrice: number): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route(`**${PREVIEW}`, async (route) => {
    const price: number = route.request().postDataJSON().filters.priceMax;
    if (price === heldPrice) await held.promise;
    // The page may have given the call up meanwhile.
    await route.fulfill({ json: { matching: price, perWeek: null, sample: [] } }).catch(() => {});
    if (price === heldPrice) answered.resolve();
  });
  return () => {
    held.resolve();
    return answered.promise;
  };
}

/** Answers each count with the price that is asked for, and so many a week. */
async function answerWithPrice(page: Page, perWeek: number | null): Promise<void> {
  await page.route(`**${PREVIEW}`, async (route) => {
    const matching: number = route.request().postDataJSON().filters.priceMax ?? 0;
    await route.fulfill({ json: { matching, perWeek, sample: [] } });
  });
}

test('the count follows each key, and is read out when it stands; the market and the name ask nothing', async ({
  page,
  request,
}) => {
  await page.clock.install();
  await openEditor(page, request, await ownerOf());
  await expect(countOf(page)).toHaveText(/^\d+ cars match now/);
  await answerWithPrice(page, 12.3);
  await stopTime(page);
  await page.clock.runFor(1000);
  const asked = callsTo(page, 'POST', PREVIEW);
  const drawn = callsTo(page, 'POST', HISTOGRAM);
  await rangeOf(page, 'Price').to.focus();
  for (const price of ['1', '15', '150', '1500', '15000']) {
    await page.keyboard.type(price.at(-1) ?? '');
    await page.clock.runFor(200);
    await expect(countOf(page)).toHaveText(
      new RegExp(`^${formatWhole(Number(price))} cars? match(es)? nowabout 12 a week`),
    );
  }
  expect(asked.map(({ filters }) => filters.priceMax)).toEqual([1, 15, 150, 1500, 15_000]);
  expect(asked.at(-1)?.filters).not.toHaveProperty('filterName');
  expect(await spokenCountOf(page).textContent(), 'neither an old number nor one on the way').toBe('');
  await page.clock.runFor(1000);
  await expect(spokenCountOf(page)).toHaveText('15 000 cars match now · about 12 a week');
  await page.getByRole('switch').click({ force: true });
  await nameOf(page).getByRole('button').click();
  await page.keyboard.type('Other');
  await page.clock.runFor(1000);
  expect(asked).toHaveLength(5);
  expect(drawn, 'the market itself is the same at any price').toEqual([]);
});

test('keys that come quicker than the pace are counted together, the last one always', async ({ page, request }) => {
  await page.clock.install();
  await openEditor(page, request, await ownerOf());
  await expect(countOf(page)).toHaveText(/^\d+ cars match now/);
  await answerWithPrice(page, null);
  await stopTime(page);
  await page.clock.runFor(1000);
  const asked = callsTo(page, 'POST', PREVIEW);
  const { to } = rangeOf(page, 'Price');
  await to.fill('1');
  await page.clock.runFor(20);
  await expect(countOf(page)).toHaveText('1 car matches now');
  for (const price of ['12', '123', '1234']) {
    await to.fill(price);
    await page.clock.runFor(30);
  }
  expect(asked).toHaveLength(1);
  await page.clock.runFor(100);
  await expect(countOf(page)).toHaveText('1 234 cars match now');
  expect(asked.map(({ filters }) => filters.priceMax)).toEqual([1, 1234]);
});

test('who is told to wait waits in silence, with a number that is marked as old', async ({ page, request }) => {
  await page.clock.install();
  await openEditor(page, request, await ownerOf());
  await expect(countOf(page)).toHaveText(/^\d+ cars match now/);
  const old = (await countOf(page).textContent()) ?? '';
  await page.route(`**${PREVIEW}`, (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '30' }, json: { code: 'request.tooMany', message: '' } }),
  );
  await stopTime(page);
  const asked = callsTo(page, 'POST', PREVIEW);
  const { to } = rangeOf(page, 'Price');
  const refused = page.waitForResponse(`**${PREVIEW}`);
  await to.fill('700');
  await page.clock.runFor(200);
  await refused;
  const bar = page.locator('.count-bar__text');
  await page.clock.runFor(500);
  await expect(bar).toHaveAttribute('data-stale', 'true');
  await answerWithPrice(page, null);
  await to.fill('800');
  await page.clock.runFor(20_000);
  expect(asked).toHaveLength(1);
  await expect(countOf(page)).toHaveText(old);
  await page.clock.runFor(10_000);
  await expect(countOf(page)).toHaveText('800 cars match now');
  await expect(bar).toHaveAttribute('data-stale', 'false');
});

test('where too little is known of a week yet, none is spoken of', async ({ page, request }) => {
  await answerWithPrice(page, null);
  await openNative(page, request, (await ownerOf()).id, { path: '/filters' });
  const example = page.getByRole('region', { name: 'Example' });
  await expect(example).toContainText('8000 cars match now');
  await expect(example).not.toContainText('week');
  await example.getByRole('link', { name: 'Start with this example' }).click();
  await expect(countOf(page)).toHaveText('8 000 cars match now');
});

test('a draft that is wrong is not counted', async ({ page, request }) => {
  await page.clock.install();
  await openEditor(page, request, await ownerOf());
  await expect(countOf(page)).toHaveText(/^\d+ cars match now/);
  await stopTime(page);
  const asked = callsTo(page, 'POST', '/api/');
  const { from, fault } = rangeOf(page, 'Price');
  await from.fill('-5');
  await page.clock.runFor(1000);
  await expect(fault).not.toHaveText('');
  await expect(countOf(page)).not.toContainText('match now');
  expect(asked).toEqual([]);
  await from.fill('5');
  await page.clock.runFor(1000);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
});

test('between a fault and the next count no earlier number shows', async ({ page, request }) => {
  await openEditor(page, request, await ownerOf());
  await answerWithPrice(page, null);
  const { from, to } = rangeOf(page, 'Price');
  await to.fill('4000');
  await expect(countOf(page)).toHaveText('4 000 cars match now');
  await from.fill('5000');
  const fault = 'Minimum price cannot be greater than maximum price.';
  await expect(countOf(page)).toHaveText(fault);
  const right = `${formatWhole(6000)} cars match now`;
  const { texts, spoken } = await recordCount(
    page,
    () => to.fill('6000'),
    () => expect(spokenCountOf(page)).toHaveText(right),
  );
  expect(texts.map(({ text }) => text)).toEqual([fault, right]);
  expect(spoken).toEqual([fault, '', right]);
});

test('an answer that comes too late is not shown any more', async ({ page, request }) => {
  await openEditor(page, request, await ownerOf([], 'ru'));
  const letGo = await answerLate(page, 3000);
  const asked = callsTo(page, 'POST', PREVIEW);
  const { to } = rangeOf(page, 'Цена');
  await to.fill('3000');
  await expect.poll(() => asked.at(-1)?.filters.priceMax).toBe(3000);
  await to.fill('2000');
  await expect(countOf(page)).toHaveText(/^2\s000 машин подходит сейчас/);
  await letGo();
  await to.fill('1');
  await expect(countOf(page)).toHaveText(/^(?!3)/);
  await expect(countOf(page)).toHaveText(/^1 машина подходит сейчас/);
});

test('a count that failed is said and tried again', async ({ page, request }) => {
  await page.route(`**${PREVIEW}`, (route) => route.fulfill({ status: 503, json: { code: 'service.notReady' } }));
  await openEditor(page, request, await ownerOf([], 'lv'), { theme: 'dark' });
  await expect(countOf(page)).toContainText('Neizdevās saskaitīt');
  await expectAccessible(page);
  await page.unroute(`**${PREVIEW}`);
  await page.getByRole('button', { name: 'Mēģināt vēlreiz' }).click();
  await expect(countOf(page)).toContainText(/^\d+ auto atbilst tagad/);
  await expect(page.getByRole('button', { name: 'Mēģināt vēlreiz' })).toHaveCount(0);
});

test('where nothing matches, it is said what to ease', async ({ page, request }) => {
  await openEditor(page, request, await ownerOf([{ filterName: 'None', priceMax: 1, color: ['pink'] }]), { place: 0 });
  await expect(countOf(page)).toContainText('0 cars match now');
  await expect(countOf(page)).toContainText('Try widening: price, colour.');
  await expect(page.getByRole('button', { name: 'Show', exact: true })).toHaveCount(0);
});

test('the newest matching ads are a tap away and go by Escape', async ({ page, request }) => {
  await openEditor(page, request, await ownerOf());
  const show = page.getByRole('button', { name: 'Show', exact: true });
  await show.click();
  const sheet = page.getByRole('dialog', { name: 'What matches now' });
  await expect(sheet.getByRole('listitem')).toHaveCount(10);
  await expect(sheet.getByRole('link').first()).toHaveAttribute('href', /^https?:/);
  await expect(sheet).toContainText(/The newest 10 of \d+/);
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(show).toBeFocused();
  await expect(page).toHaveURL(/\/filters\/new$/);
});

test('prices and years of the market stand above the inputs where there are enough ads', async ({ page, request }) => {
  await openEditor(page, request, await ownerOf());
  const price = rangeOf(page, 'Price');
  await expect(price.group.getByText(/^usually about \d/)).toBeVisible();
  await expect(price.group.locator('.histogram')).toBeVisible();
  const thumb = price.group.getByRole('slider', { name: 'Price to' });
  await thumb.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(price.to).not.toHaveValue('');
  await expect(thumb).toHaveAttribute('aria-valuetext', /^[\d\s]+€$/);
  await page.keyboard.press('End');
  await expect(price.to).toHaveValue('');
  await chooseBrand(page, 'Rover');
  await expect(price.group.getByRole('slider')).toHaveCount(0);
  await expect(rangeOf(page, 'Year').group.getByRole('slider')).toHaveCount(0);
  await expect(price.group.locator('.histogram')).toHaveCount(0);
});
