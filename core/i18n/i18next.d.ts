import type bot from './locales/lv/bot.json';
import type common from './locales/lv/common.json';
import type errors from './locales/lv/errors.json';
import type options from './locales/lv/options.json';
import type webapp from './locales/lv/webapp.json';

/** Keys of texts are checked against the Latvian files; a test holds the other languages to the same keys. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      bot: typeof bot;
      common: typeof common;
      errors: typeof errors;
      options: typeof options;
      webapp: typeof webapp;
    };
  }
}
