import { readFileSync } from 'node:fs';
import type { BrowserContext, Frame, Page } from 'playwright';
import type { DevEnv } from '#tools/dev-env/dev-env.ts';
import type { SimulatedUser } from '#tools/telegram-emulator/types.ts';
import { MENU_BUTTON } from './menu-button.ts';

export type Theme = 'light' | 'dark';

const WAIT_MS = 20_000;
/** Longer than any movement of a page: a sheet, a switch, a number that changes. */
const SETTLED_MS = 700;
/** Resolves when every picture in sight is drawn; those below may wait until somebody scrolls. */
const PICTURES_THERE = `Promise.allSettled([...document.images]
  .filter((image) => image.getBoundingClientRect().top < innerHeight)
  .map((image) => image.decode()))`;
const MAP = 'https://www.openstreetmap.org/**';
/** Stands in for the map, so that pictures need no network and are the same each time. */
const DRAWN_MAP = `<body style="margin:0"><svg width="100%" height="100%" viewBox="0 0 360 300" preserveAspectRatio="xMidYMid slice">
<rect width="360" height="300" fill="#f2efe9"/><path d="M230 0q40 90-10 150t30 150h110V0z" fill="#aad3df"/>
<path d="M20 40h80v70H20zM40 190h100v80H40z" fill="#d8e8c8"/>
<path d="M0 150h230M120 0v300M0 20l220 250M60 300L200 0M0 90h210M0 230h220" stroke="#fff" stroke-width="7" fill="none"/>
<path d="M180 172c14-16 20-26 20-35a20 20 0 0 0-40 0c0 9 6 19 20 35z" fill="#2a81cb"/><circle cx="180" cy="137" r="7" fill="#fff"/></svg></body>`;

/** A log-in that waits and looks alike in every picture. */
const WAITING_LINK = {
  id: 'pictured',
  deepLink: 'https://t.me/vanags_bot?start=login_pictured',
  matchCode: '42',
  expiresAt: '2099-05-01T09:05:00.000Z',
};

/** Answers for what is not on this machine, or not alike each time, and for pictures taken after the pages were built. */
export async function answerForOthers(context: BrowserContext): Promise<void> {
  await context.route(MAP, (route) => route.fulfill({ contentType: 'text/html', body: DRAWN_MAP }));
  await context.route('**/auth/link', (route) => route.fulfill({ json: WAITING_LINK }));
  await context.route('**/auth/link/*', (route) => route.fulfill({ json: { state: 'pending' } }));
  await context.route('**/how-it-works/*.webp', (route) => {
    const name = new URL(route.request().url()).pathname;
    return route.fulfill({ contentType: 'image/webp', body: readFileSync(`webapp/public${name}`) });
  });
}

/** Opens the person's chat and, from its menu, the mini app; answers the frame that holds it. */
export async function openMiniApp(page: Page, env: DevEnv, person: SimulatedUser, theme: Theme): Promise<Frame> {
  await page.goto(`${env.telegram.url}/?user=${person.id}&theme=${theme}`);
  await page.getByRole('button', { name: MENU_BUTTON }).first().click();
  await page.frameLocator('iframe').locator('h1').first().waitFor({ timeout: WAIT_MS });
  const frame = page.frames().find((one) => one.url().startsWith(env.app.core.config.http.publicUrl));
  if (!frame) throw new Error('The mini app did not open.');
  // The front door leads on to the filters, and must have done so before anybody goes elsewhere.
  await frame.waitForURL(({ pathname }) => pathname !== '/', { timeout: WAIT_MS });
  await settle(frame);
  return frame;
}

/** Goes to another page of the app as its own links do, and waits until it is complete. */
export async function goTo(frame: Frame, path: string): Promise<void> {
  await frame.evaluate(`history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
  await settle(frame);
}

/** Waits until nothing is loading and nothing moves. */
export async function settle(frame: Frame): Promise<void> {
  await frame.locator('h1').first().waitFor({ timeout: WAIT_MS });
  const unfinished = frame.locator('.outline, [data-stale="true"]').first();
  await unfinished.waitFor({ state: 'detached', timeout: WAIT_MS });
  await frame.evaluate(PICTURES_THERE);
  await frame.page().waitForTimeout(SETTLED_MS);
}
