/** Makes sure that a browser for the tests is here; fails with one line that says what to do otherwise. */
import { findBrowser, installBrowser } from './find-browser.ts';

if (!findBrowser()) {
  console.log('No Chromium here: installing one for the browser tests …');
  if (!installBrowser()) {
    console.error(
      'The browser tests need Chromium and none could be installed: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
    );
    process.exitCode = 1;
  }
}
