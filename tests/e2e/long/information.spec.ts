import { expect, type Page } from 'playwright/test';
import { openNative } from '../support/app.ts';
import { refuse } from '../support/network.ts';
import { expectAccessible, SIZES } from '../support/screens.ts';
import { test } from '../support/watched-test.ts';
import { ANNA, newPerson } from '../support/world.ts';

const MAP = 'https://www.openstreetmap.org/**';
const CONFIG = '**/api/config';
const BEGIN_LINK = '**/auth/link';

/** Opens a page as a visitor who has chosen a language and a theme. */
async function visit(page: Page, path: string, language: string, theme = 'light'): Promise<void> {
  await page.goto('/icon.svg');
  await page.evaluate((chosen) => Object.assign(localStorage, chosen), { language, theme });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** No other site is asked in a test; the map answers as one that works. */
test.beforeEach(({ page }) => page.route(MAP, (route) => route.fulfill({ contentType: 'text/html', body: 'map' })));

test.describe('the landing page', () => {
  for (const [language, promises, tryNow] of [
    ['lv', ['Ietaupīts laiks', 'Izdevīgi piedāvājumi', 'Pielāgojami filtri'], 'Izmēģini tagad'],
    ['en', ['Saved time', 'Receiving deals', 'Customizable filters'], 'Try it now'],
    ['ru', ['Экономия времени', 'Выгодные предложения', 'Гибкие фильтры'], 'Попробовать'],
  ] as const) {
    test(`promises three things, shows an alert and leads to the sign-up: ${language}`, async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await visit(page, '/', language);
      await expect(page.getByRole('heading', { level: 2 })).toHaveText([...promises]);
      const alert = page.getByRole('figure');
      await expect(alert).toHaveAccessibleName(/\S/);
      await expect(alert).toContainText('BMW 320 · 2017');
      await expect(alert).toContainText('12 900 €');
      await expect(alert.getByRole('button')).toHaveCount(0);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await page.getByRole('link', { name: tryNow }).click();
      await expect(page).toHaveURL('/signup');
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    });
  }

  test('shows promises and the way in without scrolling, and names what is to come', async ({ page }) => {
    await page.setViewportSize(SIZES.desktop);
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Izmēģini tagad' })).toBeInViewport({ ratio: 1 });
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText('Tagad: automobiļi. Drīzumā: motocikli un rezerves daļas.');
    await footer.getByRole('link', { name: 'Privātums' }).click();
    await expect(page).toHaveURL('/privacy');
    await page.goBack();
    await footer.getByRole('link', { name: 'Kontakti' }).click();
    await expect(page).toHaveURL('/contact');
    await page.goBack();
    await page.getByRole('main').getByRole('link', { name: 'Kā tas strādā' }).click();
    await expect(page).toHaveURL('/how-it-works');
  });
});

test.describe('the sign-up in a browser', () => {
  test('leads to the bot, to the registration and to the log-in', async ({ page }) => {
    await visit(page, '/signup', 'ru');
    await expect(heading(page, 'Войдите через Telegram')).toBeVisible();
    const main = page.getByRole('main');
    const wayIn = main.getByRole('link', { name: 'Открыть Telegram' });
    await expect(wayIn).toHaveAttribute('href', /\/vanags_bot\?start=login_[\w-]{22}$/);
    await expect(main.getByRole('link', { name: 'Создать имя пользователя и пароль' })).toBeVisible();
    await main.getByRole('link', { name: 'Войти' }).click();
    await expect(page).toHaveURL('/login');
    await page.goBack();
    await page.getByRole('button', { name: 'Назад' }).click();
    await expect(page).toHaveURL('/');
  });

  test('says so while the bot is away, and goes on when it is back', async ({ page }) => {
    await refuse(page, BEGIN_LINK, 503, 'service.botAway');
    await page.goto('/signup');
    await expect(page.getByRole('alert')).toContainText('Bots šobrīd nav pieejams');
    await expectAccessible(page);
    await page.unroute(BEGIN_LINK);
    await page.getByRole('button', { name: 'Mēģināt vēlreiz' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Atvērt Telegram' })).toBeVisible();
  });
});

test.describe('contact', () => {
  for (const [language, title, hours] of [
    ['lv', 'Kontakti', /Pirmdien.*piektdien.*9[.:]00.*17[.:]00/],
    ['en', 'Contact us', /Monday.*Friday.*9:00.*17:00/],
    ['ru', 'Контакты', /Понедельник.*пятниц.*9:00.*17:00/],
  ] as const) {
    test(`tells how to reach us, when and where: ${language}`, async ({ page }) => {
      await visit(page, '/contact', language);
      await expect(heading(page, title)).toBeVisible();
      await expect(page.getByRole('link', { name: '+371 20 000 000' })).toHaveAttribute('href', 'tel:+37120000000');
      const mail = page.getByRole('link', { name: 'sveiki@vanags.example' });
      await expect(mail).toHaveAttribute('href', 'mailto:sveiki@vanags.example');
      await expect(page.getByText(hours)).toBeVisible();
      await expect(page.getByText('Brīvības iela 1, Rīga, LV-1010')).toBeVisible();
      const map = page.locator('iframe');
      await expect(map).toHaveAttribute('src', /^https:\/\/www\.openstreetmap\.org\/export\/embed\.html\?.*56\.9514/);
      await expect(map).toHaveAttribute('title', /Brīvības iela 1/);
      await expect(map.contentFrame().getByText('map')).toBeVisible();
      const link = page.getByRole('link', { name: /OpenStreetMap/ });
      await expect(link).toHaveAttribute('href', /openstreetmap\.org\/\?mlat=56\.9514&mlon=24\.1133/);
      await expect(link).toHaveAttribute('target', '_blank');
    });
  }

  test('a map that does not come is given up; the way to it stays', async ({ page }) => {
    await page.route(MAP, () => new Promise(() => {}));
    await page.clock.install();
    await page.goto('/contact');
    await expect(page.getByText('Ielādē karti…')).toBeVisible();
    await page.clock.fastForward(12_000);
    await expect(page.getByText('Karti šeit neizdodas parādīt.')).toBeVisible();
    await expect(page.locator('iframe')).toHaveCount(0);
    await expect(page.getByRole('link', { name: /OpenStreetMap/ })).toBeVisible();
  });

  test('inside Telegram the client opens the map', async ({ page, request }) => {
    const client = await openNative(page, request, ANNA, { path: '/contact' });
    await page.getByRole('link', { name: /OpenStreetMap/ }).click();
    await expect
      .poll(() => client.latest('web_app_open_link'))
      .toMatchObject({ url: expect.stringContaining('mlat=') });
    await expect(page).toHaveURL('/contact');
  });
});

test.describe('how it works', () => {
  for (const language of ['lv', 'en', 'ru']) {
    test(`shows a filter and an alert of its own in ${language}, in both themes`, async ({ page }) => {
      for (const theme of ['light', 'dark']) {
        await visit(page, '/how-it-works', language, theme);
        await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3);
        for (const picture of await page.getByRole('main').locator('img').all()) {
          await picture.scrollIntoViewIfNeeded();
          await expect(picture).toHaveAttribute('src', new RegExp(`-${language}-${theme}\\.webp$`));
          await expect(picture).toHaveAttribute('alt', /\S/);
          await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
        }
      }
    });
  }

  test('leads to the filters inside Telegram, by the button of the client', async ({ page, request }) => {
    const client = await openNative(page, request, ANNA, { path: '/how-it-works' });
    await expect.poll(() => client.latest('web_app_setup_main_button')).toMatchObject({ text: 'Uz filtriem' });
    await client.press('main');
    await expect(page).toHaveURL('/filters');
  });

  test('leads to the sign-up in a browser', async ({ page }) => {
    await page.goto('/how-it-works');
    await page.getByRole('button', { name: 'Sākt' }).click();
    await expect(page).toHaveURL('/signup');
  });
});

test('privacy tells what is kept, and where to take it or to delete it', async ({ page, request }) => {
  const person = await newPerson(request, { language: 'en' });
  await openNative(page, request, person.id, { path: '/privacy', version: '6.0' });
  await expect(heading(page, 'Privacy')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'What we keep',
    'Why',
    'How long',
    'Who else sees it',
    'Your choice',
  ]);
  await expect(page.getByRole('link', { name: 'Ask us' })).toHaveAttribute('href', 'mailto:sveiki@vanags.example');
  await page.getByRole('link', { name: 'Download or delete your data' }).click();
  await expect(page).toHaveURL('/profile');
  await page.goBack();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/main');
});

test('privacy stands without the contact', async ({ page }) => {
  await refuse(page, CONFIG, 404, 'service.internal');
  await visit(page, '/privacy', 'lv');
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(5);
});

test('an address that is no page says so and leads home, by where one is', async ({ page, request }) => {
  await visit(page, '/no-such-page', 'ru');
  await expect(heading(page, 'Такой страницы нет')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'На главную' }).click();
  await expect(page).toHaveURL('/');
  await openNative(page, request, ANNA, { path: '/filters/no/such' });
  await page.getByRole('main').getByRole('link').click();
  await expect(page).toHaveURL('/filters');
});
