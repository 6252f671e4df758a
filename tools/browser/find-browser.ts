import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser the tests and screenshots use: CHROMIUM_PATH, the system's own, or Playwright's; null: none is here. */
export function findBrowser(): string | null {
  const own = chromium.executablePath();
  return [process.env.CHROMIUM_PATH, ...SYSTEM_BROWSERS, own].find((file) => file && existsSync(file)) ?? null;
}

/** Installs a browser where the machine has none: by apt as root, else by Playwright's own download. */
export function installBrowser(): string | null {
  const quiet = { stdio: 'ignore' } as const;
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], quiet).status === 0) {
    spawnSync('apt-get', ['update', '-qq'], quiet);
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium', 'fonts-liberation'], quiet);
  }
  if (!findBrowser()) spawnSync('npx', ['playwright', 'install', 'chromium'], quiet);
  return findBrowser();
}

/** Flags with which Chromium runs as root and leaves the network alone. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
