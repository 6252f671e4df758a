import { emitEvent, isTMA, mockTelegramEnv, retrieveLaunchParams } from '@telegram-apps/sdk-react';

const NO_INSETS = { top: 0, bottom: 0, left: 0, right: 0 };

/**
 * Development only: plays the client for a page that was opened in a plain tab with launch parameters in its address,
 * which come signed from the emulator.
 */
export function playClient(): void {
  if (window.parent !== window || !isTMA()) return;
  const { tgWebAppThemeParams } = retrieveLaunchParams();
  mockTelegramEnv({
    onEvent([method]) {
      if (method === 'web_app_request_theme') emitEvent('theme_changed', { theme_params: tgWebAppThemeParams });
      if (method === 'web_app_request_safe_area') emitEvent('safe_area_changed', NO_INSETS);
      if (method === 'web_app_request_content_safe_area') emitEvent('content_safe_area_changed', NO_INSETS);
      if (method === 'web_app_request_viewport') {
        const { innerHeight: height, innerWidth: width } = window;
        emitEvent('viewport_changed', { height, width, is_expanded: true, is_state_stable: true });
      }
    },
  });
}
