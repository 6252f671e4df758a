import type { Page } from 'playwright/test';

interface Refusal {
  readonly method?: string;
  readonly status?: number;
  readonly code?: string;
  readonly message?: string;
}

/** Lets the next call of this path fail; by default with what no second try of the page's own would help against. */
export async function refuseOnce(page: Page, path: string, refusal: Refusal = {}): Promise<void> {
  const { method = 'GET', status = 429, code = 'request.tooMany', message = 'Refused.' } = refusal;
  let isRefused = false;
  await page.route(`**${path}`, async (route) => {
    if (isRefused || route.request().method() !== method) return route.fallback();
    isRefused = true;
    await route.fulfill({ status, json: { code, message } });
  });
}

/** Holds the calls of this path back until the answer of this is called; counts those that came. */
export async function holdBack(page: Page, path: string, method = 'GET') {
  const held = { count: 0, letGo: () => {} };
  const gate = new Promise<void>((resolve) => {
    held.letGo = resolve;
  });
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    held.count += 1;
    await gate;
    await route.fallback();
  });
  return held;
}
