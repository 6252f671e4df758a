import type account from './locales/lv/account.json';
import type admin from './locales/lv/admin.json';
import type bot from './locales/lv/bot.json';
import type common from './locales/lv/common.json';
import type editor from './locales/lv/editor.json';
import type errors from './locales/lv/errors.json';
import type explanation from './locales/lv/explanation.json';
import type fault from './locales/lv/fault.json';
import type filters from './locales/lv/filters.json';
import type options from './locales/lv/options.json';
import type pages from './locales/lv/pages.json';
import type register from './locales/lv/register.json';
import type signin from './locales/lv/signin.json';
import type webapp from './locales/lv/webapp.json';

/** Keys of texts are checked against the Latvian files; a test holds the other languages to the same keys. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      account: typeof account;
      admin: typeof admin;
      bot: typeof bot;
      common: typeof common;
      editor: typeof editor;
      errors: typeof errors;
      explanation: typeof explanation;
      fault: typeof fault;
      filters: typeof filters;
      options: typeof options;
      pages: typeof pages;
      register: typeof register;
      signin: typeof signin;
      webapp: typeof webapp;
    };
  }
}
