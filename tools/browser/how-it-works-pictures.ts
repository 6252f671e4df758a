import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright';
import { LOCALES } from '#core/i18n/locales.ts';
import type { DevEnv } from '#tools/dev-env/dev-env.ts';
import { placeOf, takePicture } from './camera.ts';
import { goTo, openMiniApp, type Theme } from './mini-app.ts';
import { firstFilterOf, PEOPLE } from './picture-world.ts';

/** Built into the app, where the page `/how-it-works` shows them. */
const FOLDER = 'webapp/public/how-it-works';
/** The page says the same size; the client's bar above is not in the picture. */
const FILTER_SIZE = { width: 390, height: 800 };
const BAR_HEIGHT = 52;
const ALERT_SIZE = { width: 340, height: 406 };
/** Chat around the message. */
const MARGIN = 8;

/** Pictures of a filter and of an alert as they are now, in each language and theme. */
export async function takeExamples(browser: Browser, env: DevEnv): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const viewport = { width: FILTER_SIZE.width, height: FILTER_SIZE.height + BAR_HEIGHT };
  const context = await browser.newContext({ viewport, deviceScaleFactor: 2 });
  const page = await context.newPage();
  for (const locale of LOCALES) {
    for (const theme of ['light', 'dark'] as const) {
      await takeAlert(page, env, locale, theme);
      await takeFilter(page, env, locale, theme);
    }
  }
  await context.close();
}

async function takeFilter(page: Page, env: DevEnv, locale: keyof typeof PEOPLE, theme: Theme): Promise<void> {
  const frame = await openMiniApp(page, env, PEOPLE[locale], theme);
  await goTo(frame, `/filters/update/${await firstFilterOf(env, PEOPLE[locale])}`);
  await takePicture(page, `${FOLDER}/filter-${locale}-${theme}.webp`, { x: 0, y: BAR_HEIGHT, ...FILTER_SIZE });
}

/** The last message in the chat with its buttons. */
async function takeAlert(page: Page, env: DevEnv, locale: keyof typeof PEOPLE, theme: Theme): Promise<void> {
  await page.goto(`${env.telegram.url}/?user=${PEOPLE[locale].id}&theme=${theme}`);
  const message = page.locator('.message.bot').last();
  await message.locator('img').first().waitFor();
  await page.waitForLoadState('networkidle');
  const { x, y, height } = await placeOf(message);
  const place = { x: x - MARGIN, y: y - MARGIN, ...ALERT_SIZE };
  if (height + 2 * MARGIN !== place.height) throw new Error(`The alert is ${height} high; the page has to know.`);
  await takePicture(page, `${FOLDER}/alert-${locale}-${theme}.webp`, place);
}
