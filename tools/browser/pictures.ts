/** Takes the pictures of docs/images from a running demo: `npm run pictures`. */
import { chromium, type Page } from 'playwright';
import { startDemo } from '#tools/dev-env/demo.ts';
import { DEMO_USER, WANTED_CARS } from '#tools/dev-env/demo-user.ts';
import { BROWSER_FLAGS, findBrowser } from './find-browser.ts';

const PORTS = { app: 3200, telegram: 8281, market: 8282 };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const TELEGRAM = `http://localhost:${PORTS.telegram}`;
const MARKET = `http://localhost:${PORTS.market}`;
const WAIT_MS = 20_000;

const picture = (page: Page, name: string) => page.screenshot({ path: `docs/images/${name}.png` });

async function addCar(car: object): Promise<{ id: number; slug: string }> {
  const answer = await fetch(`${MARKET}/control/add`, { method: 'POST', body: JSON.stringify(car) });
  return (await answer.json()) as { id: number; slug: string };
}

async function alertInChat(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.goto(`${TELEGRAM}/?user=${DEMO_USER.id}&theme=${theme}`);
  for (const car of WANTED_CARS.slice(0, 2)) {
    const { slug } = await addCar(car);
    await page.locator(`a[href*="${slug}"]`).first().waitFor({ timeout: WAIT_MS });
  }
  await page.waitForLoadState('networkidle').catch(() => {});
  await picture(page, theme === 'light' ? 'alert-chat' : 'alert-chat-dark');
}

async function filters(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.goto(`${TELEGRAM}/?user=${DEMO_USER.id}&theme=${theme}`);
  await page.getByRole('button', { name: 'Filtri' }).first().click();
  await page.frameLocator('iframe').getByRole('switch').first().waitFor({ timeout: WAIT_MS });
  await picture(page, theme === 'light' ? 'filters' : 'filters-dark');
}

const demo = await startDemo({ ports: PORTS, still: true });
const executablePath = findBrowser();
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: BROWSER_FLAGS });
try {
  const page = await browser.newPage(PHONE);
  for (const theme of ['light', 'dark'] as const) {
    await alertInChat(page, theme);
    await filters(page, theme);
  }
} finally {
  await browser.close();
  await demo.close();
}
