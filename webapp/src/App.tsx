import { AppRoot } from '@telegram-apps/telegram-ui';
import { StrictMode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { RouterProvider } from 'react-router/dom';
import { i18n } from './i18n.ts';
import type { createRouter } from './routing/routes.tsx';
import { launchAtom } from './state/launch.ts';
import { themeAtom } from './state/preferences.ts';
import { Provider, store, useAtomValue } from './store.ts';

interface AppProps {
  readonly router: ReturnType<typeof createRouter>;
}

export function App({ router }: AppProps) {
  return (
    <StrictMode>
      <Provider store={store}>
        <I18nextProvider i18n={i18n}>
          <Frame router={router} />
        </I18nextProvider>
      </Provider>
    </StrictMode>
  );
}

function Frame({ router }: AppProps) {
  const platform = useAtomValue(launchAtom)?.platform ?? 'ios';
  return (
    <AppRoot className="app" appearance={useAtomValue(themeAtom)} platform={platform} data-platform={platform}>
      <RouterProvider router={router} />
    </AppRoot>
  );
}
