import {
  bindViewportCssVars,
  expandViewport,
  init,
  miniAppReady,
  mountBackButton,
  mountClosingBehavior,
  mountMainButton,
  mountMiniAppSync,
  mountSecondaryButton,
  mountSettingsButton,
  mountSwipeBehavior,
  mountThemeParamsSync,
  mountViewport,
  type PostEventFn,
  setMiniAppBackgroundColor,
  setMiniAppBottomBarColor,
  setMiniAppHeaderColor,
  targetOrigin,
  themeParamsState,
} from '@telegram-apps/sdk-react';
import type { ClientColors, Color } from '../state/palette.ts';

/**
 * Wakes the SDK. Every part asks first whether the client has it: version 6.0 knows none of them, and the page works
 * without any.
 */
export function initTelegram(): void {
  const origin = document.querySelector<HTMLMetaElement>('meta[name="telegram-web-origin"]')?.content;
  if (origin) targetOrigin.set(origin);
  init(clientBridge());
  mountThemeParamsSync.ifAvailable();
  mountMiniAppSync.ifAvailable();
  mountBackButton.ifAvailable();
  mountMainButton.ifAvailable();
  mountSecondaryButton.ifAvailable();
  mountSettingsButton.ifAvailable();
  mountClosingBehavior.ifAvailable();
  mountSwipeBehavior.ifAvailable();
  expandViewport.ifAvailable();
  const [isMounting, mounted] = mountViewport.ifAvailable();
  // Some clients never answer; safe areas then stay at what the browser knows.
  if (isMounting) mounted.then(() => bindViewportCssVars.ifAvailable(), reportMissingViewport);
}

/**
 * The way to a native client, straight. The SDK would look for it anew at each call by walking through everything that
 * the window has, which costs time and wakes warnings of the browser.
 */
function clientBridge(): Parameters<typeof init>[0] {
  const { TelegramWebviewProxy: proxy } = window as {
    TelegramWebviewProxy?: { postEvent(method: string, params: string): void };
  };
  if (!proxy) return {};
  const postEvent = (method: string, params?: unknown) => proxy.postEvent(method, JSON.stringify(params));
  return { postEvent: postEvent as PostEventFn };
}

function reportMissingViewport(error: unknown): void {
  console.warn('The client did not tell its viewport.', error);
}

/** The colours of the client, now and whenever the person changes them. */
export function watchClientColors(onColors: (colors: ClientColors) => void): void {
  const tell = () => onColors(themeParamsState());
  themeParamsState.sub(tell);
  tell();
}

/** Gives the client's frame around the page the page's own colour. */
export function paintFrame(color: Color): void {
  if (setMiniAppHeaderColor.isAvailable()) {
    setMiniAppHeaderColor(setMiniAppHeaderColor.supports.rgb() ? color : 'secondary_bg_color');
  }
  setMiniAppBackgroundColor.ifAvailable(color);
  setMiniAppBottomBarColor.ifAvailable(color);
}

/** Takes the client's own loading picture away. */
export function tellReady(): void {
  miniAppReady.ifAvailable();
}
