import { AppRoot } from '@telegram-apps/telegram-ui';
import { StrictMode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { BrowserRouter } from 'react-router';
import { DialogHost } from './components/DialogHost.tsx';
import { ErrorBoundary } from './components/ErrorBoundary.tsx';
import { Frame } from './components/Frame.tsx';
import { i18n } from './i18n.ts';
import { AppRoutes } from './routing/routes.tsx';
import { launchAtom } from './state/launch.ts';
import { themeAtom } from './state/preferences.ts';
import { Provider, store, useAtomValue } from './store.ts';

export function App() {
  return (
    <StrictMode>
      <Provider store={store}>
        <I18nextProvider i18n={i18n}>
          <BrowserRouter>
            <ErrorBoundary>
              <Look />
            </ErrorBoundary>
          </BrowserRouter>
        </I18nextProvider>
      </Provider>
    </StrictMode>
  );
}

function Look() {
  const platform = useAtomValue(launchAtom)?.platform ?? 'ios';
  return (
    <AppRoot className="app" appearance={useAtomValue(themeAtom)} platform={platform} data-platform={platform}>
      <Frame>
        <AppRoutes />
      </Frame>
      <DialogHost />
    </AppRoot>
  );
}
