import '@telegram-apps/telegram-ui/dist/styles.css';
import './styles/tokens.css';
import './styles/page.css';
import './styles/filters.css';
import './styles/landing.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { UnexpectedError } from './components/UnexpectedError.tsx';
import { createRouter } from './routing/routes.tsx';
import { launchAtom } from './state/launch.ts';
import { clientColorsAtom, paletteAtom, showFirstLocaleAtom, themeAtom } from './state/preferences.ts';
import { queryClient, store } from './store.ts';
import { cleanAddress, readLaunch } from './telegram/environment.ts';
import { initTelegram, paintFrame, tellReady, watchClientColors } from './telegram/init.ts';
import { ensureSessionStorage } from './telegram/session-storage.ts';

const root = createRoot(document.getElementById('root') as HTMLElement);

try {
  await start();
} catch (error) {
  console.error(error);
  root.render(<UnexpectedError error={error} />);
}

async function start(): Promise<void> {
  ensureSessionStorage();
  if (import.meta.env.DEV) (await import('./telegram/mock-env.ts')).playClient();
  const launch = readLaunch();
  cleanAddress();
  store.set(launchAtom, launch);
  if (launch) {
    initTelegram();
    watchClientColors((colors) => store.set(clientColorsAtom, colors));
  }
  store.sub(paletteAtom, paint);
  paint();
  await store.set(showFirstLocaleAtom);
  queryClient.mount();
  root.render(<App router={createRouter()} />);
  tellReady();
}

/** Puts theme and colours on the document, before React and for everything outside it. */
function paint(): void {
  const theme = store.get(themeAtom);
  const { classList, dataset, style } = document.documentElement;
  classList.remove('light', 'dark');
  classList.add(theme);
  dataset.theme = theme;
  const palette = store.get(paletteAtom);
  if (palette === null) return;
  for (const [name, color] of Object.entries(palette)) style.setProperty(`--v-${name}`, color);
  if (palette.page) paintFrame(palette.page);
}
