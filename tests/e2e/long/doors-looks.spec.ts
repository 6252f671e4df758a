import { visitIn } from '../support/account-forms.ts';
import { expectNothingCut, openDoor, RARE_DOORS, SMALL_PHONE } from '../support/doors.ts';
import { expectAccessible, SIZES } from '../support/screens.ts';
import { test } from '../support/watched-test.ts';

test.describe.configure({ mode: 'parallel' });

for (const door of RARE_DOORS)
  for (const language of ['lv', 'en', 'ru'] as const)
    for (const theme of ['light', 'dark'] as const)
      test(`${door.name}: ${language}, ${theme}`, async ({ page }) => {
        await visitIn(page, language, theme);
        for (const size of [SMALL_PHONE, SIZES.desktop]) {
          await page.setViewportSize(size);
          await openDoor(page, door);
          await expectNothingCut(page);
          await expectAccessible(page);
        }
      });
