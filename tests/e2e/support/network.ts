import { expect, type Locator, type Page, type Request } from 'playwright/test';

const ANY_CALL = /\/(api|auth)\/|\/filters\/get\//;

/** Whether the page asks the API, and not for a page or for a part of the app. */
function isCall(request: Request): boolean {
  return request.resourceType() === 'fetch' && ANY_CALL.test(new URL(request.url()).pathname);
}

/** The calls of the API from now on, as `GET /api/config`. */
export function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (isCall(request)) calls.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return calls;
}

/** Refuses these calls as the server does, until the route is taken away. */
export async function refuse(
  page: Page,
  url: string | RegExp,
  status: number,
  code: string,
  message = '',
): Promise<void> {
  await page.route(url, (route) => route.fulfill({ status, json: { code, message } }));
}

/** The service is away: no call gets an answer. */
export async function cutOff(page: Page): Promise<void> {
  await page.route(ANY_CALL, (route) => (isCall(route.request()) ? route.abort() : route.continue()));
}

export async function reconnect(page: Page): Promise<void> {
  await page.unroute(ANY_CALL);
}

/** Lets the clock of the page, which has to be installed, run ahead until this is to be seen. */
export async function hurryUntil(page: Page, seen: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(2000);
    await expect(seen).toBeVisible({ timeout: 100 });
  }).toPass();
}

/** Goes to another page of the app without loading it anew. */
export async function walkTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** The links to the bot lead to `t.me`, which clients know as their own, not to the emulator. */
export async function withRealTelegram(page: Page): Promise<void> {
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), botUrl: 'https://t.me/vanags_bot' } });
  });
}
