/** What developers log in with in the demo that browser tests run against. */
export const DEV_LOGIN_SECRET = 'known-to-the-browser-tests-only';
