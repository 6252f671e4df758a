import { expect, type Page, test } from 'playwright/test';
import { isShownIn, type Look, openScreen, SCREENS } from '../support/screens.ts';

const LOOK: Look = { language: 'lv', theme: 'light', size: 'phone', client: 'telegram 6.0' };

/** What somebody may want to press or fill in; of a group of radio buttons the Tab key knows the chosen one only. */
const CONTROLS = [
  'a[href]',
  'button:not([disabled])',
  'input:not([disabled]):not([type="radio"])',
  'input[type="radio"]:checked',
  'textarea:not([disabled])',
  'select:not([disabled])',
].join();

/** Marks every control and answers how many there are. */
function markControls(page: Page): Promise<number> {
  return page.evaluate((selector) => {
    const controls = [...document.querySelectorAll<HTMLElement>(selector)].filter((one) =>
      one.checkVisibility({ visibilityProperty: true }),
    );
    for (const control of controls) control.dataset.missed = control.outerHTML.slice(0, 80);
    return controls.length;
  }, CONTROLS);
}

for (const screen of SCREENS) {
  const look: Look = isShownIn(screen, LOOK) ? LOOK : { ...LOOK, client: 'browser' };
  test(`every control of ${screen.name} is reached by the Tab key, and seen there`, async ({ page, request }) => {
    await openScreen(page, request, screen, look);
    const count = await markControls(page);
    for (let step = 0; step < count + 3; step += 1) {
      await page.keyboard.press('Tab');
      const unseen = await page.evaluate(() => {
        const focused = document.activeElement;
        if (!(focused instanceof HTMLElement) || focused.dataset.missed === undefined) return null;
        delete focused.dataset.missed;
        // Some controls are drawn by what is around them, or by a part of their own.
        const drawn = [focused, focused.parentElement, focused.parentElement?.parentElement];
        const parts = ['', '::before', '::after'];
        const hasRing = (one: Element) => parts.some((part) => getComputedStyle(one, part).outlineStyle !== 'none');
        // The ring of a slider is on its thumb, whose style no script can read.
        const isSeen = focused.matches('[type="range"]') || drawn.some((one) => one && hasRing(one));
        return isSeen ? null : focused.outerHTML.slice(0, 80);
      });
      expect(unseen).toBeNull();
    }
    const missed = await page
      .locator('[data-missed]')
      .evaluateAll((all) => all.map((one) => one.outerHTML.slice(0, 80)));
    expect(missed).toEqual([]);
  });
}
