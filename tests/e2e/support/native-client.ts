import type { Page } from 'playwright/test';

interface ClientCall {
  readonly type: string;
  readonly data: Record<string, unknown>;
}

declare global {
  interface Window {
    clientCalls: ClientCall[];
    TelegramWebviewProxy?: { postEvent(type: string, json: string): void };
    Telegram?: { WebView: { receiveEvent(type: string, data?: unknown): void } };
  }
}

/** Runs in the page before anything else: what the apps for phones put into their web view. */
function installClient(): void {
  if (window !== window.parent) return;
  const emit = (type: string, data?: unknown) => setTimeout(() => window.Telegram?.WebView.receiveEvent(type, data));
  const noInsets = { top: 0, bottom: 0, left: 0, right: 0 };
  const launch = new URLSearchParams(window.location.hash.slice(1));
  const given = launch.get('tgWebAppThemeParams') ?? sessionStorage.getItem('client-theme') ?? '{}';
  sessionStorage.setItem('client-theme', given);
  const viewport = () => ({
    height: window.innerHeight,
    width: window.innerWidth,
    is_expanded: true,
    is_state_stable: true,
  });
  const answers: Record<string, () => void> = {
    web_app_request_theme: () => emit('theme_changed', { theme_params: JSON.parse(given) }),
    web_app_request_viewport: () => emit('viewport_changed', viewport()),
    web_app_request_safe_area: () => emit('safe_area_changed', noInsets),
    web_app_request_content_safe_area: () => emit('content_safe_area_changed', noInsets),
  };
  window.clientCalls = [];
  window.TelegramWebviewProxy = {
    postEvent(type, json) {
      window.clientCalls.push({ type, data: JSON.parse(json || '{}') ?? {} });
      answers[type]?.();
    },
  };
}

/** The client around a page that was opened natively, as on a phone: what the page asked of it, and its buttons. */
export interface NativeClient {
  /** The parameters of the latest call of this method; null when there was none. */
  readonly latest: (type: string) => Promise<Record<string, unknown> | null>;
  readonly count: (type: string) => Promise<number>;
  readonly press: (button: 'back' | 'main' | 'secondary' | 'settings') => Promise<void>;
  /** Waits for the popup and presses one of its buttons; null closes it. */
  readonly answerPopup: (buttonId: string | null) => Promise<Record<string, unknown>>;
}

/** Makes the page one that a native client has opened; to be called before it goes anywhere. */
export async function playNativeClient(page: Page): Promise<NativeClient> {
  await page.addInitScript(installClient);
  const emit = (type: string, data?: unknown) =>
    page.evaluate(([name, value]) => window.Telegram?.WebView.receiveEvent(name as string, value), [type, data]);
  const count = (type: string) =>
    page.evaluate((name) => window.clientCalls.filter((call) => call.type === name).length, type);
  const latest = (type: string) =>
    page.evaluate((name) => window.clientCalls.findLast((call) => call.type === name)?.data ?? null, type);
  let answered = 0;
  return {
    count,
    latest,
    press: (button) => emit(`${button}_button_pressed`),
    answerPopup: async (buttonId) => {
      await page.waitForFunction(
        (seen) => window.clientCalls.filter((call) => call.type === 'web_app_open_popup').length > seen,
        answered,
      );
      answered += 1;
      const popup = (await latest('web_app_open_popup')) ?? {};
      await emit('popup_closed', buttonId === null ? {} : { button_id: buttonId });
      return popup;
    },
  };
}
