import { createInstance, type i18n, type Resource } from 'i18next';
import { DEFAULT_LOCALE, type Locale } from './locales.ts';

export const NAMESPACES = [
  'common',
  'options',
  'errors',
  'bot',
  'explanation',
  'fault',
  'webapp',
  'filters',
  'editor',
  'account',
  'pages',
  'signin',
  'register',
  'admin',
] as const;

/**
 * An i18next instance of its own, ready at once. Servers take `getFixedT(locale)` for each request or message and never
 * change the instance's language, which all of them share.
 */
export function createI18n(resources: Resource, locale: Locale = DEFAULT_LOCALE): i18n {
  const instance = createInstance();
  void instance.init({
    lng: locale,
    fallbackLng: DEFAULT_LOCALE,
    resources,
    ns: NAMESPACES,
    defaultNS: 'common',
    initAsync: false,
    // Texts are escaped where they are shown: by React, and by the bot's own HTML escaping.
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  return instance;
}
