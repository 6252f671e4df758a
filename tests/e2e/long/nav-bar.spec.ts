import { expect, type Page } from 'playwright/test';
import { openNative } from '../support/app.ts';
import { account, bar, choice, expectFailureTold, item, openAsMember, stored } from '../support/nav-bar.ts';
import { refuse, watchCalls } from '../support/network.ts';
import { expectAccessible, SIZES } from '../support/screens.ts';
import { test } from '../support/watched-test.ts';
import { ANNA, TELEGRAM } from '../support/world.ts';

/** Opens a submenu of the account by keys alone. */
async function openSubmenu(page: Page, name: RegExp): Promise<void> {
  await account(page).press('ArrowDown');
  await item(page, name).focus();
  await item(page, name).press('ArrowLeft');
}

test.describe('wide', () => {
  test.use({ viewport: SIZES.desktop });

  test('a visitor has links, languages, the theme and the way in', async ({ page }) => {
    await page.goto('/contact');
    const links = bar(page).getByRole('navigation');
    await expect(links.getByRole('link')).toHaveText(['Kā tas strādā', 'Kontakti']);
    await expect(links.getByRole('link', { name: 'Kontakti' })).toHaveAttribute('aria-current', 'page');
    await expect(account(page)).toHaveCount(0);
    await bar(page).getByRole('button', { name: 'Ieslēgt tumšo izskatu' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(await stored(page, 'theme')).toBe('dark');
    await bar(page).getByRole('link', { name: 'Ienākt' }).click();
    await expect(page).toHaveURL('/signup');
    await bar(page).getByRole('link', { name: 'Vanags' }).click();
    await expect(page).toHaveURL('/');
    await bar(page)
      .getByRole('button', { name: /Русский/ })
      .click();
    await expect(bar(page).getByRole('link', { name: 'Войти' })).toBeVisible();
    expect(await stored(page, 'language')).toBe('ru');
    await expect(bar(page).getByRole('button', { name: /Русский/ })).toHaveAttribute('aria-pressed', 'true');
  });

  test('a member has links to everything; the filters open in the bot', async ({ page, request }) => {
    await openAsMember(page, request);
    const links = bar(page).getByRole('navigation').getByRole('link');
    await expect(links).toHaveText(['Izvēlne', 'Filtri', 'Profils', 'Kā tas strādā', 'Kontakti']);
    await expect(links.nth(1)).toHaveAttribute('href', `${TELEGRAM}/vanags_bot`);
    for (const [place, path] of [
      [2, '/profile'],
      [3, '/how-it-works'],
      [4, '/contact'],
      [0, '/main'],
    ] as const) {
      await links.nth(place).click();
      await expect(page).toHaveURL(path);
      await expect(bar(page).locator('[aria-current="page"]')).toHaveText((await links.nth(place).textContent()) ?? '');
    }
    await expect(bar(page).getByRole('link', { name: 'Ienākt' })).toHaveCount(0);
  });

  test('the menu of the account is walked by keys', async ({ page, request }) => {
    await openAsMember(page, request);
    const button = account(page);
    await button.press('ArrowDown');
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await expect(item(page, /^Izskats/)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(item(page, /^Valoda/)).toBeFocused();
    await page.keyboard.press('End');
    await expect(item(page, 'Iziet')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(item(page, /^Izskats/)).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(choice(page, 'Gaišs')).toBeFocused();
    await expect(choice(page, 'Gaišs')).toHaveAttribute('aria-checked', 'true');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(item(page, /^Izskats/)).toBeFocused();
    await expect(choice(page, 'Gaišs')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(button).toBeFocused();
  });

  test('the menu closes by a press beside it, and by leaving it with the tab key', async ({ page, request }) => {
    await openAsMember(page, request);
    await account(page).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await page.mouse.click(20, 600);
    await expect(page.getByRole('menu')).toHaveCount(0);
    await account(page).click();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('menu')).toHaveCount(0);
  });

  test('the theme changes only when another one is chosen', async ({ page, request }) => {
    await openAsMember(page, request);
    const root = page.locator('html');
    await openSubmenu(page, /^Izskats/);
    await page.keyboard.press('Enter');
    await expect(choice(page, 'Gaišs')).toHaveCount(0);
    await expect(root).toHaveAttribute('data-theme', 'light');
    expect(await stored(page, 'theme')).toBeNull();
    await item(page, /^Izskats/).click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await expect(root).toHaveClass('dark');
    expect(await stored(page, 'theme')).toBe('dark');
    await expect(account(page)).toBeFocused();
  });

  test('another language is kept and the page begins anew in it; the same one does nothing', async ({
    page,
    request,
  }) => {
    await openAsMember(page, request);
    const calls = watchCalls(page);
    await openSubmenu(page, /^Valoda/);
    await expect(choice(page, /^LV/)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(choice(page, /^LV/)).toHaveCount(0);
    // The page may still be reading.
    expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([]);
    await item(page, /^Valoda/).click();
    const reloaded = page.waitForEvent('load');
    await choice(page, /^EN/).click();
    await reloaded;
    await expect(page.getByRole('heading', { level: 1, name: 'Menu' })).toBeVisible();
    expect(calls).toContain('PUT /api/user/settings');
    expect(await stored(page, 'language')).toBe('en');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });

  test('a language that the server does not keep changes nothing and is told', async ({ page, request }) => {
    await openAsMember(page, request);
    await refuse(page, '**/api/user/settings', 500, 'service.internal', 'Iekšēja servera kļūda.');
    await openSubmenu(page, /^Valoda/);
    await choice(page, /^RU/).click();
    await expectFailureTold(page, 'Valodu neizdevās saglabāt');
    await expect(page.locator('html')).toHaveAttribute('lang', 'lv');
    expect(await stored(page, 'language')).toBeNull();
    await expect(account(page)).toBeFocused();
  });
});

test.describe('narrow', () => {
  test('the menu unfolds below the bar, within 300 ms, and folds away', async ({ page, request }) => {
    await openAsMember(page, request);
    const button = bar(page).getByRole('button', { name: 'Izvēlne' });
    const links = bar(page).getByRole('navigation').getByRole('link');
    await expect(links).toHaveCount(0);
    await button.click();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await expect(links).toHaveText(['Izvēlne', 'Filtri', 'Profils', 'Kā tas strādā', 'Kontakti']);
    const panel = page.locator(`[id="${await button.getAttribute('aria-controls')}"]`);
    await expect(panel).toHaveCSS('transition-property', 'grid-template-rows, visibility, border-color');
    await expect(panel).toHaveCSS('transition-duration', '0.3s, 0.3s, 0.3s');
    await expectAccessible(page);
    await links.last().focus();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
    await expect(links).toHaveCount(0);
    await button.click();
    await links.last().click();
    await expect(page).toHaveURL('/contact');
    await expect(links).toHaveCount(0);
    await expect(button).toHaveAttribute('aria-expanded', 'false');
  });

  test('language and theme stand in the menu itself', async ({ page }) => {
    await page.goto('/privacy');
    await bar(page).getByRole('button', { name: 'Izvēlne' }).click();
    await bar(page).getByRole('group', { name: 'Izskats' }).getByRole('button', { name: 'Tumšs' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await bar(page)
      .getByRole('group', { name: 'Valoda' })
      .getByRole('button', { name: /English/ })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
    await bar(page).getByRole('button', { name: 'Menu' }).click();
    await expect(bar(page).getByRole('button', { name: 'Log out' })).toHaveCount(0);
  });

  test('one pixel decides between the two', async ({ page }) => {
    await page.setViewportSize({ width: 1199, height: 800 });
    await page.goto('/how-it-works');
    const menu = bar(page).getByRole('button', { name: 'Izvēlne' });
    await expect(menu).toBeVisible();
    await expect(bar(page).getByRole('navigation')).toBeHidden();
    await page.setViewportSize({ width: 1200, height: 800 });
    await expect(menu).toHaveCount(0);
    await expect(bar(page).getByRole('navigation')).toBeVisible();
  });
});

test('inside Telegram there is no bar, and the settings of the client lead to the profile', async ({
  page,
  request,
}) => {
  const client = await openNative(page, request, ANNA, { path: '/main' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await expect(page.getByText('Iziet')).toHaveCount(0);
  expect(await client.latest('web_app_setup_settings_button')).toEqual({ is_visible: true });
  await client.press('settings');
  await expect(page).toHaveURL('/profile');
});
