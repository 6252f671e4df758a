import { randomBytes } from 'node:crypto';
import { type InitDataFields, percentEncoded, signInitData } from './init-data.ts';
import { themeParams } from './theme.ts';
import type { WebAppLaunch } from './types.ts';

type Launcher = Pick<InitDataFields, 'token' | 'user' | 'allowsWriteToPm'> & { authDate: Date };

/** Address of the mini app with the launch parameters in its hash, as a client opens it. */
export function webAppLaunchUrl(baseUrl: string, launcher: Launcher, launch: WebAppLaunch): string {
  const url = new URL(launch.path ?? '', baseUrl);
  if (launch.startParam !== undefined) url.searchParams.set('tgWebAppStartParam', launch.startParam);
  const origin = launch.startParam === undefined ? fromButton() : fromDirectLink(launch.startParam);
  const parameters = new URLSearchParams({
    tgWebAppData: signInitData({ ...launcher, ...origin, authDate: launch.authDate ?? launcher.authDate }),
    tgWebAppVersion: launch.version ?? '8.0',
    tgWebAppPlatform: launch.platform ?? 'ios',
    tgWebAppThemeParams: JSON.stringify(themeParams[launch.theme ?? 'light']),
  });
  url.hash = percentEncoded(parameters);
  return url.toString();
}

function fromButton() {
  return { queryId: `AA${randomBytes(16).toString('base64url')}` };
}

function fromDirectLink(startParam: string) {
  return { startParam, chatType: 'sender', chatInstance: '8134722200314281151' };
}
