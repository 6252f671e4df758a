import { expect, test } from 'playwright/test';
import { expectWellMade, isShownIn, LOOKS, openScreen, SCREENS, watchErrors } from './support/screens.ts';

/** No common divisor with the number of looks, so that all languages, themes, sizes and clients have their turn. */
const STRIDE = 7;

/** A third of the screens, each in one look, another one each time; `npm run test:long` takes them all. */
const SAMPLE = SCREENS.filter((_, place) => place % 3 === 0);

for (const [place, screen] of SAMPLE.entries()) {
  const looks = LOOKS.filter((look) => isShownIn(screen, look));
  const look = looks[(place * STRIDE) % looks.length];
  if (!look) continue;
  test(`${screen.name}: ${Object.values(look).join(', ')}`, async ({ page, request }) => {
    const errors = watchErrors(page);
    await openScreen(page, request, screen, look);
    await expectWellMade(page, look);
    expect(errors).toEqual([]);
  });
}
