/** Takes the pictures of docs/images, and those the app itself shows, from a running demo: `npm run pictures`. */
import { type Browser, chromium, type Page } from 'playwright';
import { DEMO_USER, WANTED_CARS } from '#tools/dev-env/demo-user.ts';
import type { DevEnv } from '#tools/dev-env/dev-env.ts';
import { peopleToLookAfter, signInAdmin } from './admin-world.ts';
import { takePicture } from './camera.ts';
import { BROWSER_FLAGS, findBrowser } from './find-browser.ts';
import { takeExamples } from './how-it-works-pictures.ts';
import { answerForOthers, goTo, openMiniApp, settle } from './mini-app.ts';
import { DEV_LOGIN_SECRET, firstFilterOf, offerCar, PEOPLE, startPictureWorld } from './picture-world.ts';
import { APP_SCREENS, type AppScreen, BROWSER_SCREENS, type BrowserScreen, EVERY, type Look } from './screens.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

const fileOf = (name: string, { locale, theme }: Look) => `docs/images/${name}-${locale}-${theme}.webp`;

/** The chat with its latest alerts. */
async function takeChat(page: Page, env: DevEnv, look: Look): Promise<void> {
  await page.goto(`${env.telegram.url}/?user=${PEOPLE[look.locale].id}&theme=${look.theme}`);
  await page.locator('.message.bot img').last().waitFor();
  await page.waitForLoadState('networkidle');
  await takePicture(page, fileOf('alert-chat', look));
}

/** A screen of the mini app inside the chat. */
async function takeAppScreen(page: Page, env: DevEnv, screen: AppScreen, look: Look): Promise<void> {
  const person = screen.person ?? PEOPLE[look.locale];
  const frame = await openMiniApp(page, env, person, look.theme);
  const filterId = screen.path.includes('{filterId}') ? await firstFilterOf(env, person) : '';
  await goTo(frame, screen.path.replace('{filterId}', String(filterId)));
  if (screen.arrange) {
    await screen.arrange(frame);
    await settle(frame);
  }
  await takePicture(page, fileOf(screen.name, look));
}

/** A page in a plain browser, on a phone and on a desk. */
async function takeBrowserScreen(browser: Browser, env: DevEnv, screen: BrowserScreen, look: Look): Promise<void> {
  const baseURL = env.app.core.config.http.publicUrl;
  for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESK })) {
    const context = await browser.newContext({ baseURL, viewport, deviceScaleFactor: size === 'phone' ? 2 : 1 });
    await answerForOthers(context);
    await context.addInitScript(({ locale, theme }) => {
      localStorage.setItem('language', locale);
      localStorage.setItem('theme', theme);
    }, look);
    const page = await context.newPage();
    if (screen.visitor === 'user') await signIn(page, env);
    if (screen.visitor === 'admin') await signInAdmin(page.request, DEV_LOGIN_SECRET, look.locale);
    await page.goto(screen.path);
    await settle(page.mainFrame());
    if (screen.arrange) {
      await screen.arrange(page.mainFrame());
      await settle(page.mainFrame());
    }
    await takePicture(page, fileOf(size === 'phone' ? screen.name : `${screen.name}-desktop`, look));
    await context.close();
  }
}

/** Gives the browser a session, as the log-in by the bot would. */
async function signIn(page: Page, env: DevEnv): Promise<void> {
  const launch = new URL(env.telegram.openWebApp(DEMO_USER.id));
  const initData = new URLSearchParams(launch.hash.slice(1)).get('tgWebAppData') ?? '';
  const answer = await page.request.post('/auth/login', { data: { telegram_user_id: DEMO_USER.id, initData } });
  if (!answer.ok()) throw new Error(`The log-in was refused: ${await answer.text()}`);
}

const env = await startPictureWorld();
const executablePath = findBrowser();
// The mini app's frame is a process of its own, which does not learn the scale that Playwright gives the page.
const args = [...BROWSER_FLAGS, '--force-device-scale-factor=2'];
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args });
try {
  await offerCar(env, WANTED_CARS[0]);
  await takeExamples(browser, env);
  await offerCar(env, WANTED_CARS[1]);
  const context = await browser.newContext({ viewport: PHONE, deviceScaleFactor: 2 });
  await answerForOthers(context);
  const page = await context.newPage();
  for (const look of EVERY) await takeChat(page, env, look);
  for (const screen of APP_SCREENS) for (const look of screen.looks) await takeAppScreen(page, env, screen, look);
  await peopleToLookAfter(env);
  for (const screen of BROWSER_SCREENS)
    for (const look of screen.looks) await takeBrowserScreen(browser, env, screen, look);
} finally {
  await browser.close();
  await env.close();
}
