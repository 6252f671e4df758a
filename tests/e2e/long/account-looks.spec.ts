import { expect } from 'playwright/test';
import { PASSWORD } from '#tests/support/passwords.ts';
import {
  askForAnother,
  codeField,
  fieldOf,
  fillStep,
  LAST_STEP,
  logIn,
  openRegistration,
  openReset,
  press,
  typeCode,
  visitIn,
  WORDS,
} from '../support/account-forms.ts';
import { newAccount, registeredAccount } from '../support/accounts.ts';
import { expectWellMade, type Look, SIZES } from '../support/screens.ts';
import { test } from '../support/watched-test.ts';

/** The narrowest phone that is still around. */
const NARROW = { width: 320, height: 568 };

/** How much room the words take differs from language to language; on a wide screen there is enough for all. */
const LOOKS = (['light', 'dark'] as const).flatMap((theme): Look[] => [
  ...(['lv', 'en', 'ru'] as const).map((language): Look => ({ language, theme, size: 'phone', client: 'browser' })),
  { language: 'lv', theme, size: 'desktop', client: 'browser' },
]);

for (const look of LOOKS) {
  const { language, theme, size } = look;
  const words = WORDS[language];

  test.describe(`${language}, ${theme}, ${size === 'phone' ? '320 px' : 'wide'}`, () => {
    test.use({ viewport: size === 'phone' ? NARROW : SIZES.desktop });

    test('every step of a registration, empty and refused, is well made', async ({ page, request }) => {
      const account = await newAccount(request, language, 'Aleksandrīna');
      await openRegistration(page, language, theme);
      for (let step = 1; step <= LAST_STEP; step += 1) {
        const send = step === LAST_STEP ? words.create : words.next;
        await press(page, send);
        await expect(page.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible();
        await expectWellMade(page, look);
        await fillStep(page, step, account);
        await press(page, send);
      }
      await expect(codeField(page, account)).toBeVisible();
      await expectWellMade(page, look);
      for (const digit of '123456') await typeCode(page, account, digit.repeat(6));
      await expect(codeField(page, account)).toHaveCount(0);
      await expectWellMade(page, look);
    });

    test('the way to another password is well made', async ({ page, request }) => {
      const account = await registeredAccount(request, language);
      await openReset(page, language, theme);
      await press(page, words.next);
      await expectWellMade(page, look);
      await askForAnother(page, account);
      await expectWellMade(page, look);
      await page.goto('/login');
      await logIn(page, account, `${PASSWORD}!`);
      await expect(page.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible();
      await expectWellMade(page, look);
    });
  });
}

test('goes by the keyboard alone', async ({ page, request }) => {
  const account = await newAccount(request, 'en');
  const { keyboard } = page;
  await visitIn(page, 'en', 'dark');
  await page.goto('/signup');
  const way = page.getByRole('link', { name: WORDS.en.open });
  await expect(way).toBeVisible();
  await expect(async () => {
    await keyboard.press('Tab');
    await expect(way).toBeFocused({ timeout: 1 });
  }).toPass({ intervals: [1] });
  await keyboard.press('Enter');
  for (const [label, text, key] of [
    [WORDS.en.username, account.username, 'Enter'],
    [WORDS.en.password, PASSWORD, 'Tab'],
    [WORDS.en.repeat, PASSWORD, 'Enter'],
    [WORDS.en.email, account.email, 'Tab'],
    [WORDS.en.phone, account.phone, 'Enter'],
    [WORDS.en.firstName, account.firstName, 'Enter'],
  ] as const) {
    const field = fieldOf(page, label);
    await expect(async () => {
      if (!(await field.evaluate((node) => node === document.activeElement))) await keyboard.press('Tab');
      await expect(field).toBeFocused({ timeout: 1 });
    }, label).toPass({ intervals: [50] });
    await keyboard.type(text);
    await keyboard.press(key);
  }
  await expect(codeField(page, account)).toBeVisible();
});
