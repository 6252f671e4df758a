import { expect, test } from 'playwright/test';
import { expectWellMade, isShownIn, LOOKS, openScreen, SCREENS, watchErrors } from '../support/screens.ts';

test.describe.configure({ mode: 'parallel' });

for (const screen of SCREENS) {
  for (const look of LOOKS.filter((candidate) => isShownIn(screen, candidate))) {
    test(`${screen.name}: ${Object.values(look).join(', ')}`, async ({ page, request }) => {
      const errors = watchErrors(page);
      await openScreen(page, request, screen, look);
      await expectWellMade(page, look);
      expect(errors).toEqual([]);
    });
  }
}
