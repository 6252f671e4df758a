import path from 'node:path';
import { defineConfig } from 'playwright/test';
import { DEV_LOGIN_SECRET } from './tests/support/developers.ts';
import { logFolder, runFolder } from './tests/support/run-folder.ts';
import { BROWSER_FLAGS, findBrowser } from './tools/browser/find-browser.ts';

const executablePath = findBrowser();

/** The demo with a market that stands still is what the browser tests run against, on ports of its own. */
const PORTS = { app: 3100, telegram: 8181, market: 8182 };

const LOG = path.join(logFolder(runFolder()), 'demo.log');

export default defineConfig({
  // What takes minutes runs by `npm run test:long` only.
  projects: [
    { name: 'e2e', testDir: 'tests/e2e', testIgnore: 'long/**' },
    { name: 'long', testDir: 'tests/e2e/long' },
  ],
  workers: 2,
  timeout: 30_000,
  reporter: [['list']],
  globalTeardown: './tests/e2e/global-teardown.ts',
  use: {
    baseURL: `http://localhost:${PORTS.app}`,
    viewport: { width: 390, height: 844 },
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: BROWSER_FLAGS },
  },
  webServer: {
    command: `node tools/dev-env/main.ts --still --port ${PORTS.app} --telegram-port ${PORTS.telegram} --market-port ${PORTS.market} --log "${LOG}"`,
    env: { DEV_LOGIN_SECRET },
    url: `http://localhost:${PORTS.app}/readyz`,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
});
