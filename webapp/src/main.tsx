import '@telegram-apps/telegram-ui/dist/styles.css';
import './styles/tokens.css';
import './styles/page.css';
import './styles/controls.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { UnexpectedError } from './components/UnexpectedError.tsx';
import { preloadPage } from './routing/routes.tsx';
import { launchAtom } from './state/launch.ts';
import { clientColorsAtom, paletteAtom, showFirstLocaleAtom, themeAtom } from './state/preferences.ts';
import { queryClient, store } from './store.ts';
import { cleanAddress, readLaunch } from './telegram/environment.ts';
import { initTelegram, paintFrame, tellReady, watchClientColors } from './telegram/init.ts';
import { ensureSessionStorage } from './telegram/session-storage.ts';

/** Longer than that nobody looks at an empty page; the outline then tells that more is coming. */
const PATIENCE_MS = 1500;

const root = createRoot(document.getElementById('root') as HTMLElement);

// Not awaited here: a page's own file imports this one, and would wait for the start that waits for the page.
start().catch((error: unknown) => {
  console.error(error);
  root.render(<UnexpectedError error={error} />);
});

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
  // In a browser the palette is always the style sheet's own, and only the theme changes.
  store.sub(themeAtom, paint);
  store.sub(paletteAtom, paint);
  paint();
  const preloaded = preloadPage(window.location.pathname);
  await store.set(showFirstLocaleAtom);
  // A visitor who comes for one page sees that page first, not its outline; inside Telegram the outline comes sooner.
  if (!launch) await Promise.race([preloaded, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  queryClient.mount();
  root.render(<App />);
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
