import { isTMA, retrieveLaunchParams, retrieveRawInitData } from '@telegram-apps/sdk-react';

/** How Telegram opened the page. */
export interface Launch {
  /** The signed string, for the server. */
  readonly initData: string;
  /** What the string says of the person; only the server knows whether it is true. */
  readonly user: { readonly id: number; readonly firstName: string; readonly languageCode: string | null };
  /** Whether the bot may write to the person; who came by a direct link may never have met it. */
  readonly mayWrite: boolean;
  /** What a direct link carried along; null when the page was only loaded anew. */
  readonly startParam: string | null;
  readonly platform: Platform;
}

/** The two looks of the kit. */
type Platform = 'ios' | 'base';

/** How Telegram opened the page; null in a plain browser, and where Telegram does not say who opened it. */
export function readLaunch(): Launch | null {
  if (!isTMA() || !hasClient()) return null;
  const { tgWebAppData, tgWebAppPlatform, tgWebAppStartParam } = retrieveLaunchParams();
  const initData = retrieveRawInitData();
  const user = tgWebAppData?.user;
  if (!initData || !user) return null;
  return {
    initData,
    user: { id: user.id, firstName: user.first_name, languageCode: user.language_code ?? null },
    mayWrite: user.allows_write_to_pm === true,
    startParam: isFreshLaunch(new URL(window.location.href))
      ? (tgWebAppStartParam ?? tgWebAppData.start_param ?? null)
      : null,
    platform: tgWebAppPlatform === 'ios' || tgWebAppPlatform === 'macos' ? 'ios' : 'base',
  };
}

/** A link with launch parameters may be opened in a plain tab, where no client listens. */
function hasClient(): boolean {
  return window.parent !== window || 'TelegramWebviewProxy' in window;
}

/** Takes the launch parameters out of the address, so that links and the history never carry the signed string. */
export function cleanAddress(): void {
  const url = new URL(window.location.href);
  if (!isFreshLaunch(url)) return;
  url.hash = '';
  url.searchParams.delete('tgWebAppStartParam');
  window.history.replaceState(window.history.state, '', url);
}

/** The client wrote the launch into the address; what is known without it, the SDK remembers from then. */
function isFreshLaunch({ hash, searchParams }: URL): boolean {
  return hash.includes('tgWebApp') || searchParams.has('tgWebAppStartParam');
}
