import { expect } from 'playwright/test';
import { DEMO_ADMIN } from '#tools/dev-env/demo-user.ts';
import { callAsAdmin, signInAdmin } from '../support/admin.ts';
import { CALM_DAY, FIGURES, serveFigures } from '../support/admin-letters.ts';
import { refuseOnce } from '../support/faults.ts';
import { expectAccessible, SIZES } from '../support/screens.ts';
import { test } from '../support/watched-test.ts';

interface Words {
  readonly language: 'lv' | 'en' | 'ru';
  readonly theme: 'light' | 'dark';
  readonly size: keyof typeof SIZES;
  readonly health: string;
  readonly updated: RegExp;
  /** By the names of their parts of the page. */
  readonly parts: Readonly<Record<string, string>>;
  readonly bar: string;
  readonly running: string;
}

const WORDED: readonly Words[] = [
  {
    language: 'lv',
    theme: 'light',
    size: 'desktop',
    health: 'Viss darbojas',
    updated: /^Piektdiena, 2026\. gada 20\. novembris · atjaunots 14:05/,
    parts: {
      'Galvenie rādītāji':
        'Lietotāji1 284+12 šodienAktīvie filtri812no 1 733 saglabātiemSludinājumi šodien2 0501 962 jauni, 88 atjaunoti' +
        'Ziņas šodien42121 cenas kritumsVecākā gaidošā ziņa38 s2 gaida',
      Avots:
        'AvotsssDarbojasSaraksts pēdējoreiz lasītspirms 38 sPēdējā pilnā apskate13:41, 12 min' +
        'Neizdevušies pieprasījumi šodien1Nesaprastas rindas3 no 14 250',
      'Lietotāji pēc lomas': 'Lietotāji pēc lomasVisi lietotājiLietotājs1 041Pamata190Paplašinātais50Administrators3',
    },
    bar: '11:00–12:00: 1 ziņa',
    running: 'kopš 14:00: 50 ziņu',
  },
  {
    language: 'en',
    theme: 'dark',
    size: 'phone',
    health: 'All systems working',
    updated: /^Friday,? 20 November 2026 · updated 14:05/,
    parts: {
      'Key figures':
        'Users1 284+12 todayActive filters812of 1 733 savedAds today2 0501 962 new, 88 renewed' +
        'Alerts today42121 price dropsOldest waiting alert38 s2 waiting',
      Source:
        'SourcessHealthyLast list read38 s agoLast complete sweep13:41, 12 min' +
        'Requests failed today1Rows not understood3 of 14 250',
      'Users by role': 'Users by roleConsoleUser1 041Basic190Advanced50Administrator3',
    },
    bar: '11:00–12:00: 1 alert',
    running: 'since 14:00: 50 alerts',
  },
  {
    language: 'ru',
    theme: 'light',
    size: 'phone',
    health: 'Всё работает',
    updated: /^Пятница, 20 ноября 2026.* · обновлено в 14:05/,
    parts: {
      'Основные показатели':
        'Пользователи1 284+12 сегодняАктивные фильтры812из 1 733 сохранённыхОбъявления сегодня2 050' +
        '1 962 новых, 88 поднятыхСообщения сегодня42121 снижение ценыДольше всех ждёт38 с2 в очереди',
      Источник:
        'ИсточникssРаботаетСписок прочитан38 с назадПоследний полный обход13:41, 12 мин' +
        'Неудачные запросы сегодня1Нераспознанные строки3 из 14 250',
      'Пользователи по ролям': 'Пользователи по ролямВсеПользователь1 041Базовый190Расширенный50Администратор3',
    },
    bar: '11:00–12:00: 1 сообщение',
    running: 'с 14:00: 50 сообщений',
  },
];

for (const { language, theme, size, health, updated, parts, bar, running } of WORDED) {
  test(`the figures of a calm day are drawn: ${language}`, async ({ page }) => {
    await page.setViewportSize(SIZES[size]);
    await signInAdmin(page, language, theme);
    await serveFigures(page, () => CALM_DAY);
    await page.goto('/admin');
    await expect(page.getByRole('status').filter({ hasText: health })).toBeVisible();
    await expect(page.getByRole('main').getByRole('time').first()).toHaveText(updated);
    for (const [name, text] of Object.entries(parts)) {
      await expect(page.getByRole('region', { name, exact: true })).toHaveText(text);
    }
    await page.getByRole('button', { name: bar }).press('End');
    await expect(page.getByRole('button', { name: running })).toBeFocused();
    await expectAccessible(page);
  });
}

test('figures that could not be refreshed stay, and the hub says so', async ({ page }) => {
  await page.clock.install();
  await signInAdmin(page, 'ru');
  await serveFigures(page, (total) => ({ ...CALM_DAY, users: { ...CALM_DAY.users, total } }));
  await page.goto('/admin');
  const users = page.getByRole('region', { name: 'Основные показатели' }).getByRole('definition').first();
  await expect(users).toHaveText('1');
  await refuseOnce(page, FIGURES);
  await page.clock.fastForward(15_000);
  await expect(page.getByText('не удалось обновить')).toBeVisible();
  await expect(users).toHaveText('1');
  await page.getByRole('button', { name: 'Обновить' }).click();
  await expect(users).toHaveText('2');
  await expect(page.getByText('не удалось обновить')).toHaveCount(0);
});

test('figures that could not be loaded say why, beside the letters, and are asked again', async ({ page }) => {
  await signInAdmin(page);
  await refuseOnce(page, FIGURES, { message: 'Par daudz pieprasījumu.' });
  await page.goto('/admin');
  const alert = page.getByRole('alert').filter({ hasText: 'Rādītājus neizdevās ielādēt' });
  await expect(alert).toContainText('Par daudz pieprasījumu.');
  await expect(page.getByRole('region', { name: 'Plānu pieprasījumi' })).toBeVisible();
  await alert.getByRole('button', { name: 'Mēģināt vēlreiz' }).click();
  await expect(page.getByRole('region', { name: 'Galvenie rādītāji' })).toContainText(/Lietotāji\d/);
  await expect(alert).toHaveCount(0);
});

test('the menu of the administrator changes the theme and leads out to the log-in of developers', async ({ page }) => {
  await page.setViewportSize(SIZES.desktop);
  await signInAdmin(page);
  await page.goto('/admin');
  const menu = page.getByRole('banner').getByRole('button', { name: DEMO_ADMIN.first_name });
  await menu.click();
  await expect(page.getByRole('menuitem', { name: 'Valoda' })).toContainText('LV');
  await page.getByRole('menuitem', { name: 'Izskats' }).click();
  await expectAccessible(page);
  await page.getByRole('menuitemradio', { name: 'Tumšs' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await menu.click();
  await page.getByRole('menuitem', { name: 'Iziet' }).click();
  await expect(page).toHaveURL('/dev-login');
  await page.goto('/admin');
  await expect(page).toHaveURL('/login');
  expect(await callAsAdmin(page.request, 'GET', FIGURES)).toMatchObject({ status: 401 });
});
