import { expect, test } from 'playwright/test';
import { expectWellMade, isShownIn, LOOKS, openScreen, SCREENS, watchErrors } from './support/screens.ts';

/** A few looks of each screen, so that together all languages, themes, sizes and clients are seen; the rest is long. */
const LOOKS_OF_EACH = 3;
/** No common divisor with the number of looks: each screen begins elsewhere, and its looks differ in everything. */
const STRIDE = 7;

for (const [place, screen] of SCREENS.entries()) {
  const looks = LOOKS.filter((look) => isShownIn(screen, look));
  const chosen = Array.from({ length: LOOKS_OF_EACH }, (_, step) => looks[(place + step * STRIDE) % looks.length]);
  for (const look of chosen) {
    if (!look) continue;
    test(`${screen.name}: ${Object.values(look).join(', ')}`, async ({ page, request }) => {
      const errors = watchErrors(page);
      await openScreen(page, request, screen, look);
      await expectWellMade(page, look);
      expect(errors).toEqual([]);
    });
  }
}
